import { cpSync, rmSync } from 'node:fs'
import { inject } from 'vitest'
import { newFolder, startProduct, type Product } from '../../../src/tools/product'

let started: Promise<Product> | null = null

/** The built product with the demo's rows, for the tests of one file; started when it is first asked for. */
export function demo(): Promise<Product> {
  started ??= startProduct({ dataDir: demoFolder() })
  return started
}

/** A new folder with the demo's database and secret in it, for a product to start on. */
export function demoFolder(): string {
  const dataDir = newFolder()
  cpSync(inject('demoFolder'), dataDir, { recursive: true })
  return dataDir
}

/** Ends the product of a file; the next file's begins again. */
export async function stopDemo(): Promise<void> {
  const product = await started
  started = null
  await product?.stop()
  if (product) rmSync(product.dataDir, { recursive: true, force: true })
}
