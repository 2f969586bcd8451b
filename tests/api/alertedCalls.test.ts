import { beforeEach, describe, expect, it } from 'vitest'
import { baseQuery } from '../../src/api/baseQuery'
import { createDeletedRows } from '../../src/api/deletedRows'
import type { ApiExtra } from '../../src/api/extra'
import { createOwnChanges } from '../../src/api/ownChanges'
import type { Request } from '../../src/api/request'
import { createAlertList, type AlertList } from '../../src/app/alertList'

let list: AlertList
beforeEach(() => {
  list = createAlertList(Date.now)
})

const refused = () => Response.json({ message: 'EUI is taken', code: 'taken', requestId: 'r' }, { status: 409 })
const fine = () => Response.json({ result: {} })

async function send(request: Request, answer: () => Response) {
  const extra: ApiExtra = {
    session: {
      isGuest: () => false,
      epoch: () => 1,
      read: () => ({ token: 't', tokenId: 't', expired: false }),
      refresh: () => Promise.resolve(true),
      reportRejected: () => Promise.resolve(false),
    },
    apiUrl: '',
    fetch: () => Promise.resolve(answer()),
    sleep: () => Promise.resolve(),
    now: Date.now,
    ownChanges: createOwnChanges(),
    deletedRows: createDeletedRows(),
    alert: ({ problem }, call) => list.add({ message: problem.message }, call),
    succeeded: list.succeeded,
  }
  await baseQuery(request, { signal: new AbortController().signal, extra } as Parameters<typeof baseQuery>[1], {})
  return list.read().map(({ message }) => message)
}

describe('the alert of a failed call', () => {
  it('goes when the same is read, on whatever page or at whatever time', async () => {
    const page = (number: string) => ({ url: '/gateways', params: new URLSearchParams({ page: number }) })
    expect(await send(page('1'), refused)).toEqual(['EUI is taken'])
    expect(await send({ url: '/sensors' }, fine)).toEqual(['EUI is taken'])
    expect(await send(page('2'), fine)).toEqual([])
  })

  it('goes when the same row is changed, and stays when another one is at the same address', async () => {
    const save = (id: string) => ({ url: '/sensors', method: 'PUT', body: { id, name: 'Moss' } }) as const
    await send(save('a'), refused)
    expect(await send(save('b'), fine)).toEqual(['EUI is taken'])
    expect(await send(save('a'), fine)).toEqual([])
  })

  it('stays, for a refused undo, when something else about the row succeeds', async () => {
    const change = { url: '/sensors/a', method: 'PUT', body: {} } as const
    await send({ ...change, undoes: 'Moss' }, refused)
    expect(await send(change, fine)).toEqual(['Undo failed for Moss: EUI is taken'])
  })
})
