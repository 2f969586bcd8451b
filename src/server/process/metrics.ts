import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createHash, timingSafeEqual } from 'node:crypto'
import type { Counter as CounterOf, Gauge as GaugeOf, Registry } from 'prom-client'
import type { Lag, Replica } from '../db/database'
import type { JobRecord, Jobs } from './jobs'
import { isFromThisMachine } from '../http/local'
import { refusal } from '../http/problems'
import type { Settings } from './settings'

const buckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

/**
 * Registers Prometheus' /metrics: durations of calls by route, background jobs, and the process. Readable from this machine, or with
 * FROND_METRICS_TOKEN.
 */
export function metricsRoute(
  app: FastifyInstance,
  { metricsToken }: Pick<Settings, 'metricsToken'>,
  jobs: Jobs,
  replica: Replica | undefined,
): void {
  let meter: ReturnType<typeof startMeter> | null = null
  const ready = () => (meter ??= startMeter(jobs, replica))
  app.addHook('onListen', (done) => {
    void ready()
    done()
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    const { duration } = await ready()
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request, metricsToken)) throw refusal(404, 'not_found', 'There is nothing here')
    const { registry } = await ready()
    reply.headers({ 'content-type': registry.contentType, 'cache-control': 'no-store' })
    return registry.metrics()
  })
}

async function startMeter(jobs: Jobs, replica: Replica | undefined) {
  const prometheus = await loadPrometheus()
  const { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } = prometheus
  const registry = new Registry()
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request to the end of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers: [registry],
  })
  collectDefaultMetrics({ register: registry })
  /** Options of a metric that reads the jobs' statistics at each scrape. */
  const ofJobs = (name: string, help: string, value: (record: JobRecord) => number) => ({
    name,
    help,
    labelNames: ['name'],
    registers: [registry],
    collect(this: CounterOf | GaugeOf) {
      this.reset()
      for (const record of jobs.records()) this.inc({ name: record.name }, value(record))
    },
  })
  void new Counter(ofJobs('frond_job_runs_total', 'Runs of a background job', ({ runs }) => runs))
  void new Counter(ofJobs('frond_job_failures_total', 'Failed runs of a background job', ({ failures }) => failures))
  void new Gauge(
    ofJobs(
      'frond_job_failures_in_row',
      'Failed runs of a background job since the last good one',
      (record) => record.failuresInRow,
    ),
  )
  if (replica !== undefined) measureReplica(registry, prometheus, replica)
  return { registry, duration }
}

type Prometheus = Awaited<ReturnType<typeof loadPrometheus>>

/** Loads the library after the start, which it would lengthen by a twelfth. */
const loadPrometheus = () => import('prom-client')

/** Registers metrics of the standby: its lag, queried at each scrape, and which server answered reads. */
function measureReplica(registry: Registry, { Counter, Gauge }: Prometheus, replica: Replica): void {
  const registers = [registry]
  const ofLag = (name: string, help: string, valueOf: (lag: Lag | null) => number) => ({
    name,
    help,
    registers,
    async collect(this: GaugeOf) {
      this.set(valueOf(await replica.lag()))
    },
  })
  void new Gauge(ofLag('frond_replica_up', '1 while the standby of DATABASE_READ_URL answers', (lag) => (lag === null ? 0 : 1)))
  void new Gauge(ofLag('frond_replica_lag_bytes', 'Log that the standby has not replayed yet', (lag) => lag?.bytes ?? Number.NaN))
  void new Gauge(
    ofLag(
      'frond_replica_lag_seconds',
      'Age of the last transaction that the standby replayed, 0 when it replayed all',
      (lag) => lag?.seconds ?? Number.NaN,
    ),
  )
  void new Counter({
    name: 'frond_replica_reads_total',
    help: 'Reads that may go to the standby, by the server that answered',
    labelNames: ['from'],
    registers,
    collect() {
      this.reset()
      for (const [from, count] of Object.entries(replica.readCounts)) this.inc({ from }, count)
    },
  })
}

function mayRead(request: FastifyRequest, token: string | null): boolean {
  if (token !== null && sameText(request.headers.authorization ?? '', `Bearer ${token}`)) return true
  return isFromThisMachine(request)
}

function sameText(a: string, b: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}
