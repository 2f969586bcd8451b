// `npm run simulate`: runs gateways that post over HTTP to a running Frond, as real ones do. The first run creates them, later runs find
// them by their EUIs. Ctrl+C stops it.
import { optionsOf, passwordOf } from './options'
import { simulate } from './simulate'

export { help } from './options'

/** Runs the command; returns its exit code. */
export async function main(args: readonly string[]): Promise<number> {
  await simulate({ ...optionsOf(args), password: passwordOf(process.env) }, stopping())
  return 0
}

function stopping(): AbortSignal {
  const controller = new AbortController()
  process.once('SIGINT', () => controller.abort())
  process.once('SIGTERM', () => controller.abort())
  return controller.signal
}
