// How the console is cut into files, and what is left out of them: every byte of the first one is waited for.
import { resolve } from 'node:path'

/**
 * What Formik asks of four libraries, for values that are plain data: copies, the parts of a path, whether two are the same, several lists
 * of errors as one, and nothing for the components that it could wrap. The libraries' own would be 8 kB of the sign-in page.
 */
const substitutes = {
  'lodash-es/cloneDeep': 'export default (value) => structuredClone(value)',
  'lodash-es/clone':
    'export default (value) => Array.isArray(value) ? [...value] : typeof value === "object" && value !== null ? { ...value } : value',
  'lodash-es/toPath':
    'export default (path) => Array.isArray(path) ? [...path] : String(path).split(/[.[\\]]+/).filter((part) => part !== "")',
  'lodash-es/isPlainObject':
    'export default (value) => typeof value === "object" && value !== null && value.constructor === Object',
  'hoist-non-react-statics': 'export default (component) => component',
  'react-fast-compare': `
const isPlain = (value) => Array.isArray(value) || (typeof value === 'object' && value !== null && value.constructor === Object)
export default function same(one, other) {
  if (one === other || (one !== one && other !== other)) return true
  if (!isPlain(one) || !isPlain(other) || Array.isArray(one) !== Array.isArray(other)) return false
  const names = Object.keys(one)
  return names.length === Object.keys(other).length && names.every((name) => name in other && same(one[name], other[name]))
}`,
  deepmerge: `
const isObject = (value) => typeof value === 'object' && value !== null
export default function merge(one, other) {
  if (!isObject(one) || !isObject(other)) return other
  const merged = Array.isArray(other) ? [...one] : { ...one }
  for (const name in other) merged[name] = name in merged ? merge(merged[name], other[name]) : other[name]
  return merged
}
merge.all = (parts) => parts.reduce((all, part) => merge(all, part), {})`,
}

/** Puts the substitutes in place of the libraries. */
export const slimFormik = {
  name: 'slim-formik',
  enforce: 'pre',
  resolveId: (id) => (id in substitutes ? `\0${id}` : null),
  load: (id) => substitutes[id.slice(1)] ?? null,
}

/** Leaves out the sentences that explain the session's chart to its readers: 1 kB that no user of the console ever sees. */
export const slimMachine = {
  name: 'slim-machine',
  apply: 'build',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('/machines/authMachine.ts')) return null
    return { code: code.replaceAll(/\bdescription:\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"),?/g, ''), map: null }
  },
}

/**
 * Lets go of the libraries' components that the console does not use. What keeps them, and all that they stand on, is a name that is
 * given to them for developers' tools, a default, or a call that might do something.
 */
