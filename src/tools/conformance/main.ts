import { ensureBuilt } from '../../../.scripts/build.mjs'
import { adminEmail, adminPassword, startProduct } from '../product'
import { backendAt } from './backend'
import type { Finding } from './bench'
import { askPassword, isOwnMachine, readOptions, type Options } from './options'
import { exitCode, findingText, reportJson, summaryText } from './report'
import { areasNamed, checkBackend } from './run'

export { help } from './options'

/**
 * `npm run conformance -- --url … --email …`: checks any backend against the contract, call by call; see the README. `-- --self` checks
 * this checkout's own server. Returns the exit code.
 */
export async function main(args: readonly string[]): Promise<number> {
  try {
    return await (args.includes('--self') ? checkSelf(args.filter((arg) => arg !== '--self')) : checkNamed(args))
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    return 2
  }
}

/** Starts the built product with its demo rows and requires all of the contract, optional calls included. */
async function checkSelf(args: readonly string[]): Promise<number> {
  ensureBuilt()
  const product = await startProduct()
  process.env['CONFORMANCE_PASSWORD'] = adminPassword
  return checkNamed(['--url', product.origin, '--email', adminEmail, '--strict', ...args]).finally(() => product.stop())
}

async function checkNamed(args: readonly string[]): Promise<number> {
  const options = readOptions(args, process.env)
  const { url, email, origin, only, readOnly, json, timeoutMs, strict } = options
  const areas = areasNamed(only)
  const password = options.password ?? (await askPassword(email))
  const say = (text: string): void => console.log(discreet(text, password))
  const stop = new AbortController()
  process.once('SIGINT', () => stop.abort())
  const outcomes = await checkBackend({
    backend: backendAt(url, fetch, timeoutMs),
    account: { email, password },
    areas,
    origin,
    readOnly,
    objection: (occupied) => (options.yes || isOwnMachine(url) ? null : objectionTo(url, occupied)),
    onFinding: printer(options, say),
    signal: stop.signal,
  })
  say(json ? reportJson(url, readOnly, outcomes) : `\n${summaryText(outcomes)}`)
  return stop.signal.aborted ? 130 : exitCode(outcomes, strict)
}

function objectionTo(url: string, occupied: readonly string[]): string | null {
  if (occupied.length === 0) return null
  return `${url} has ${occupied.join(', ')}. The check would create rows there and delete them again: allow that with --yes, or use --read-only.`
}

/** Prints each finding as it arrives, below the name of its area. */
function printer({ json, quiet }: Options, say: (text: string) => void): (finding: Finding) => void {
  let shown = ''
  return (finding) => {
    if (json || (quiet && finding.outcome === 'conforms')) return
    if (finding.area !== shown) say(`\n${finding.area}`)
    shown = finding.area
    say(findingText(finding))
  }
}

/** Masks the password and tokens, whatever the backend answers. */
function discreet(text: string, password: string): string {
  return (password === '' ? text : text.replaceAll(password, '•••')).replace(/eyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?/g, '•••')
}
