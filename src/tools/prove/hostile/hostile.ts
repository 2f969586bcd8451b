import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gatewayKeyPath } from '../../../contract/gatewayTraffic'
import { adminEmail } from '../../product'
import type { Campaign, Run } from '../campaign'
import { clientOf, jsonRequest, type ProbeRequest, type Client } from '../http'
import { createKnown, type Known } from '../known'
import { bearerOf } from '../matrix/accounts'
import { failuresIn, openStage, resultOf, signIn } from '../stage'
import { hostiles } from './clients'
import { p99, servedFaults, SLOWER_MAX, UNNOTICED_MS, type Met } from './judge'

/** Seconds for each hostile client, and for the calm before it. */
const ATTACK_S = 20
const CALM_S = 8
/** Milliseconds between two calls of the measured administrator. */
const PAUSE_MS = 10

export const hostile: Campaign = {
  name: 'hostile',
  about:
    'Clients that send slowly, cut off, flood, send what is huge or nested, one kind after another, while an administrator works.',
  goal: `the administrator’s p99 is at most ${SLOWER_MAX} times that in calm, or below ${UNNOTICED_MS} ms, and every answer a 2xx.`,
  engines: ['pglite', 'postgres'],
  async run(run) {
    const stage = await openStage(run)
    const product = await stage.start({ FROND_REGISTRATION: 'open' })
    const client = clientOf(product.origin, 2)
    run.later(async () => client.stop())
    const [{ token }, other] = [await signIn(client), await bearerOf(client, 'hostile')]
    const known = createKnown(client, adminEmail)
    await known.refresh(token)
    const [gateway] = known.rowsNamed('Gateway')
    const { key } = await resultOf<{ key: string }>(client, jsonRequest('POST', gatewayKeyPath(gateway?.id ?? ''), { token }))
    const calls = callsOf(known, token)
    await meet(client, calls, 2)
    const names = Object.keys(hostiles)
    const share = shareOf(run, names.length)
    const calm: number[] = []
    let [slowest, worst, done] = [0, 0, 0]
    for (const kind of names) {
      calm.push(...(await meet(client, calls, CALM_S * share)).times)
      const attack = attackBy(kind, [String(product.port), String(ATTACK_S * share), other, key])
      const outcome = await meet(client, calls, ATTACK_S * share)
      const times = await attack
      const slower = p99(outcome.times) / p99(calm)
      const summary = `${kind}: ${times} times, p99 ${p99(outcome.times).toFixed(0)} ms of ${outcome.times.length} calls, calm ${p99(calm).toFixed(0)} ms, ${slower.toFixed(1)} times`
      run.say(`  ${summary}`)
      for (const fault of servedFaults(calm, outcome)) run.findings.add(fault, kind, [summary, ...outcome.failed].join('\n'))
      slowest = Math.max(slowest, p99(outcome.times))
      worst = Math.max(worst, slower)
      done += 1
    }
    for (const line of failuresIn(product.output())) run.findings.add('a failure in the log', 'the server', line)
    return {
      'hostile clients': done,
      'ms of p99 in calm': p99(calm),
      'ms of p99 at worst': slowest,
      'times as slow at worst': worst,
    }
  },
}

/** Returns the share of its full time that each client gets, so that all together take the requested minutes. */
function shareOf({ minutes }: Run, count: number): number {
  return minutes === null ? 1 : Math.min(1, (minutes * 60) / (count * (ATTACK_S + CALM_S)))
}

/** Makes an administrator's everyday calls: lists, a row, the dashboard, a save. */
function callsOf(known: Known, token: string): readonly ProbeRequest[] {
  const [sensor] = known.rowsNamed('Sensor')
  const [gateway] = known.rowsNamed('Gateway')
  const get = (path: string) => jsonRequest('GET', path, { token })
  return [
    get('/api/v1/gateways?pageSize=25'),
    get(`/api/v1/gateways/${gateway?.id}`),
    get('/api/v1/dashboard/analytics'),
    get('/api/v2/plants?q=fern'),
    get('/api/v1/sensors?state=offline'),
    jsonRequest('PUT', '/api/v1/sensors', { token, body: { id: sensor?.id, model: 'Moist 3' } }),
  ]
}

/** Sends the calls in turn for `seconds`. */
async function meet(client: Client, calls: readonly ProbeRequest[], seconds: number): Promise<Met> {
  const [times, failed]: [number[], string[]] = [[], []]
  const end = performance.now() + seconds * 1000
  for (let at = 0; performance.now() < end; at += 1) {
    const request = calls[at % calls.length] ?? calls[0]
    if (request === undefined) break
    const began = performance.now()
    const answer = await client.ask(request).catch((error: unknown) => String(error))
    times.push(performance.now() - began)
    if (typeof answer === 'string') failed.push(`${request.method} ${request.path}: ${answer}`)
    else if (answer.status < 200 || answer.status > 299)
      failed.push(`${request.method} ${request.path}: ${answer.status} ${answer.body.toString()}`)
    await sleep(PAUSE_MS)
  }
  return { times, failed }
}

/** Runs a hostile client in a separate process; returns how often it attacked. */
async function attackBy(kind: string, args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'hostile.js'), kind, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (part) => (output += String(part)))
  await once(child, 'close')
  return output
}
