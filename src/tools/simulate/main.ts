// `npm run simulate`: runs gateways that post over HTTP to a running Frond, as real ones do. The first run creates them, later runs find
// them by their EUIs. Ctrl+C stops it. `-- --help` lists the options.
import { help, optionsOf, passwordOf } from './options'
import { simulate } from './simulate'

/** Runs the command; returns its exit code. */
export async function main(args: readonly string[]): Promise<number> {
  const options = optionsOf(args)
  if (options === null) console.log(help)
  else await simulate({ ...options, password: passwordOf(process.env) }, stopping())
  return 0
}

function stopping(): AbortSignal {
  const controller = new AbortController()
  process.once('SIGINT', () => controller.abort())
  process.once('SIGTERM', () => controller.abort())
  return controller.signal
}
