import { beforeEach, describe, expect, it } from 'vitest'
import { openPersistentStore } from '../../src/app/persistentStore'

let cookies: string[]
const document = {
  get cookie() {
    return ''
  },
  set cookie(text: string) {
    cookies.push(text)
  },
}
const never = () => () => undefined
const blocked = () => {
  throw new DOMException('The operation is insecure', 'SecurityError')
}
beforeEach(() => {
  cookies = []
})

describe('the persistent store', () => {
  it('lasts only as long as the page when the browser allows no database', async () => {
    const { store, ready } = openPersistentStore({ databases: blocked, channel: blocked, later: never, document })
    await ready
    store.set('menu', 'folded')
    expect(store.get('menu')).toBe('folded')
    store.remove('menu')
    expect(store.get('menu')).toBeNull()
  })

  it('does not hold up the first screen when the database cannot be opened, or never answers', async () => {
    const request = new EventTarget()
    const databases = () => ({ open: () => request }) as unknown as IDBFactory
    const failing = openPersistentStore({ databases, channel: blocked, later: never, document })
    request.dispatchEvent(new Event('error'))
    await failing.ready

    const waits: (() => void)[] = []
    const hanging = openPersistentStore({
      databases,
      channel: blocked,
      later: (_ms, work) => (waits.push(work), () => undefined),
      document,
    })
    for (const fire of waits) fire()
    await hanging.ready
    expect(hanging.store.get('zone')).toBeNull()
  })

  it('announces a value to other tabs only once the database has it', () => {
    const transaction = Object.assign(new EventTarget(), {
      objectStore: () => ({ put: () => undefined, openCursor: () => undefined }),
    })
    const opening = Object.assign(new EventTarget(), { result: { transaction: () => transaction } })
    const databases = () => ({ open: () => opening }) as unknown as IDBFactory
    const announced: string[] = []
    const tabs = Object.assign(new EventTarget(), { postMessage: (key: string) => announced.push(key) })
    const channel = () => tabs as unknown as BroadcastChannel
    const { store } = openPersistentStore({ databases, channel, later: never, document })
    opening.dispatchEvent(new Event('success'))
    store.set('zone', 'utc')
    expect(announced).toEqual([])
    transaction.dispatchEvent(new Event('complete'))
    expect(announced).toEqual(['zone'])
  })

  it('marks the theme in a cookie, which the page reads before the first paint, and nothing else', () => {
    const { store } = openPersistentStore({ databases: blocked, channel: blocked, later: never, document })
    store.set('zone', 'utc')
    store.set('theme', 'dark')
    store.remove('theme')
    expect(cookies).toEqual([
      'frond.theme=dark;max-age=31536000;path=/;samesite=lax',
      'frond.theme=;max-age=0;path=/;samesite=lax',
    ])
  })

  it('notifies its subscribers, and applies a change to the stored value', () => {
    const { store } = openPersistentStore({ databases: blocked, channel: blocked, later: never, document })
    const notified: (string | null)[] = []
    const stop = store.watch('list', () => notified.push(store.get('list')))
    store.change('list', (now) => `${now ?? ''}a`)
    store.change('list', (now) => `${now ?? ''}b`)
    store.set('zone', 'utc')
    stop()
    store.remove('list')
    expect(notified).toEqual(['a', 'ab'])
  })
})
