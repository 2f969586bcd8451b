import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [react(), tailwindcss()],
  build: { outDir: 'dist/console', emptyOutDir: true },
  test: {
    projects: [
      {
        extends: true,
        test: { name: 'node', environment: 'node', include: ['tests/*.test.ts', 'tests/{contract,server,machines,auth,api}/**/*.test.{ts,tsx}'] },
      },
      {
        extends: true,
        test: { name: 'console', environment: 'jsdom', include: ['tests/{ui,crud,areas,app}/**/*.test.{ts,tsx}'] },
      },
      { extends: true, test: { name: 'browser', environment: 'node', include: ['tests/browser/**/*.test.ts'], fileParallelism: false } },
    ],
  },
})
