import { cpSync, rmSync } from 'node:fs'
import { inject } from 'vitest'
import { newFolder, startProduct, type Product } from '../../../src/tools/product'

let started: Promise<Product> | null = null

/** The built product with demo rows, for the tests of one file; the first call starts it. */
export function demo(): Promise<Product> {
  started ??= startProduct({ dataDir: demoFolder() })
  return started
}

/** Makes a new folder with a copy of the demo's database and secret, for a product to start on. */
export function demoFolder(): string {
  const dataDir = newFolder()
  cpSync(inject('demoFolder'), dataDir, { recursive: true })
  return dataDir
}

/** Stops a file's product, so that the next file starts its own. */
export async function stopDemo(): Promise<void> {
  const product = await started
  started = null
  await product?.stop()
  if (product) rmSync(product.dataDir, { recursive: true, force: true })
}
