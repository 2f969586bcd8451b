import type { TestProject } from 'vitest/node'
import { adminEmail, adminPassword, startProduct } from '../../.scripts/product.mjs'

declare module 'vitest' {
  interface ProvidedContext {
    /** The product that all files of the run share, with the demo's rows. */
    readonly origin: string
    readonly adminEmail: string
    readonly adminPassword: string
  }
}

/** Starts one product for the whole run. */
export default async function setup(project: TestProject) {
  const product = await startProduct()
  project.provide('origin', product.origin)
  project.provide('adminEmail', adminEmail)
  project.provide('adminPassword', adminPassword)
  return () => product.stop()
}
