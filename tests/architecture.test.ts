import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { arrowsOf, drawnIn, roomOf, type Allowed } from './support/source/drawing'
import { cycles, importsOf, sourceFiles, type Import } from './support/source/modules'

interface Rules extends Allowed {
  /** Named packages, or any that runs in a browser, any for Node except the console's, or every one. */
  readonly packages: readonly string[] | 'browser' | 'node' | 'every'
}

/** The machines of rows, which server and console share: the server judges a move by the chart by which the console offers it. */
const shared = ['machines/plantRequestMachine.ts', 'machines/alertMachine.ts', 'machines/rolloutMachine.ts']

/**
 * The imports that each room may make: other rooms (in angle brackets: only their types), packages, and single modules of rooms that are
 * otherwise closed. A room may always import itself.
 */
const table = {
  contract: { rooms: [], packages: ['yup'] },
  machines: { rooms: ['<contract>'], packages: ['xstate'] },
  api: { rooms: ['machines', 'contract'], packages: ['xstate', '@reduxjs/toolkit', 'react-redux', 'eventsource-parser'] },
  auth: { rooms: ['machines', 'api', 'contract'], packages: ['xstate', 'crypto-js', '@simplewebauthn/browser'] },
  ui: {
    rooms: [],
    packages: [
      'react',
      '@base-ui/react',
      '@tanstack/react-virtual',
      'react-dom',
      'formik',
      'lucide-react',
      'xstate',
      '@xstate/react',
      'qr',
    ],
  },
  crud: {
    rooms: ['machines', 'api', 'ui', 'contract'],
    packages: [
      'react',
      'xstate',
      '@reduxjs/toolkit',
      'react-redux',
      'react-router-dom',
      'formik',
      'lucide-react',
      'papaparse',
      'yup',
    ],
  },
  telemetry: {
    rooms: ['machines', 'crud', 'ui', 'api', 'contract'],
    packages: [
      'react',
      '@reduxjs/toolkit',
      'react-redux',
      'react-router-dom',
      'lucide-react',
      'uplot',
      'd3-geo',
      'topojson-client',
      'topojson-specification',
      'qrcode.react',
      'world-atlas',
    ],
  },
  areas: {
    rooms: ['machines', 'telemetry', 'crud', 'ui', 'api', 'contract'],
    packages: ['react', 'xstate', '@reduxjs/toolkit', 'react-redux', 'react-router-dom', 'formik', 'lucide-react', 'yup'],
  },
  app: {
    rooms: ['machines', 'auth', 'areas', 'telemetry', 'crud', 'ui', 'api', 'contract'],
    packages: 'browser',
  },
  main: {
    rooms: ['app', 'machines', 'auth', 'areas', 'crud', 'ui', 'api', 'contract'],
    packages: 'browser',
  },
  server: { rooms: ['contract'], packages: 'node', modules: shared },
  demo: { rooms: ['server', 'contract'], packages: 'node' },
  // The composition root of the server, as main is the console's: it alone sees both server and demo.
  serve: { rooms: ['server', 'demo', 'contract'], packages: 'node' },
  // Tools look at the product from outside: nothing in it imports them.
  tools: {
    // Lays out the inspector's chart at build time, in the shape that the inspector defines.
    rooms: ['server', 'machines', 'contract', '.scripts', '<app>'],
    packages: 'every',
    // The conformance check imports a file that is written as the console writes one.
    modules: ['src/crud/model/csv.ts'],
  },
} satisfies Record<string, Rules>

type Room = keyof typeof table

/** Packages of the console that the server must not import, and the other way round. */
const consoleOnly = [
  'react',
  'react-dom',
  '@reduxjs/toolkit',
  'react-redux',
  'xstate',
  '@xstate/react',
  'formik',
  'react-router-dom',
]
const serverOnly = [
  'fastify',
  'pg',
  '@electric-sql/pglite',
  'nodemailer',
  'ipaddr.js',
  'prom-client',
  '@node-rs/argon2',
  'sql-template-tag',
  'uuid',
]

function isRoom(name: string): name is Room {
  return name in table
}

/** Says why this import is not allowed; null when it is. */
function objection({ from, to, isPackage, typeOnly }: Import): string | null {
  const room = roomOf(from)
  if (!isRoom(room)) return 'is in no room of the table'
  if (/\.(css|svg|sql|woff2)$/.test(to)) return null
  if (isPackage) return packageObjection(room, to)
  const target = roomOf(to)
  const rules: Rules = table[room]
  if (target === room) return room === 'areas' ? areaObjection(from, to) : null
  if (rules.rooms.includes(target) || (typeOnly && rules.rooms.includes(`<${target}>`)) || rules.modules?.includes(to))
    return null
  return `${room} may not import ${target}`
}

