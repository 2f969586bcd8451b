import { sessionPaths } from '../../contract/session'
import { startPostgres, type Cluster } from '../postgres'
import { adminEmail, adminPassword, newFolder, startProduct, type Product } from '../product'
import type { Run } from './campaign'
import { jsonRequest, type Client } from './http'

/** The product's secret in every campaign, so that tokens can be forged as by a thief of the secret. */
export const SECRET = 'a secret for campaigns, and for campaigns only'

/** An empty database, on which the product can be started repeatedly. */
export interface Stage {
  /** Null on PGlite. */
  readonly cluster: Cluster | null
  /** `spawned` receives the process id before the product is ready. */
  start(env?: Readonly<Record<string, string>>, port?: number, spawned?: (pid: number) => void): Promise<Product>
}

/** Opens an empty database on the run's engine. Everything started on it is stopped at the end. */
export async function openStage({ engine, later }: Pick<Run, 'engine' | 'later'>): Promise<Stage> {
  const cluster = engine === 'postgres' ? await startPostgres() : null
  if (engine === 'postgres' && cluster === null)
    throw new Error('There are no PostgreSQL programs on this machine: install PostgreSQL 15 or later, or use --engine pglite')
  if (cluster !== null) later(() => cluster.stop())
  const dataDir = newFolder()
  return {
    cluster,
    async start(env = {}, port, spawned) {
      const product = await startProduct({
        dataDir,
        ...(port !== undefined && { port }),
        ...(spawned !== undefined && { spawned }),
        env: {
          FROND_SECRET: SECRET,
          FROND_ADMIN_EMAIL: adminEmail,
          ...(cluster !== null && { DATABASE_URL: cluster.url }),
          ...env,
        },
      })
      later(() => product.stop('SIGKILL'))
      return product
    },
  }
}

/** An administrator's session. */
export interface SignedIn {
  readonly token: string
  /** Device token for the next sign-in: failed guesses by others do not lock this device out. */
  readonly device: string | undefined
}

/** Signs in as the product's first administrator, or as another; throws the answer unless it is a session. */
export async function signIn(
  client: Client,
  {
    email = adminEmail,
    password = adminPassword,
    device,
  }: { email?: string; password?: string; device?: string | undefined } = {},
): Promise<SignedIn> {
  const body = { email, password, role: 'admin', ...(device !== undefined && { device }) }
  const answer = await client.ask(jsonRequest('POST', sessionPaths.signIn, { body }))
  if (answer.status !== 200) throw new Error(`The sign-in was answered with ${answer.status}: ${answer.body.toString()}`)
  const { result } = JSON.parse(answer.body.toString()) as { result: { token: string; device?: string } }
  return { token: result.token, device: result.device ?? device }
}

/** Returns the `result` of a call; throws the answer unless it is a success. */
export async function resultOf<Result>(client: Client, request: ReturnType<typeof jsonRequest>): Promise<Result> {
  const { status, body } = await client.ask(request)
  if (status < 200 || status > 299)
    throw new Error(`${request.method} ${request.path} was answered with ${status}: ${body.toString()}`)
  return (body.length === 0 ? undefined : (JSON.parse(body.toString()) as { result: Result }).result) as Result
}

/** Lists the failures in the server's output: log entries from level 50, and uncaught errors. */
export function failuresIn(output: string): string[] {
  return output.split('\n').filter((line) => /"level":[56]0\b|Uncaught|unhandled/i.test(line))
}
