import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defaultServerConditions, minifySync, transformWithOxc, type Plugin, type Rolldown } from 'vite'
import { configDefaults, defineConfig } from 'vitest/config'
import { seedOf } from './.scripts/seed.mjs'
import { machines } from './src/tools/chart/machines.ts'
import { LongFirst, projects, tags } from './tests/projects.ts'

/** Where `npm run dev` runs the API: its server reads the same settings. */
const { HOST = '', PORT = '' } = process.env
const api = `http://${HOST.includes(':') ? `[${HOST}]` : HOST || '127.0.0.1'}:${PORT || 4600}`

// Vitest reads this file once for each project: the first seed is passed on to all of them and to their workers.
process.env['MODEL_SEED'] = String(seedOf(process.env, Date.now()))

/** The package exports only its development build, which contains warnings: its production build lies beside it. */
const productionRouter = [
  { find: /^react-router$/, replacement: resolve('node_modules/react-router/dist/production/index.mjs') },
  { find: /^react-router\/dom$/, replacement: resolve('node_modules/react-router/dist/production/dom-export.mjs') },
]

/** The frame of the signed-in area, dashboard and list. */
const inside =
  /src\/(app\/(pages|dashboard\/Dashboard)|crud\/list\/ListScreen|ui\/(form\/same|layout\/Card|text\/(CopyText|Facts)))\.tsx?$/
/** The style sheets of later pages, which are too small for separate requests. */
const sheets = /src\/(areas|crud|telemetry|ui|app\/(activity|dashboard|live))\/.*\.css$/

/**
 * One file for each step of a user, with the code that it adds to the steps before: many small files take longer than one. A group includes
 * the modules that its own import, unless an earlier group has them; `import()` splits the modules of no group.
 */
const groups: readonly Rolldown.CodeSplittingGroup[] = [
  { name: 'first', tags: ['$initial'] },
  { name: 'calls', test: /src\/(api\/store|auth\/(calls|caches|cipher)|app\/signedOut\/schemas|crud\/startQueries)\.ts$/ },
  { name: 'inside', test: (id) => inside.test(id) || sheets.test(id) },
  { name: 'areas', test: /src\/areas\/(\w+|\w+\/declaration)\.tsx?$/ },
  { name: 'later', test: /src\/app\/(dashboard\/Overview|shell\/BellCount)\.tsx$/ },
  { name: 'forms', test: /src\/(crud\/form\/(?!Difference)|telemetry\/ChangeEffect)/ },
  {
    name: 'details',
    test: /src\/(areas|contract|crud\/(detail|removal|history|form\/Difference)|app\/activity|crud\/list\/ListDialogs)\b/,
  },
  { name: 'transfer', test: /src\/crud\/(import|export|bulk)\// },
  { name: 'scroller', test: /src\/ui\/table\/Scroller\.tsx$/ },
  { name: 'charts', test: /src\/telemetry\/(?!PlantNames|map\/)/ },
  { name: 'map', test: /src\/telemetry\/map\/GatewayMap\.tsx$/ },
]
const steps = groups.map((group, at) => ({ ...group, priority: groups.length - at }))

/** Puts src/beforePaint.ts into the page, in a function, so that its names are not global. */
function beforePaint(isBuild: boolean): Plugin {
  const file = resolve('src/beforePaint.ts')
  return {
    name: 'frond:before-paint',
    transformIndexHtml: {
      order: 'pre',
      async handler() {
        const { code } = await transformWithOxc(readFileSync(file, 'utf8'), file)
        const script = isBuild ? code : code.replace('FILES_OF_CHUNKS', '{}')
        return [{ tag: 'script', children: minifySync('beforePaint.js', `(() => {${script}})()`).code, injectTo: 'head' }]
      },
    },
  }
}

export default defineConfig(({ isSsrBuild, command }) => ({
  plugins: [machines, react(), beforePaint(command === 'build')],
  resolve: { alias: command === 'build' ? productionRouter : [] },
  // Resolves as Node does: otherwise react-router-dom is loaded as CommonJS, and requires ES modules that are being imported.
  ssr: { resolve: { conditions: [...defaultServerConditions, 'module-sync'] } },
  publicDir: false,
  build: {
    outDir: 'dist/console',
    emptyOutDir: true,
    // The first versions that support light-dark() and anchors natively.
    cssTarget: ['chrome125', 'firefox129', 'safari18'],
    manifest: true,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    ...(isSsrBuild === true ? {} : { rolldownOptions: { output: { codeSplitting: { groups: steps } } } }),
  },
  server: {
    host: '127.0.0.1',
    port: 4601,
    strictPort: true,
    // Otherwise a test run in the background reloads the page under edit.
    watch: { ignored: ['**/reports/**'] },
    proxy: Object.fromEntries(
      ['/api', '/docs', '/dev/mail', '/oauth/callback', '/healthz', '/readyz'].map((path) => [path, { target: api }]),
    ),
  },
  test: {
    // One more than CI's two cores: a worker waits for its database or its browser a seventh of the time.
    maxWorkers: 3,
    // Most of PGlite's databases live for seconds: optimizing its WebAssembly takes longer than it saves.
    execArgv: ['--liftoff-only'],
    // A worker loads the code once, not once for each file: tests must leave no state in modules.
    isolate: false,
    sequence: { sequencer: LongFirst },
    // `npm test -- changed` follows imports, and the server reads migrations as text.
    forceRerunTriggers: [...configDefaults.forceRerunTriggers, '**/migrations/*.sql'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    tags: [...tags],
    projects,
  },
}))
