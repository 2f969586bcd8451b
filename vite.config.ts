import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type TestProjectConfiguration } from 'vitest/config'
import { chunkGroups, fileNames, leanPackages, slimComponents, slimFormik, slimMachine, sureImports } from './.scripts/bundle.mjs'
import { sessionChart } from './.scripts/sessionChart.mjs'

/** Where `npm run dev` runs the API. */
const api = 'http://127.0.0.1:4600'

/** Tests of the server that are about the embedded database itself, or about none. */
const withoutDatabase = [
  'tests/server/db/{lock,crash,pglite}.test.ts',
  'tests/server/{app.logging,console,headers,main,settings}.test.ts',
]

/** The server's tests once more, on a throwaway PostgreSQL; only where they are asked for. */
const postgres: TestProjectConfiguration = {
  extends: true,
  test: {
    name: 'postgres',
    include: ['tests/server/**/*.test.ts'],
    exclude: withoutDatabase,
    globalSetup: ['tests/support/postgresSetup.ts'],
  },
}

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
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      { extends: true, test: { name: 'machine', include: ['tests/machines/**/*.test.ts'] } },
      { extends: true, test: { name: 'session', include: ['tests/{auth,api}/**/*.test.{ts,tsx}'] } },
      {
        extends: true,
        test: {
          name: 'console',
          environment: 'jsdom',
          include: ['tests/{ui,crud,telemetry,areas,app}/**/*.test.{ts,tsx}'],
          setupFiles: ['tests/support/dom.ts'],
        },
      },
      { extends: true, test: { name: 'api', include: ['tests/{contract,server}/**/*.test.ts'] } },
      { extends: true, test: { name: 'recipes', include: ['tests/recipes/**/*.test.ts'] } },
      ...(process.env['TEST_POSTGRES'] ? [postgres] : []),
      { extends: true, test: { name: 'architecture', include: ['tests/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['tests/browser/**/*.test.ts'],
          globalSetup: ['tests/browser/setup.ts'],
          fileParallelism: false,
          // Limits that only a test that is stuck meets, on however slow a machine.
          testTimeout: 120_000,
          hookTimeout: 240_000,
          expect: { poll: { timeout: 20_000 } },
        },
      },
    ],
  },
}))
