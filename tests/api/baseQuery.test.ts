import { beforeEach, describe, expect, it } from 'vitest'
import { baseQuery } from '../../src/api/baseQuery'
import { createDeletedRows } from '../../src/api/deletedRows'
import type { ApiError, ApiExtra, SessionPort } from '../../src/api/extra'
import { createOwnChanges } from '../../src/api/ownChanges'
import { createVirtualClock, type VirtualClock } from '../support/session/virtualClock'

/** A session whose every answer the test decides. */
interface Script {
  token: string | null
  expired: boolean
  epoch: number
  refresh: () => boolean
  reject: () => boolean
  calls: string[]
}

let clock: VirtualClock
let script: Script
let alerts: ApiError[]
let sent: string[]
let answers: (() => Response)[]

const unauthenticated = () =>
  Response.json({ message: 'Your session is over', code: 'unauthenticated', requestId: 'r' }, { status: 401 })
const fine = () => Response.json({ result: 'fine' })

const session: SessionPort = {
  isGuest: () => script.token === null,
  epoch: () => script.epoch,
  read: () => (script.token === null ? null : { token: script.token, tokenId: `id-${script.token}`, expired: script.expired }),
  refresh: async () => {
    script.calls.push('refreshed')
    return script.refresh()
  },
  reportRejected: async (tokenId) => {
    script.calls.push(`rejected ${tokenId}`)
    return script.reject()
  },
}

interface Way {
  readonly method?: 'GET' | 'POST'
  readonly waitMs?: number
}

async function ask(signal = new AbortController().signal, { method = 'GET', waitMs = 5_000 }: Way = {}) {
  const fetch: typeof globalThis.fetch = async (_, init) => {
    init?.signal?.throwIfAborted()
    sent.push(new Headers(init?.headers).get('authorization') ?? 'none')
    const answer = answers.shift()
    if (answer === undefined) throw new Error('one request too many')
    return answer()
  }
  const extra: ApiExtra = {
    session,
    apiUrl: '',
    fetch,
    sleep: clock.sleep,
    now: clock.now,
    ownChanges: createOwnChanges(),
    deletedRows: createDeletedRows(),
    alert: (error) => alerts.push(error),
    succeeded: () => undefined,
  }
  const api = {
    signal,
    extra,
    abort: () => {},
    dispatch: (action: unknown) => action,
    getState: () => ({}),
    endpoint: 'x',
    type: 'query',
  }
  const running = Promise.resolve(baseQuery({ url: '/x', method }, api as Parameters<typeof baseQuery>[1], {}))
  await clock.advance(waitMs)
  return running
}

beforeEach(() => {
  clock = createVirtualClock()
  script = { token: 't1', expired: false, epoch: 1, refresh: () => true, reject: () => false, calls: [] }
  alerts = []
  sent = []
  answers = []
})

