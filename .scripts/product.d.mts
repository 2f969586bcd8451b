/** The built product, running. */
export interface Product {
  readonly origin: string
  readonly dataDir: string
  readonly port: number
  readonly pid: number
  /** Everything printed so far. */
  output(): string
  /** Its exit code, once it has ended. */
  readonly exited: Promise<number | null>
  stop(signal?: NodeJS.Signals): Promise<void>
}

export const adminEmail: string
export const adminPassword: string
export function startProduct(options?: {
  readonly dataDir?: string
  readonly port?: number
  readonly env?: Readonly<Record<string, string>>
}): Promise<Product>
export function newFolder(): string
export function freePort(): Promise<number>
