import { rmSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
import { newFolder, startProduct } from '../../src/tools/product'

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of a product that has furnished the demo; each file's product starts with a copy. */
    readonly demoFolder: string
  }
}

/** Furnishes the demo once for the whole run. */
export default async function setup(project: TestProject) {
  const dataDir = newFolder()
  const product = await startProduct({ dataDir })
  await product.stop()
  project.provide('demoFolder', dataDir)
  return () => rmSync(dataDir, { recursive: true, force: true })
}
