// Bundles that show what is reachable: React alone, and React with every library of the product, in one file each.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type Plugin, type Rolldown } from 'vite'
import { root } from '../../../.scripts/root.mjs'

const react = `import { createElement as h } from 'react'
import { createRoot } from 'react-dom/client'`

const libraries = `${react}
import { configureStore } from '@reduxjs/toolkit'
import { createApi, fetchBaseQuery } from '@reduxjs/toolkit/query/react'
import { Provider } from 'react-redux'
import { setup, fromPromise } from 'xstate'
import { useMachine } from '@xstate/react'
import { BrowserRouter, Routes, Route, Link, NavLink, Outlet, useNavigate, useParams } from 'react-router-dom'
import { Formik, Form, Field, ErrorMessage } from 'formik'
import { object, string } from 'yup'
import AES from 'crypto-js/aes'
import Utf8 from 'crypto-js/enc-utf8'
const api = createApi({ baseQuery: fetchBaseQuery({ baseUrl: '/api' }), tagTypes: ['Row'], endpoints: (b) => ({
  rows: b.query({ query: () => 'rows', providesTags: ['Row'] }), add: b.mutation({ query: (body) => ({ url: 'rows', method: 'POST', body }), invalidatesTags: ['Row'] }) }) })
const store = configureStore({ reducer: { [api.reducerPath]: api.reducer }, middleware: (all) => all().concat(api.middleware) })
const machine = setup({ actors: { work: fromPromise(async () => AES.decrypt(AES.encrypt('a', 'b').toString(), 'b').toString(Utf8)) } }).createMachine({
  initial: 'idle', states: { idle: { on: { go: 'busy' } }, busy: { invoke: { src: 'work', onDone: 'idle' } } } })
const schema = object({ email: string().email().required(), password: string().min(6).required() })
function Page() {
  const [state, send] = useMachine(machine); const { data } = api.useRowsQuery(undefined, { skip: true }); const [add] = api.useAddMutation(); const go = useNavigate(); const { id } = useParams()
  return h('main', null, h(NavLink, { to: '/' }, String(state.value), data, id), h(Link, { to: '/b' }), h(Outlet), h(Formik, { initialValues: { email: '', password: '' }, validationSchema: schema,
    onSubmit: (values) => { send({ type: 'go' }); add(values); go('/b') } }, h(Form, null, h(Field, { name: 'email' }), h(ErrorMessage, { name: 'email' }), h(Field, { name: 'password' }))))
}
const page = h(Provider, { store }, h(BrowserRouter, null, h(Routes, null, h(Route, { path: '*', element: h(Page) }))))`

const entries = {
  react: `${react}\ncreateRoot(document.getElementById('root')).render(h('input', { name: 'email' }))`,
  libraries: `${libraries}\ncreateRoot(document.getElementById('root')).render(page)`,
}

/** Builds both; returns the whole code of each. */
export async function buildFloors(): Promise<Record<keyof typeof entries, string>> {
  return { react: await bundled(entries.react), libraries: await bundled(entries.libraries) }
}

async function bundled(code: string): Promise<string> {
  // The module is only in memory; a path in the checkout lets it find the packages.
  const module = join(root, 'floor.js')
  const inMemory: Plugin = {
    name: 'floor',
    resolveId: (id) => (id === module ? id : null),
    load: (id) => (id === module ? code : null),
  }
  const { output } = (await build({
    root,
    configFile: false,
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [inMemory],
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: { input: { floor: module }, output: { codeSplitting: false } },
    },
  })) as Rolldown.RolldownOutput
  return output.map((chunk) => (chunk.type === 'chunk' ? chunk.code : '')).join('\n')
}

/** Bytes of a text as sent: compressed with gzip at its highest level. */
export function gzipBytes(text: string): number {
  return gzipSync(text, { level: 9 }).length
}

/** A file of the built console, as text. */
export function consoleFile(path: string): string {
  return readFileSync(join(root, 'dist/console', path), 'utf8')
}
