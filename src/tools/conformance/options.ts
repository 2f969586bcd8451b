import { parseArgs } from 'node:util'
import { baseUrl, origin } from '../../server/process/environment'
import { askHidden } from '../../server/process/terminal'

export const help = `npm run conformance -- --url https://api.example.com --email admin@example.com

Checks a backend against what the console needs, call by call, and says what differs.

  --url URL          the backend's address, which may have a path
  --email ADDRESS    an administrator's
  --password TEXT    better in CONFORMANCE_PASSWORD, or typed when it is asked for
  --self             this checkout's own server, started for the check, instead of --url and --email; with --strict
  --origin ORIGIN    the console's origin, if it is another one: CORS must allow it
  --only AREA        one area, such as gateways or session; several with commas, or by several --only
  --read-only        sends only GET, and signs in and out
  --yes              also writes to a backend on another machine that has rows
  --strict           fails also when an optional call is missing
  --quiet            shows only what differs
  --json             prints JSON, for programs
  --timeout SECONDS  longest wait for an answer (15)
  --help             prints this

The check names its rows Conformance … and deletes them again. The exit code is 1 when a call differs or a row
could not be deleted, and 2 when the check cannot begin.`

export interface Options {
  /** The backend's address, without a trailing slash. */
  readonly url: string
  readonly email: string
  readonly password: string | null
  /** The console's origin; null: the backend's own. */
  readonly origin: string | null
  readonly only: readonly string[]
  readonly readOnly: boolean
  readonly yes: boolean
  readonly strict: boolean
  readonly quiet: boolean
  readonly json: boolean
  readonly timeoutMs: number
}

/** Reads the arguments; throws a sentence about a wrong one. */
export function readOptions(args: readonly string[], env: NodeJS.ProcessEnv): Options {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean', default: false } as const
  const { values } = parseArgs({
    args: [...args],
    options: {
      url: text,
      email: text,
      password: text,
      origin: text,
      only: { type: 'string', multiple: true, default: [] },
      timeout: { type: 'string', default: '15' },
      'read-only': flag,
      yes: flag,
      strict: flag,
      quiet: flag,
      json: flag,
    },
  })
  const timeoutMs = Number(values.timeout) * 1000
  if (!(timeoutMs > 0)) throw new Error(`--timeout must be a number of seconds above 0, not ${values.timeout}.`)
  return {
    url: baseUrl({ '--url': values.url }, '--url') ?? missing('url'),
    email: values.email ?? missing('email'),
    password: values.password ?? env['CONFORMANCE_PASSWORD'] ?? null,
    origin: origin({ '--origin': values.origin }, '--origin'),
    only: values.only.flatMap((names) => names.split(',')),
    readOnly: values['read-only'],
    yes: values.yes,
    strict: values.strict,
    quiet: values.quiet,
    json: values.json,
    timeoutMs,
  }
}

function missing(name: string): never {
  throw new Error(`--${name} is missing.\n\n${help}`)
}

/** True for an address on this machine. */
export function isOwnMachine(url: string): boolean {
  return /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(url).hostname)
}

/** Asks for the password at the terminal, without echo. */
export async function askPassword(email: string): Promise<string> {
  if (!process.stdin.isTTY) throw new Error('There is no password: set CONFORMANCE_PASSWORD.')
  return askHidden(`Password of ${email}: `)
}
