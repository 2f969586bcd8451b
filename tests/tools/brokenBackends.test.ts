// @module-tag long
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { backendAt } from '../../src/tools/conformance/backend'
import type { Finding } from '../../src/tools/conformance/bench'
import { exitCode, findingText, summaryText } from '../../src/tools/conformance/report'
import { areas, areasNamed, checkBackend, type Outcomes } from '../../src/tools/conformance/run'
import { EVENTS_PATH } from '../../src/contract/constants'
import { resources } from '../../src/contract/index'
import type { Resource } from '../../src/contract/resource'
import { dealt, seed } from '../support/full'
import { type Fault, pathOf } from '../support/server/brokenBackend'
import { callWith } from '../support/server/calls'
import { fillAll } from '../support/rows/fill'
import { oneServer } from '../support/server/hooks'
import { ADMIN } from '../support/server/server'
import { faults } from './backendFaults'

// Each test makes several hundred calls, on a machine that may be busy.
const PATIENT = { timeout: 120_000 }

const server = oneServer({ corsOrigins: ['https://console.example.com'] })
let origin: string
beforeAll(async () => {
  origin = await server.app.listen({ host: '127.0.0.1', port: 0 })
  await server.signIn()
  await fillAll(server.db)
})
// Closes the streams that would stay open for a while.
afterAll(() => server.app.server.closeAllConnections())

async function check(
  only: readonly string[],
  fault: Fault | null = null,
  { readOnly = false, consoleAt = null as string | null } = {},
): Promise<Outcomes> {
  // Passes a stream over the network, because it never ends.
  const pass = (request: Request) =>
    pathOf(request) === EVENTS_PATH && request.method === 'GET'
      ? fetch(`${origin}${EVENTS_PATH}${new URL(request.url).search}`, request)
      : server.fetch(request)
  const reach: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    return fault === null ? pass(request) : fault(request, pass)
  }
  return checkBackend({
    backend: backendAt(server.settings.publicUrl, reach, 30_000),
    account: ADMIN,
    areas: areasNamed(only),
    readOnly,
    origin: consoleAt,
  })
}

/** Returns a finding's call with its ids replaced, as in the report. */
const callOf = ({ method, path }: Finding) => `${method} ${path.replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '{id}')}`

