import { resources } from '../../contract/index'
import type { Resource, Operation } from '../../contract/resource'
import { sessionPaths } from '../../contract/session'
import type { Backend } from './backend'
import { createBench, type Bench, type Chapter, type Finding } from './bench'
import { changingChapters } from './changing'
import { corsChapters } from './cors'
import { creatingChapters } from './creating'
import { eventChapters } from './events'
import { extraChapters } from './extras'
import { historyChapters } from './history'
import { manyChapters } from './many'
import { lacks } from './optional'
import { readingChapters } from './reading'
import { relationChapters } from './relations'
import { createNamer } from './samples'
import { sessionChapters } from './session'
import { accountChapters, dashboardChapters, openApiChapters } from './singleCalls'
import { signIn, type Session } from './token'

/** A part of the API that can be checked separately. */
export interface Area {
  /** Its name for `--only`: the last segment of its path. */
  readonly name: string
  readonly resource?: Resource
  readonly chapters: readonly Chapter[]
}

/** All areas of the contract, in the order of the check. */
export const areas: readonly Area[] = [
  { name: 'cors', chapters: corsChapters },
  { name: 'session', chapters: sessionChapters },
  { name: 'dashboard', chapters: dashboardChapters },
  ...(resources as readonly Resource[]).map((resource) => ({
    name: segmentOf(resource),
    resource,
    chapters: chaptersOf(resource),
  })),
  { name: 'account', chapters: accountChapters },
  { name: 'events', chapters: eventChapters },
  { name: 'openapi', chapters: openApiChapters },
]

/** Lists the chapters of a resource: the common ones, and its own. */
export function chaptersOf(resource: Resource): readonly Chapter[] {
  const extras: Readonly<Record<string, readonly Chapter[] | undefined>> = extraChapters
  return [
    ...readingChapters(resource),
    ...creatingChapters(resource),
    ...changingChapters(resource),
    ...manyChapters(resource),
    ...historyChapters(resource),
    ...relationChapters(resource),
    ...(extras[resource.name] ?? []),
  ]
}

function segmentOf({ path }: Resource): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** Finds the areas with these names; dashes stand for underscores. Throws a sentence about a name without an area. */
export function areasNamed(names: readonly string[]): readonly Area[] {
  if (names.length === 0) return areas
  return names.map((name) => {
    const area = areas.find((one) => one.name === name.replaceAll('-', '_'))
    if (area === undefined)
      throw new Error(`There is no area ${name}. The areas are: ${areas.map((one) => one.name).join(', ')}.`)
    return area
  })
}

interface Plan {
  readonly backend: Backend
  readonly account: Bench['account']
  readonly areas: readonly Area[]
  /** The console's origin, where it differs from the backend's. */
  readonly origin?: string | null
  /** Sends only GET, and signing in and out. */
  readonly readOnly: boolean
  /** Runs before the first call that writes, with the resources that already have rows; returns why not to write, or null. */
  readonly objection?: (occupied: readonly string[]) => string | null
  readonly onFinding?: (finding: Finding) => void
  readonly signal?: AbortSignal
  /** The time in milliseconds since 1970, by which the token is renewed. */
  readonly now?: () => number
}

export interface Outcomes {
  readonly findings: readonly Finding[]
  /** Paths of created rows that could not be deleted. */
  readonly left: readonly string[]
}

/** Checks a backend call by call, deletes the rows it created, and ends its session. Throws a sentence when it cannot sign in. */
export async function checkBackend(plan: Plan): Promise<Outcomes> {
  const { backend, account, now = Date.now } = plan
  const session = await signIn(backend, account, now)
  if ('reason' in session) throw new Error(`Signing in as ${account.email} failed: ${session.reason}`)
  try {
    return await checkSignedIn(plan, session)
  } finally {
    await backend.send('POST', sessionPaths.signOut, { bearer: session.token })
  }
}

async function checkSignedIn(plan: Plan, session: Session): Promise<Outcomes> {
  const { backend, account, readOnly, onFinding, signal } = plan
  const findings: Finding[] = []
  let area = ''
  const bench = createBench({
    backend,
    account,
    origin: plan.origin ?? null,
    session,
    mayWrite: !readOnly,
    namer: createNamer(),
    onFinding(found) {
      const finding = { area, ...found }
      findings.push(finding)
      onFinding?.(finding)
    },
  })
  if (!readOnly) {
    const objection = plan.objection?.(await occupiedAreas(bench)) ?? null
    if (objection !== null) throw new Error(objection)
  }
  let left: string[] = []
  try {
    for (const { name, resource, chapters } of plan.areas) {
      area = name
      if (resource !== undefined && (await lacks(bench, resource))) continue
      for (const chapter of chapters) {
        if (signal?.aborted === true || (readOnly && chapter.writes === true)) continue
        await session.renew()
        await chapter.run(bench)
      }
    }
  } finally {
    await session.renew()
    left = await bench.sweep()
  }
  return { findings, left }
}

/** Names the resources that have rows and to which a run would add some. */
async function occupiedAreas(bench: Bench): Promise<string[]> {
  const occupied: string[] = []
  const creates: Operation = 'create'
  for (const resource of resources as readonly Resource[])
    if (resource.ops.includes(creates) && (await bench.rows(resource)).length > 0) occupied.push(resource.nouns.many)
  return occupied
}