describe('baseQuery', () => {
  it('sends the stored bearer', async () => {
    answers = [fine]
    expect(await ask()).toEqual({ data: { result: 'fine' } })
    expect([sent, alerts]).toEqual([['Bearer t1'], []])
  })

  it('refuses a guest’s request without network and without an alert', async () => {
    script.token = null
    expect(await ask()).toMatchObject({ error: { kind: 'signedOut' } })
    expect([sent, alerts]).toEqual([[], []])
  })

  it('waits for a usable token when the stored one has expired', async () => {
    script.expired = true
    script.refresh = () => {
      Object.assign(script, { token: 't2', expired: false })
      return true
    }
    answers = [fine]
    expect(await ask()).toEqual({ data: { result: 'fine' } })
    expect(sent).toEqual(['Bearer t2'])
  })

  it('alerts when no usable token comes', async () => {
    Object.assign(script, { expired: true, refresh: () => false })
    expect(await ask()).toMatchObject({ error: { kind: 'timeout' } })
    expect([sent.length, alerts.length]).toEqual([0, 1])
  })

  it('shows no alert when the session ends while it waits', async () => {
    Object.assign(script, { expired: true })
    script.refresh = () => {
      script.token = null
      return false
    }
    expect(await ask()).toMatchObject({ error: { kind: 'signedOut' } })
    expect([sent.length, alerts.length]).toEqual([0, 0])
  })

  it('retries once, without an alert, when another tab has rotated the token', async () => {
    answers = [
      () => {
        script.token = 't2'
        return unauthenticated()
      },
      fine,
    ]
    expect(await ask()).toEqual({ data: { result: 'fine' } })
    expect([sent, alerts, script.calls]).toEqual([['Bearer t1', 'Bearer t2'], [], []])
  })

  it('retries once, without an alert, when a refresh helped', async () => {
    script.reject = () => {
      script.token = 't2'
      return true
    }
    answers = [unauthenticated, fine]
    expect(await ask()).toEqual({ data: { result: 'fine' } })
    expect([sent, alerts, script.calls]).toEqual([['Bearer t1', 'Bearer t2'], [], ['rejected id-t1']])
  })

  it('does not retry twice', async () => {
    script.reject = () => {
      script.token = 't2'
      return true
    }
    answers = [unauthenticated, unauthenticated]
    expect(await ask()).toMatchObject({ error: { status: 401 } })
    expect([sent.length, alerts.length]).toEqual([2, 1])
    expect(script.calls).toEqual(['rejected id-t1', 'rejected id-t2'])
  })

  it('never sends the same token again', async () => {
    script.reject = () => true
    answers = [unauthenticated]
    expect(await ask()).toMatchObject({ error: { status: 401 } })
    expect(sent).toEqual(['Bearer t1'])
  })

  it('shows the server’s sentence when a 401 ends the session', async () => {
    script.reject = () => {
      Object.assign(script, { token: null, epoch: 2 })
      return false
    }
    answers = [unauthenticated]
    await ask()
    expect(alerts.map(({ problem }) => problem.message)).toEqual(['Your session is over'])
  })

  it.each([
    ['fine', fine],
    ['401', unauthenticated],
  ])('drops the answer %s of another session, without an alert', async (_, answer) => {
    answers = [
      () => {
        script.epoch = 2
        return answer()
      },
    ]
    expect(await ask()).toMatchObject({ error: { kind: 'sessionChanged' } })
    expect(alerts).toEqual([])
  })

  it('drops the answer to a retry that another session overtook', async () => {
    script.reject = () => {
      script.token = 't2'
      return true
    }
    answers = [
      unauthenticated,
      () => {
        script.epoch = 2
        return fine()
      },
    ]
    expect(await ask()).toMatchObject({ error: { kind: 'sessionChanged' } })
  })

  it('alerts every other error with the server’s sentence', async () => {
    answers = [() => Response.json({ message: 'Name is taken', code: 'taken', requestId: 'r' }, { status: 409 })]
    await ask()
    expect(alerts).toMatchObject([{ kind: 'refused', status: 409, problem: { message: 'Name is taken', code: 'taken' } }])
  })

  it('leaves it to the account page to ask for the second factor that the server requires', async () => {
    const problem = { message: 'Set up a second factor first', code: 'second_factor_required', requestId: 'r' }
    answers = [() => Response.json(problem, { status: 403 })]
    expect(await ask()).toMatchObject({ error: { problem } })
    expect(alerts).toEqual([])
  })

  it('shows no alert for an aborted request', async () => {
    const caller = new AbortController()
    answers = [
      () => {
        caller.abort()
        throw new DOMException('aborted', 'AbortError')
      },
    ]
    expect(await ask(caller.signal)).toMatchObject({ error: { kind: 'aborted' } })
    expect(alerts).toEqual([])
  })
})

describe('an answer without content', () => {
  it('is an error, and alerts it, when content was expected', async () => {
    answers = [() => new Response(null, { status: 204 })]
    expect(await ask()).toMatchObject({ error: { kind: 'malformed' } })
    expect(alerts).toHaveLength(1)
  })
})

describe('a database that is unavailable for a moment', () => {
  const away = (headers: HeadersInit = { 'retry-after': '2' }) =>
    Response.json({ message: 'The database is away', code: 'unavailable', requestId: 'r' }, { status: 503, headers })

  it('retries when the server asks for it, and shows no error', async () => {
    answers = [away, away, fine]
    expect(await ask()).toEqual({ data: { result: 'fine' } })
    expect([sent.length, alerts]).toEqual([3, []])
  })

  it('shows the error after half a minute', async () => {
    answers = Array.from({ length: 16 }, () => away)
    expect(await ask(undefined, { waitMs: 40_000 })).toMatchObject({ error: { status: 503 } })
    expect([answers.length, alerts.length]).toEqual([0, 1])
  })

  it('shows the error at once without a Retry-After', async () => {
    answers = [() => away({})]
    expect(await ask()).toMatchObject({ error: { status: 503 } })
    expect([sent.length, alerts.length]).toEqual([1, 1])
  })

  it('does not retry a change', async () => {
    answers = [away]
    expect(await ask(undefined, { method: 'POST' })).toMatchObject({ error: { status: 503 } })
    expect([sent.length, alerts.length]).toEqual([1, 1])
  })

  it('does not retry in another user’s session', async () => {
    const leave = () => {
      script.epoch += 1
      script.token = 't2'
    }
    void clock.sleep(1_000).then(leave)
    answers = [away, fine]
    expect(await ask()).toMatchObject({ error: { kind: 'sessionChanged' } })
    expect([sent, alerts]).toEqual([['Bearer t1'], []])
  })

  it('stops retrying when its caller aborts', async () => {
    const gaveUp = new AbortController()
    answers = [
      () => {
        gaveUp.abort()
        return away()
      },
    ]
    expect(await ask(gaveUp.signal)).toMatchObject({ error: { kind: 'aborted' } })
    expect([sent.length, alerts]).toEqual([1, []])
  })
})
