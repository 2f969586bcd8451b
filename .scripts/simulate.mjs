// `npm run simulate`: gateways that post over HTTP as real ones do, to a Frond that runs. They are made on the first run, and found again by
// their EUIs on the next. Ctrl+C ends it. `-- --help` tells the options.
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { adminEmail } from './product.mjs'
import { fail, root } from './root.mjs'
import { simulate } from './simulate/simulate.mjs'

const options = {
  url: { type: 'string', default: 'http://127.0.0.1:4600' },
  email: { type: 'string', default: adminEmail },
  gateways: { type: 'string', default: '4' },
  sensors: { type: 'string', default: '6' },
  every: { type: 'string', default: '10' },
  history: { type: 'string', default: '24' },
  rounds: { type: 'string', default: '0' },
  faults: { type: 'string', default: '0.02' },
  drift: { type: 'string', default: '0' },
  outages: { type: 'string', default: '0.01' },
  flood: { type: 'string', default: '0' },
  seed: { type: 'string', default: '1' },
  help: { type: 'boolean', default: false },
}

const help = `npm run simulate -- [options]

  --url URL       the server (http://127.0.0.1:4600)
  --email MAIL    an administrator (${adminEmail}); the password comes from FROND_PASSWORD, or is the demo's own
  --gateways N    how many gateways (4)
  --sensors N     sensors of each (6)
  --every S       seconds between two posts of a gateway (10)
  --history H     hours of readings sent at first, so that curves begin with something (24)
  --rounds N      posts of each gateway before it ends by itself; 0 goes on (0)
  --faults P      share of posts with something wrong: sent twice, a value that cannot be, an unknown sensor, no JSON (0.02)
  --drift S       seconds by which the clock of every other gateway goes ahead, or behind with --drift=-S (0)
  --outages P     chance at each post that a gateway falls silent for a while, and sends all it kept when it is back (0.01)
  --flood N       posts too many that the first gateway sends each time, at once (0)
  --seed N        the same seed, the same house (1)
`

try {
  const { values } = parseArgs({ options })
  if (values.help) console.log(help)
  else
    await simulate({ ...numbers(values), url: new URL(values.url).origin, email: values.email, password: password() }, stopping())
} catch (error) {
  fail(error)
}

function numbers(values) {
  const names = ['gateways', 'sensors', 'every', 'history', 'rounds', 'faults', 'drift', 'outages', 'flood', 'seed']
  return Object.fromEntries(
    names.map((name) => {
      const number = Number(values[name])
      if (!Number.isFinite(number) || (number < 0 && name !== 'drift'))
        throw new Error(`--${name} is a number from 0, not ${values[name]}`)
      return [name, number]
    }),
  )
}

/** The demo keeps the password that it made in its data folder. */
function password() {
  const given = process.env['FROND_PASSWORD']
  if (given) return given
  const kept = join(resolve(root, process.env['FROND_DATA_DIR'] ?? 'data'), 'admin-password')
  if (existsSync(kept)) return readFileSync(kept, 'utf8').trim()
  throw new Error('Set FROND_PASSWORD to the administrator’s password')
}

function stopping() {
  const controller = new AbortController()
  process.once('SIGINT', () => controller.abort())
  process.once('SIGTERM', () => controller.abort())
  return controller.signal
}
