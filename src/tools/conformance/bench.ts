import type { AnyObject } from 'yup'
import { resources } from '../../contract/index'
import { createPath, itemPath, type Resource } from '../../contract/resource'
import type { Answer, Backend, Sent } from './backend'
import { objectOf, resultOf, type Judge } from './judge'
import type { Hearing } from './stream'
import { neededReferences, sampleDraft, type Namer, type References } from './samples'

/** differs: not as the contract has it. missing: an optional call that is not there. unchecked: it could not be tried. */
export type Outcome = 'conforms' | 'differs' | 'missing' | 'unchecked'

/** One call, what was expected of it, and what came. */
export interface Finding {
  readonly area: string
  readonly method: string
  readonly path: string
  /** One sentence. */
  readonly expects: string
  readonly outcome: Outcome
  /** What differs, or why it could not be checked; a sentence each. */
  readonly came: readonly string[]
  /** Of an optional call: what the console does without. */
  readonly optional?: string
}

/** What a call is expected to answer, in words and as it is judged. */
interface Expectation {
  readonly expects: string
  readonly judge: Judge
  /** An addition to what the console needs: what is missing without it, e.g. `bulk delete`. */
  readonly optional?: string
}

/** A row as far as every area has it. */
export interface Row {
  readonly id: string
  readonly version: number
  readonly [field: string]: unknown
}

/** Where calls are tried, judged and written down. */
export interface Bench {
  readonly mayWrite: boolean
  readonly namer: Namer
  readonly backend: Backend
  readonly account: { readonly email: string; readonly password: string }
  /** Where the console will stand, if that is another origin than the backend's. */
  readonly origin: string | null
  /** Token of the session that the check goes by. */
  readonly bearer: string
  /** Makes a call and judges it; the answer is null when it is not as expected, so that nothing is built on it. */
  ask(method: string, path: string, expectation: Expectation, sent?: Sent): Promise<Answer | null>
  /** Judges an answer that came by another way, as `ask` does. */
  note(method: string, path: string, expectation: Expectation, answer: Answer): Answer | null
  /** Opens a stream of events, without judging it. */
  hear(path: string, sent?: Pick<Sent, 'headers' | 'bearer'>): Promise<Hearing>
  /** Writes down that something could not be checked, and why. */
  leave(method: string, path: string, expects: string, why: string): void
  /** The rows of a list, read without being judged. */
  rows(resource: Resource): Promise<readonly Row[]>
  /** A body that creates a row, with what it refers to in place; null when that could not be made. */
  draft(resource: Resource): Promise<AnyObject | null>
  /** A row of ours, made without being judged; null when it could not be. */
  make(resource: Resource): Promise<Row | null>
  /** Remembers a row of ours, so that it is gone in the end. */
  keep(resource: Pick<Resource, 'path'>, id: unknown): void
  forget(id: string): void
}

interface Parts extends Pick<Bench, 'mayWrite' | 'namer' | 'backend' | 'account' | 'bearer' | 'origin'> {
  readonly onFinding: (finding: Omit<Finding, 'area'>) => void
}

/** A bench for a session; `sweep` deletes what was made, the newest first, and answers the paths of what would not go. */
export function createBench(parts: Parts): Bench & { sweep(): Promise<string[]> } {
  const { backend, bearer, namer, onFinding } = parts
  const created = new Map<string, string>()
  const send: Backend['send'] = (method, path, sent = {}) => backend.send(method, path, { bearer, ...sent })

  async function references(resource: Resource): Promise<References | null> {
    const made: Record<string, string> = {}
    for (const name of neededReferences(resource)) {
      const target = (resources as readonly Resource[]).find((other) => other.name === name)
      const row = target === undefined ? null : await make(target)
      if (row === null) return null
      made[name] = row.id
    }
    return made
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
    const isMissing = optional !== undefined && [404, 405, 501].includes(answer.status)
    const came = judge(answer)
    const outcome = came.length === 0 ? 'conforms' : isMissing ? 'missing' : 'differs'
    onFinding({ method, path, expects, outcome, came, ...(optional !== undefined && { optional }) })
    return outcome === 'conforms' ? answer : null
  }
  function keep(resource: Pick<Resource, 'path'>, id: unknown): void {
    if (typeof id === 'string') created.set(id, itemPath(resource, id))
  }

  return {
    ...parts,
    ask: async (method, path, expectation, sent) => note(method, path, expectation, await send(method, path, sent)),
    note,
    hear: (path, sent = {}) => backend.hear(path, { bearer, ...sent }),
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

/** The row in an answer's `result`; null when there is none. */
export function rowOf({ body, status }: Answer): Row | null {
  const row = objectOf(resultOf(body))
  return status < 300 && typeof row['id'] === 'string' ? (row as Row) : null
}

/** Calls that belong together; `writes`: they change rows, so a read-only run leaves them out. */
export interface Chapter {
  readonly name: string
  readonly writes?: boolean
  run(bench: Bench): Promise<void>
}

/** A chapter about a resource that changes rows. */
export function writingChapter(
  resource: Resource,
  name: string,
  run: (bench: Bench, resource: Resource) => Promise<void>,
): Chapter {
  return { name, writes: true, run: (bench) => run(bench, resource) }
}
