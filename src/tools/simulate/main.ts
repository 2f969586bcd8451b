// `npm run simulate`: gateways that post over HTTP as real ones do, to a Frond that runs. They are made on the first run, and found again by
// their EUIs on the next. Ctrl+C ends it. `-- --help` tells the options.
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { root } from '../../../.scripts/root.mjs'
import { help, optionsOf } from './options'
import { simulate } from './simulate'

/** The command: answers its exit code. */
export async function main(args: readonly string[]): Promise<number> {
  const options = optionsOf(args)
  if (options === null) console.log(help)
  else await simulate({ ...options, password: password() }, stopping())
  return 0
}

/** The demo keeps the password that it made in its data folder. */
function password(): string {
  const given = process.env['FROND_PASSWORD']
  if (given) return given
  const passwordFile = join(resolve(root, process.env['FROND_DATA_DIR'] ?? 'data'), 'admin-password')
  if (existsSync(passwordFile)) return readFileSync(passwordFile, 'utf8').trim()
  throw new Error('Set FROND_PASSWORD to the administrator’s password, or start the demo first by npm start')
}

function stopping(): AbortSignal {
  const controller = new AbortController()
  process.once('SIGINT', () => controller.abort())
  process.once('SIGTERM', () => controller.abort())
  return controller.signal
}