describe('the conformance check', PATIENT, () => {
  // An eighth of the areas, by the seed: tests/server/conformance.test.ts checks each of them.
  const some = dealt(areas, seed % 8, 8).map(({ name }) => name)
  it(`finds nothing in the reference API, and leaves no rows (${some.join(', ')})`, async () => {
    const before = await totals()
    const outcomes = await check(some)
    expect(outcomes.findings.filter(({ outcome }) => outcome !== 'conforms').map(findingText)).toEqual([])
    expect(exitCode(outcomes, true)).toBe(0)
    expect(outcomes.left).toEqual([])
    expect(await totals()).toEqual(before)
  })

  it.each(faults)('reports it when %s', async (_name, area, fault, call, said) => {
    const outcomes = await check([area], fault)
    const found = outcomes.findings.filter(({ outcome }) => outcome === 'differs')
    expect(found.map((finding) => `${callOf(finding)} ${finding.came.join('; ')}`)).toContainEqual(
      expect.stringMatching(new RegExp(`^${escaped(call)}.* .*${escaped(said)}`)),
    )
    expect(exitCode(outcomes, false)).toBe(1)
  })

  it('distinguishes missing optional calls from those that the console needs', async () => {
    const outcomes = await check(['temperature_groups'], async (request, pass) => {
      const isExtra = /\/(?:bulk_delete|bulk_update|preview|import|restore)$/.test(pathOf(request))
      return isExtra ? new Response(null, { status: 404 }) : pass(request)
    })
    const { findings } = outcomes
    expect(new Set(findings.map(({ outcome }) => outcome))).toEqual(new Set(['conforms', 'missing']))
    expect(summaryText(outcomes)).toContain('○ deleting several rows at once (temperature_groups)')
    expect([exitCode(outcomes, false), exitCode(outcomes, true)]).toEqual([0, 1])
  })

  it('accepts a backend without alerts and rollouts', async () => {
    const areas = ['notification_channels', 'alert_rules', 'alerts', 'rollouts']
    const lacking: Fault = async (request, pass) => {
      if (areas.includes(pathOf(request).split('/')[3] ?? '')) return new Response(null, { status: 404 })
      const response = await pass(request)
      if (!pathOf(request).endsWith('/openapi.json')) return response
      const { paths, ...described } = (await response.json()) as { paths: Record<string, unknown> }
      const left = Object.entries(paths).filter(([path]) => !areas.includes(path.split('/')[3] ?? ''))
      return Response.json({ ...described, paths: Object.fromEntries(left) })
    }
    const outcomes = await check([...areas, 'openapi'], lacking)
    expect(outcomes.findings.map(({ area, outcome }) => [area, outcome])).toEqual([
      ...areas.map((area) => [area, 'missing']),
      ['openapi', 'conforms'],
    ])
    expect(summaryText(outcomes)).toContain('○ all of alert rules (alert_rules)')
    expect([exitCode(outcomes, false), exitCode(outcomes, true)]).toEqual([0, 1])
  })

  it('sends no writing call in read-only mode', async () => {
    const sent: string[] = []
    const { findings } = await check(
      [],
      (request, pass) => {
        sent.push(`${request.method} ${pathOf(request)}`)
        return pass(request)
      },
      { readOnly: true },
    )
    const session = ['POST /api/v1/users/login', 'POST /api/v1/auth/sign_out']
    expect(sent.filter((call) => !call.startsWith('GET ') && !session.includes(call))).toEqual([])
    expect(findings.length).toBeGreaterThan(100)
    expect(findings.filter(({ outcome }) => outcome === 'differs')).toEqual([])
  })

  it('names the created rows that it could not delete', async () => {
    const outcomes = await check(['humidity_groups'], (request, pass) =>
      request.method === 'DELETE' ? Response.json({ message: 'No' }, { status: 403 }) : pass(request),
    )
    expect(outcomes.left.length).toBeGreaterThan(0)
    expect(summaryText(outcomes)).toContain('could not be deleted')
  })

  it('ends its session', async () => {
    const live = sql`select count(*) as count from sessions where ended_at is null`
    const { rows: before } = await server.db.query(live)
    await check(['dashboard'])
    expect((await server.db.query(live)).rows).toEqual(before)
  })

  it('searches in capitals, but for letters that capitals turn into others', async () => {
    const asked: (string | null)[] = []
    const rows: Fault = (request, pass) => {
      const { searchParams } = new URL(request.url)
      asked.push(searchParams.get('q'))
      const isList = pathOf(request) === '/api/v1/humidity_groups' && searchParams.get('pageSize') === '200'
      return isList ? Response.json({ result: [{ id: 'one', name: 'Weiß, ﬁg, ŉ' }] }) : pass(request)
    }
    await check(['humidity_groups'], rows, { readOnly: true })
    expect(asked).toContain('WEIß, ﬁG, ŉ')
  })

  it('reports missing CORS headers for a console of another origin', async () => {
    const known = 'https://console.example.com'
    const letIn = await check(['cors', 'events'], null, { consoleAt: known })
    expect(letIn.findings.filter(({ outcome }) => outcome !== 'conforms')).toEqual([])
    expect(letIn.findings.filter(({ method }) => method === 'OPTIONS')).toHaveLength(2)
    const { findings } = await check(['cors'], null, { consoleAt: 'https://elsewhere.example.com' })
    expect(findings.flatMap(({ came }) => came)).toContain('Access-Control-Allow-Origin is missing')
    expect((await check(['cors'])).findings).toEqual([])
    const hiding: Fault = async (request, pass) => {
      const response = await pass(request)
      response.headers.set('access-control-expose-headers', 'ETag, Retry-After, WWW-Authenticate')
      return response
    }
    const hidden = await check(['cors'], hiding, { consoleAt: known })
    expect(hidden.findings.flatMap(({ came }) => came)).toEqual(['access-control-expose-headers lacks X-Request-Id'])
  })

  it('does not start when it cannot sign in', async () => {
    const refuse: Fault = () => Response.json({ message: 'Closed for today' }, { status: 503 })
    await expect(check([], refuse)).rejects.toThrow('503 “Closed for today”')
  })
})

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}

async function totals(): Promise<Record<string, number>> {
  const call = callWith(server, await server.signIn())
  const counted: Record<string, number> = {}
  for (const { name, listPath } of resources as readonly Resource[]) counted[name] = (await call('GET', listPath)).body.meta.total
  return counted
}
