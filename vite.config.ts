import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { chunkGroups, fileNames, leanPackages, slimComponents, slimFormik, slimMachine, sureImports } from './.scripts/bundle.mjs'
import { seedOf } from './.scripts/model/seed.mjs'
import { sessionChart } from './.scripts/sessionChart.mjs'
import { projects, tags } from './tests/projects.ts'

/** Where `npm run dev` runs the API. */
const api = 'http://127.0.0.1:4600'

// Read once for each project, and by no worker: the first answer is everybody's.
process.env['MODEL_SEED'] = String(seedOf(process.env, Date.now()))

export default defineConfig(({ isSsrBuild, command }) => ({
  plugins: [slimFormik, slimComponents, slimMachine, sureImports, sessionChart, react(), tailwindcss()],
  resolve: { alias: command === 'build' ? leanPackages : [] },
  publicDir: false,
  build: {
    outDir: 'dist/console',
    emptyOutDir: true,
    // Browsers that know light-dark() and anchors by themselves.
    cssTarget: ['chrome125', 'firefox129', 'safari18'],
    manifest: true,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    ...(isSsrBuild === true ? {} : { rolldownOptions: { output: { ...fileNames, codeSplitting: { groups: chunkGroups } } } }),
  },
  server: {
    host: '127.0.0.1',
    port: 4601,
    strictPort: true,
    proxy: Object.fromEntries(
      ['/api', '/docs', '/dev/mail', '/oauth/callback', '/healthz', '/readyz'].map((path) => [path, { target: api }]),
    ),
  },
  test: {
    // Two cores are what CI has; a start of the embedded database beside others takes its time.
    maxWorkers: 2,
    // A worker reads the code once, not once a file: files keep nothing in modules that another one would notice.
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    tags: [...tags],
    projects,
  },
}))