function packageObjection(room: Room, name: string): string | null {
  const { packages }: Rules = table[room]
  if (packages === 'every') return null
  if (packages === 'node') return consoleOnly.includes(name) ? `${room} may not import ${name}` : null
  if (serverOnly.includes(name) || name.startsWith('node:')) return `the console may not import ${name}`
  return packages === 'browser' || packages.includes(name) ? null : `${room} may not import ${name}`
}

/** An area is one file or one folder; only the registry imports several. */
function areaObjection(from: string, to: string): string | null {
  const area = (path: string) => path.split('/')[2]?.replace(/\.tsx?$/, '')
  return area(from) === 'index' || area(from) === area(to) ? null : 'an area may not import another area'
}

const imports = sourceFiles(['src', 'machines']).flatMap((file) => importsOf(file))

describe('the reader of imports', () => {
  it('finds types, re-exports and dynamic imports of a module', () => {
    const text = `
      import type { A } from '../contract'
      import { type B } from './b'
      import { type C, d } from 'xstate/graph'
      export { e } from '@xstate/react'
      export * from './f'
      const g = () => import('./g')
      type H = import('./h').H
      import './i.css'`
    expect(importsOf('src/auth/none.ts', text).map(({ to, typeOnly }) => [to, typeOnly])).toEqual([
      ['src/contract/index.ts', true],
      ['src/auth/b', true],
      ['xstate', false],
      ['src/auth/i.css', false],
      ['@xstate/react', false],
      ['src/auth/f', false],
      ['src/auth/g', false],
      ['src/auth/h', true],
    ])
  })

  it('finds circles of modules that import one another, types included', () => {
    const one = { isPackage: false, typeOnly: false }
    const circle = [
      { ...one, from: 'a', to: 'b' },
      { ...one, from: 'b', to: 'c' },
      { ...one, from: 'c', to: 'b' },
    ]
    expect(cycles(circle)).toEqual([['b', 'c', 'b']])
    expect(cycles(circle.map((edge) => ({ ...edge, typeOnly: true })))).toEqual([['b', 'c', 'b']])
  })
})

describe('the table of rooms', () => {
  it.each<[string, string, string, boolean]>([
    ['src/contract/gateways.ts', 'src/api/api.ts', 'contract may not import api', true],
    ['src/ui/controls/Button.tsx', 'src/contract/gateways.ts', 'ui may not import contract', true],
    ['machines/authMachine.ts', 'src/contract/session.ts', 'machines may not import contract', false],
    ['src/areas/gateways.tsx', 'src/areas/sensors/list.tsx', 'an area may not import another area', false],
    ['src/app/Shell.tsx', 'src/server/app.ts', 'app may not import server', true],
    ['src/server/app.ts', 'machines/authMachine.ts', 'server may not import machines', false],
    ['src/server/start.ts', 'src/demo/seed.ts', 'server may not import demo', false],
    ['src/server/app.ts', 'src/serve.ts', 'server may not import serve', false],
    ['src/server/app.ts', 'src/tools/product.ts', 'server may not import tools', true],
    ['src/tools/simulate/main.ts', 'src/demo/seed.ts', 'tools may not import demo', false],
    ['src/crud/List.tsx', 'tests/support/rows/rows.ts', 'crud may not import tests', false],
  ])('objects when %s imports %s', (from, to, because, typeOnly) => {
    expect(objection({ from, to, isPackage: false, typeOnly })).toBe(because)
  })

  it('holds for every import of the tree', () => {
    const objections = imports.flatMap((edge) => {
      const why = objection(edge)
      return why === null ? [] : [`${edge.from} → ${edge.to}: ${why}`]
    })
    expect(objections).toEqual([])
  })

  it.each(Object.keys(table).filter((room) => room !== 'main' && room !== 'serve'))('is in the page of %s', (room) => {
    const { rooms, modules = [] }: Rules = table[room as Room]
    const page = readFileSync(`${room === 'machines' ? room : `src/${room}`}/README.md`, 'utf8')
    const said = page.split(/\n\n|(?<=\.)\s/).filter((sentence) => /\bimports?\b/.test(sentence))
    const allowed = new Set([...rooms, ...modules.map(roomOf)].filter((name) => !name.startsWith('<')))
    expect([...allowed].filter((name) => !said.some((sentence) => sentence.includes(`\`${name}\``)))).toEqual([])
  })

  it('is drawn in the page of the source, without the arrows that follow from others', () => {
    expect(drawnIn(readFileSync('src/README.md', 'utf8'))).toEqual(arrowsOf(table))
  })

  it('has no circle', () => {
    expect(cycles(imports).map((circle) => circle.join(' → '))).toEqual([])
  })
})