export const slimComponents = {
  name: 'slim-components',
  apply: 'build',
  enforce: 'pre',
  transform(code, id) {
    if (!/\/node_modules\/(?:formik|react-router)\/dist\//.test(id)) return null
    const unnamed = code.replaceAll(/^\w+\.(?:displayName = .*|defaultProps = \{[^}]*\});$/gm, '')
    return { code: unnamed.replaceAll(/= (?=React\d*\.(?:forwardRef|memo)\()/g, '= /* @__PURE__ */ '), map: null }
  },
}

/** Every page names nearly all files: their hashes are as long as they must be. */
export const fileNames = {
  entryFileNames: 'assets/[name]-[hash:7].js',
  chunkFileNames: 'assets/[name]-[hash:7].js',
  assetFileNames: 'assets/[name]-[hash:7][extname]',
}

/** Runs in the browser: brings a screen's files, then imports them. */
const bringing = `
const coming = {}
async function script(at) {
  const answer = await fetch(at)
  if (!answer.ok) throw new Error(at)
  await answer.arrayBuffer()
}
function style(at) {
  return new Promise((resolve, reject) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.crossOrigin = ''
    link.onload = resolve
    link.onerror = () => {
      link.remove()
      reject(new Error(at))
    }
    link.href = at
    document.head.append(link)
  })
}
function bring(path) {
  const at = '/' + path
  const isStyle = at.endsWith('.css')
  const here = isStyle ? '[rel=stylesheet][href="' + at + '"],[data-href="' + at + '"]' : '[href="' + at + '"],[src="' + at + '"]'
  if (!(at in coming) && document.querySelector(here)) coming[at] = 0
  return (coming[at] ??= (isStyle ? style : script)(at).catch((error) => {
    delete coming[at]
    throw error
  }))
}
// What stands on nothing but the first files is not listed: its import tells its name.
const filesOf = (load, paths) => (paths?.[0] ? paths : ['assets/' + /\\.\\/([\\w.-]+)/.exec(load)[1]])
const ran = {}
export const __vitePreload = (load, paths) => Promise.all(filesOf(load, paths).map(bring)).then(() => (ran[load] ??= load()))
`

/**
 * Stands in for what Vite does before an import on demand. An import that fails is remembered by many browsers, so that no later one
 * succeeds until the page is loaded anew; what is fetched before is in the browser's cache when it is imported, and a fetch that
 * fails can be made again. What threw while it ran is not imported a second time: WebKit would answer half a module.
 */
export const sureImports = {
  name: 'sure-imports',
  apply: 'build',
  enforce: 'pre',
  load: (id) => (id.endsWith('vite/preload-helper.js') ? bringing : null),
}

/** What React brings itself since version 18, and other packages shim; then both they and React Redux share one module. */
const reactsOwnStore = [
  { find: 'use-sync-external-store/shim/with-selector', replacement: 'use-sync-external-store/with-selector' },
  { find: 'use-sync-external-store/shim', replacement: 'react' },
]

/** The package's only door leads to its development build, with warnings that nobody would read: the other one lies beside it. */
const productionRouter = [
  { find: /^react-router$/, replacement: resolve('node_modules/react-router/dist/production/index.mjs') },
  { find: /^react-router\/dom$/, replacement: resolve('node_modules/react-router/dist/production/dom-export.mjs') },
]

/** Leaner builds of the same packages. */
export const leanPackages = [...reactsOwnStore, ...productionRouter]

/** The frame of the signed-in area, and the store under it: always needed together, so they travel in one file. */
const inside = ['src/app/pages.tsx', 'src/api/store.ts', 'src/auth/calls.ts', 'src/auth/caches.ts']
/** What the signed-out pages fetch for themselves. */
const outside = ['src/app/account/schemas.ts']

let together

function reachable(graph, roots) {
  const found = new Set(roots.map((path) => resolve(path).replaceAll('\\', '/')))
  for (const id of found) for (const next of importsOf(graph.getModuleInfo(id))) found.add(next)
  return found
}

/** The package of icons names all of them: what a module takes from it are the icons that it names. */
const ICONS = /lucide-react\/dist\/esm\/lucide-react\.m?js$/

function importsOf(module) {
  const ids = module?.importedIds ?? []
  const all = ids.find((id) => ICONS.test(id))
  if (all === undefined) return ids
  const names = [...module.code.matchAll(/import\s*\{([^}]*)\}\s*from\s*['"]lucide-react['"]/g)].flatMap(([, list]) =>
    list.split(','),
  )
  const files = names.map((name) =>
    name
      .trim()
      .split(' ')[0]
      .replace(/(?<=[a-z])(?=[A-Z0-9])/g, '-')
      .toLowerCase(),
  )
  return [...ids.filter((id) => id !== all), ...files.map((file) => all.replace(/[^/]+$/, `icons/${file}.mjs`))]
}

function nameOf(id, graph) {
  if (together === undefined) {
    const all = reachable(graph, inside)
    for (const other of reachable(graph, outside)) all.delete(other)
    together = all
  }
  return together.has(id) ? 'inside' : null
}

/** What nearly every area's declaration asks for. */
const declared = [
  'src/ui/Status.tsx',
  'src/crud/EuiText.tsx',
  'src/crud/CountLink.tsx',
  'src/crud/warnings.ts',
  'src/contract/range.ts',
  'src/telemetry/DeviceState.tsx',
]

/** Modules that a screen stands on, without its own: they travel in a file of this name unless a file before has them. */
function under(name, root, more = []) {
  let all
  return (id, graph) => {
    if (all === undefined) {
      all = reachable(graph, [root, ...more])
      all.delete(resolve(root).replaceAll('\\', '/'))
    }
    return all.has(id) ? name : null
  }
}

/**
 * One file for all that index.html loads, one for the signed-in frame, and one for what each step after it adds: small files apart weigh
 * more than one together. What else is shared is cut by Rolldown.
 */
export const chunkGroups = [
  { name: 'first', tags: ['$initial'], priority: 5 },
  { name: nameOf, debugName: 'inside', priority: 4 },
  { name: under('schemas', outside[0]), debugName: 'schemas', priority: 3 },
  { name: under('dashboard', 'src/app/Dashboard.tsx'), debugName: 'dashboard', priority: 2 },
  { name: under('list', 'src/crud/list/ListScreen.tsx', declared), debugName: 'list', priority: 1 },
]
