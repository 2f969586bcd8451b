// `npm run simulate`: runs gateways that post over HTTP to a running Frond, as real ones do. The first run creates them, later runs find
// them by their EUIs. Ctrl+C stops it. `-- --help` lists the options.
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { root } from '../../../.scripts/root.mjs'
import { help, optionsOf } from './options'
import { simulate } from './simulate'

/** Runs the command; returns its exit code. */
export async function main(args: readonly string[]): Promise<number> {
  const options = optionsOf(args)
  if (options === null) console.log(help)
  else await simulate({ ...options, password: password() }, stopping())
  return 0
}

/** Reads the password: the demo keeps the one it generated in its data folder. */
function password(): string {
  const password = process.env['FROND_PASSWORD']
  if (password) return password
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
