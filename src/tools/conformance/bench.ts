import type { AnyObject } from 'yup'
import { resources } from '../../contract/index'
import { createPath, itemPath, type Resource } from '../../contract/resource'
import { isMissing } from './answer'
import type { Answer, Backend, Sent } from './backend'
import { objectOf, resultOf, type Judge } from './judge'
import type { OpenStream } from './stream'
import { neededReferences, sampleDraft, type Namer, type References } from './samples'
import type { Session } from './token'

/** differs: breaks the contract. missing: an optional call that the backend lacks. unchecked: could not be tried. */
export type Outcome = 'conforms' | 'differs' | 'missing' | 'unchecked'

/** One call, the answer expected, and the answer received. */
export interface Finding {
  readonly area: string
  readonly method: string
  readonly path: string
  /** One sentence. */
  readonly expects: string
  readonly outcome: Outcome
  /** What differs, or why it could not be checked; a sentence each. */
  readonly came: readonly string[]
  /** For an optional call: what the console does without. */
  readonly optional?: string
}

/** The expected answer of a call: in words, and as a judge. */
interface Expectation {
  readonly expects: string
  readonly judge: Judge
  /** For an addition to what the console needs: what is missing without it, e.g. `bulk delete`. */
  readonly optional?: string
}

/** The fields of a row that every area has. */
export interface Row {
  readonly id: string
  readonly version: number
  readonly [field: string]: unknown
}

/** Sends calls, judges the answers and records the findings. */
export interface Bench {
  readonly mayWrite: boolean
  readonly namer: Namer
  readonly backend: Backend
  readonly account: { readonly email: string; readonly password: string }
  /** The console's origin, where it differs from the backend's. */
  readonly origin: string | null
  /** Current token of the session that the check uses. */
  readonly bearer: string
  /** Sends a call and judges the answer; returns null for an unexpected one, so that no later check builds on it. */
  ask(method: string, path: string, expectation: Expectation, sent?: Sent): Promise<Answer | null>
  /** Judges an answer that was received by other means, as `ask` does. */
  note(method: string, path: string, expectation: Expectation, answer: Answer): Answer | null
  /** Opens a stream of events without judging it. */
  openStream(path: string, sent?: Pick<Sent, 'headers' | 'bearer'>): Promise<OpenStream>
  /** Records that something could not be checked, and why. */
  leave(method: string, path: string, expects: string, why: string): void
  /** Reads the rows of a list without judging the answer. */
  rows(resource: Resource): Promise<readonly Row[]>
  /** Returns a body that creates a row, after creating the rows it refers to; null when those could not be created. */
  draft(resource: Resource): Promise<AnyObject | null>
  /** Creates a row without judging the answer; null when that failed. */
  make(resource: Resource): Promise<Row | null>
  /** Remembers a row that this run created, so that `sweep` deletes it. */
  keep(resource: Pick<Resource, 'path'>, id: unknown): void
  forget(id: string): void
}

interface Parts extends Pick<Bench, 'mayWrite' | 'namer' | 'backend' | 'account' | 'origin'> {
  readonly session: Pick<Session, 'token'>
  readonly onFinding: (finding: Omit<Finding, 'area'>) => void
}

/** Creates a bench for a session; `sweep` deletes the created rows, newest first, and returns the paths of those it could not delete. */
export function createBench(parts: Parts): Bench & { sweep(): Promise<string[]> } {
  const { backend, session, namer, onFinding } = parts
  const created = new Map<string, string>()
  const send: Backend['send'] = (method, path, sent = {}) => backend.send(method, path, { bearer: session.token, ...sent })

  async function references(resource: Resource): Promise<References | null> {
    const created: Record<string, string> = {}
    for (const name of neededReferences(resource)) {
      const target = (resources as readonly Resource[]).find((other) => other.name === name)
      const row = target === undefined ? null : await make(target)
      if (row === null) return null
      created[name] = row.id
    }
    return created
  }
  async function draft(resource: Resource): Promise<AnyObject | null> {
    const ids = await references(resource)
    return ids === null ? null : sampleDraft(resource, namer, ids)
  }
  async function make(resource: Resource): Promise<Row | null> {
    if (!resource.ops.includes('create')) return null
    const body = await draft(resource)
    if (body === null) return null
    const answer = await send('POST', createPath(resource), { body })
    const row = rowOf(answer)
    if (row !== null) keep(resource, row.id)
    return row
  }
  function note(method: string, path: string, { expects, judge, optional }: Expectation, answer: Answer): Answer | null {
    const came = judge(answer)
    const outcome = came.length === 0 ? 'conforms' : optional !== undefined && isMissing(answer) ? 'missing' : 'differs'
    onFinding({ method, path, expects, outcome, came, ...(optional !== undefined && { optional }) })
    return outcome === 'conforms' ? answer : null
  }
  function keep(resource: Pick<Resource, 'path'>, id: unknown): void {
    if (typeof id === 'string') created.set(id, itemPath(resource, id))
  }

  return {
    ...parts,
    get bearer() {
      return session.token
    },
    ask: async (method, path, expectation, sent) => note(method, path, expectation, await send(method, path, sent)),
    note,
    openStream: (path, sent = {}) => backend.openStream(path, { bearer: session.token, ...sent }),
    leave(method, path, expects, why) {
      onFinding({ method, path, expects, outcome: 'unchecked', came: [why] })
    },
    async rows(resource) {
      const { body } = await send('GET', `${resource.listPath}?pageSize=200`)
      const list = resultOf(body)
      return Array.isArray(list) ? (list as Row[]).filter((row) => typeof objectOf(row)['id'] === 'string') : []
    },
    draft,
    make,
    keep,
    forget: (id) => void created.delete(id),
    async sweep() {
      const left: string[] = []
      for (const [id, path] of [...created].toReversed()) {
        const { status } = await send('DELETE', path)
        if (status === 204 || status === 200 || status === 404) created.delete(id)
        else left.push(path)
      }
      return left
    },
  }
}

/** Returns the row in an answer's `result`; null when there is none. */
export function rowOf({ body, status }: Answer): Row | null {
  const row = objectOf(resultOf(body))
  return status < 300 && typeof row['id'] === 'string' ? (row as Row) : null
}

/** A group of related calls; `writes`: they change rows, so a read-only run leaves them out. */
export interface Chapter {
  readonly name: string
  readonly writes?: boolean
  run(bench: Bench): Promise<void>
}

/** Makes a chapter that changes rows of a resource. */
export function writingChapter(
  resource: Resource,
  name: string,
  run: (bench: Bench, resource: Resource) => Promise<void>,
): Chapter {
  return { name, writes: true, run: (bench) => run(bench, resource) }
}
