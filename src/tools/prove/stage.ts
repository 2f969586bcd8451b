import { sessionPaths } from '../../contract/session'
import { startPostgres, type Cluster } from '../postgres'
import { adminEmail, adminPassword, newFolder, startProduct, type Product } from '../product'
import type { Run } from './campaign'
import { jsonAsked, type Client } from './http'

/** What the product is set to in every campaign, so that tokens can be forged as somebody who knew the secret could. */
export const SECRET = 'a secret for campaigns, and for campaigns only'

/** A database of its own, on which the product is started as often as need be. */
export interface Stage {
  /** Null on PGlite. */
  readonly cluster: Cluster | null
  /** `spawned` hears of the process before the product is ready. */
  start(env?: Readonly<Record<string, string>>, port?: number, spawned?: (pid: number) => void): Promise<Product>
}

/** An empty database on the engine of the run. Whatever was started on it is stopped at the end. */
export async function openStage({ engine, later }: Pick<Run, 'engine' | 'later'>): Promise<Stage> {
  const cluster = engine === 'postgres' ? await startPostgres() : null
  if (engine === 'postgres' && cluster === null)
    throw new Error('There are no PostgreSQL programs on this machine: install PostgreSQL 15 or later, or say --engine pglite')
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

/** A session of an administrator. */
export interface SignedIn {
  readonly token: string
  /** For the next sign-in: what others try in vain does not keep this device out. */
  readonly device: string | undefined
}

/** Signs in as the product's first administrator, or as another; throws what was answered instead. */
export async function signIn(
  client: Client,
  {
    email = adminEmail,
    password = adminPassword,
    device,
  }: { email?: string; password?: string; device?: string | undefined } = {},
): Promise<SignedIn> {
  const body = { email, password, role: 'admin', ...(device !== undefined && { device }) }
  const answer = await client.ask(jsonAsked('POST', sessionPaths.signIn, { body }))
  if (answer.status !== 200) throw new Error(`The sign-in was answered with ${answer.status}: ${answer.body.toString()}`)
  const { result } = JSON.parse(answer.body.toString()) as { result: { token: string; device?: string } }
  return { token: result.token, device: result.device ?? device }
}

/** `result` of a call; throws what was answered unless it is a success. */
export async function resultOf<Result>(client: Client, asked: ReturnType<typeof jsonAsked>): Promise<Result> {
  const { status, body } = await client.ask(asked)
  if (status < 200 || status > 299)
    throw new Error(`${asked.method} ${asked.path} was answered with ${status}: ${body.toString()}`)
  return (body.length === 0 ? undefined : (JSON.parse(body.toString()) as { result: Result }).result) as Result
}

/** What the server wrote of its own failures: entries of the log from level 50, and what ended it. */
export function failuresIn(output: string): string[] {
  return output.split('\n').filter((line) => /"level":[56]0\b|Uncaught|unhandled/i.test(line))
}
