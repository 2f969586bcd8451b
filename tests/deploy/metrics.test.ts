import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { startBackground } from '../../src/server/background'
import { createJobs } from '../../src/server/process/jobs'
import { openTestDatabase } from '../support/database/database'
import { startServerOn, type TestServer } from '../support/server/server'

interface Rule {
  readonly record?: string
  readonly expr: string
}
interface Dashboard {
  readonly panels: readonly { readonly title: string; readonly targets: readonly { readonly expr: string }[] }[]
  readonly templating: { readonly list: readonly { readonly definition?: string }[] }
}

const rules = (
  parse(readFileSync('deploy/prometheus/frond.rules.yml', 'utf8')) as { groups: { rules: Rule[] }[] }
).groups.flatMap((group) => group.rules)
const dashboard = JSON.parse(readFileSync('deploy/grafana/frond.json', 'utf8')) as Dashboard
const expressions = [
  ...rules.map(({ expr }) => expr),
  ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ...dashboard.templating.list.flatMap(({ definition = '' }) => /^label_values\((.+), \w+\)$/.exec(definition)?.[1] ?? []),
]

/** PromQL's keywords, which are neither functions nor metrics. */
const words = new Set(['and', 'bool', 'by', 'group_left', 'group_right', 'ignoring', 'offset', 'on', 'or', 'unless', 'without'])

/** Lists the metrics in an expression. */
function metricsOf(expr: string): string[] {
  const bare = expr
    .replaceAll(/"[^"]*"/g, '')
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]|\b(?:by|without|on|ignoring)\s*\([^)]*\)/g, ' ')
    .replaceAll(/\b\d[\w.]*/g, ' ')
  return [...bare.matchAll(/[a-zA-Z_][\w:]*(?!\w*\s*\()/g)].map(([name]) => name).filter((name) => !words.has(name))
}

/** Lists the values that the expressions require of a label, except those that a variable or a class of statuses leaves open. */
function valuesOf(label: string): string[] {
  const matchers = expressions.flatMap((expr) => [...expr.matchAll(new RegExp(`\\b${label}!?=~?"([^"$.]+)"`, 'g'))])
  return [...new Set(matchers.flatMap(({ 1: values = '' }) => values.split('|')))]
}

let server: TestServer
let printed = ''

beforeAll(async () => {
  const database = await openTestDatabase()
  // Only a database with a standby prints the metrics of one.
  const replica = { reads: () => database.db, lag: () => Promise.resolve(null), readCounts: { standby: 1, primary: 0 } }
  server = await startServerOn({ ...database, db: { ...database.db, replica } })
  const { jobs } = server.deps
  await jobs.attempt('rollups', async () => undefined)
  await server.app.inject('/api/v1/gateways')
  printed = (await server.app.inject('/metrics')).body
})
afterAll(() => server.close())

describe('the rules and the dashboard', () => {
  it('query only metrics that /metrics prints', () => {
    const declared = [...printed.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(({ 1: name = '', 2: type }) =>
      type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name],
    )
    const known = new Set([...declared, ...rules.flatMap(({ record }) => record ?? []), 'up'])
    const usedMetrics = new Set(expressions.flatMap(metricsOf))
    expect(usedMetrics.size).toBeGreaterThan(12)
    expect([...usedMetrics].filter((name) => !known.has(name))).toEqual([])
  })

  it('query each metric of the standby except its lag in bytes', () => {
    const ofStandby = [...printed.matchAll(/^# TYPE (frond_replica_\w+)/gm)].map(([, name = '']) => name)
    const usedMetrics = new Set(expressions.flatMap(metricsOf))
    expect(ofStandby.filter((name) => !usedMetrics.has(name))).toEqual(['frond_replica_lag_bytes'])
  })

  it('distinguish series by labels that they have', () => {
    const knownLabels = new Set([...printed.matchAll(/[{,](\w+)="/g)].map(([, label]) => label))
    const usedLabels = expressions.flatMap((expr) => [
      ...[...expr.matchAll(/(\w+)(?:=~?|!=|!~)"/g)].map(({ 1: label = '' }) => label),
      ...[...expr.matchAll(/\bby \(([^)]+)\)/g)].flatMap(({ 1: labels = '' }) => labels.split(/,\s*/)),
    ])
    // Prometheus itself adds the labels of the process it scraped.
    expect([...new Set(usedLabels)].filter((label) => !knownLabels.has(label) && !['job', 'instance'].includes(label))).toEqual(
      [],
    )
  })

  it('name existing routes', () => {
    const methods = ['GET', 'POST'] as const
    const routes = valuesOf('route')
    expect(routes).toContain('/api/v1/datapoints')
    expect(routes.filter((url) => !methods.some((method) => server.app.hasRoute({ method, url })))).toEqual([])
  })

  it('name existing background jobs', async () => {
    const names: string[] = []
    const jobs = { ...createJobs(), every: (name: string) => (names.push(name), async () => undefined) }
    await startBackground({ ...server.deps, jobs }, { warn: () => undefined })()
    const usedNames = valuesOf('name')
    expect(usedNames).toContain('rollups')
    expect(usedNames.filter((name) => !names.includes(name))).toEqual([])
  })
})
