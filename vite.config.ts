import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type TestProjectConfiguration } from 'vitest/config'
import { chunkGroups, slimFormik } from './.scripts/bundle.mjs'

/** Where `npm run dev` runs the API. */
const api = 'http://127.0.0.1:4600'

/** The test files of the API; the same ones run on both engines. */
const apiTests = 'tests/{contract,server}/**/*.test.ts'

/** Those of them that are about the embedded database itself, or about none. */
const withoutDatabase = ['tests/server/db/{lock,crash}.test.ts', 'tests/server/{settings,console,shutdown}.test.ts']

/** The API's tests once more, on a throwaway PostgreSQL; only where they are asked for. */
const postgres: TestProjectConfiguration = {
  extends: true,
  test: { name: 'postgres', include: [apiTests], exclude: withoutDatabase, globalSetup: ['tests/support/postgresSetup.ts'] },
}

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [slimFormik, react(), tailwindcss()],
  publicDir: false,
  build: {
    outDir: 'dist/console',
    emptyOutDir: true,
    // Browsers that know light-dark() and anchors by themselves.
    cssTarget: ['chrome125', 'firefox129', 'safari18'],
    manifest: true,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    ...(isSsrBuild === true ? {} : { rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } } }),
  },
  server: {
    host: '127.0.0.1',
    port: 4601,
    strictPort: true,
    proxy: Object.fromEntries(['/api', '/docs', '/dev/mail', '/healthz', '/readyz'].map((path) => [path, { target: api }])),
  },
  test: {
    // Two cores are what CI has; a start of the embedded database beside others takes its time.
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
          include: ['tests/{ui,crud,areas,app}/**/*.test.{ts,tsx}'],
          setupFiles: ['tests/support/dom.ts'],
        },
      },
      { extends: true, test: { name: 'api', include: [apiTests] } },
      ...(process.env['TEST_POSTGRES'] ? [postgres] : []),
      { extends: true, test: { name: 'architecture', include: ['tests/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['tests/browser/**/*.test.ts'],
          globalSetup: ['tests/browser/setup.ts'],
          fileParallelism: false,
          testTimeout: 60_000,
        },
      },
    ],
  },
}))
