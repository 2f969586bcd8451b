import { describe, expect, it } from 'vitest'
import { draftKey, dropDraft, forgetDrafts, storeDraft, readDraft, type Draft } from '../../../src/crud/model/drafts'
import type { KeyValueStore } from '../../../src/ui/environment/Environment'

function createStore(text: string | null = null): KeyValueStore & { text(): string | null } {
  let storedText = text
  return {
    get: () => storedText,
    set: (_key, value) => {
      storedText = value
    },
    remove: () => {
      storedText = null
    },
    text: () => storedText,
  }
}
const draft = (name: string, savedAt = 1): Draft => ({ values: { name }, base: { name: '' }, version: 3, savedAt })
const ada = draftKey('ada', 'gateways', '1')

describe('drafts', () => {
  it('are read as they were stored', () => {
    const store = createStore()
    storeDraft(store, ada, draft('Attic'))
    expect(readDraft(store, ada)).toEqual({ ...draft('Attic'), key: ada })
  })

  it('are separate for each user, area and form', () => {
    const store = createStore()
    storeDraft(store, ada, draft('Attic'))
    expect(readDraft(store, draftKey('bob', 'gateways', '1'))).toBeNull()
    expect(readDraft(store, draftKey('ada', 'sensors', '1'))).toBeNull()
    expect(readDraft(store, draftKey('ada', 'gateways', ''))).toBeNull()
  })

  it('are read with those that were stored apart from them, the newest first', () => {
    const store = createStore()
    storeDraft(store, ada, draft('Attic', 1))
    storeDraft(store, `${ada} 1`, draft('Barn', 2))
    storeDraft(store, draftKey('ada', 'gateways', '10'), draft('Shed', 3))
    expect(readDraft(store, ada)).toMatchObject({ key: `${ada} 1`, values: { name: 'Barn' } })
    dropDraft(store, `${ada} 1`)
    expect(readDraft(store, ada)).toMatchObject({ key: ada, values: { name: 'Attic' } })
  })

  it('leave nothing in storage after the last one is removed, and after a sign-out', () => {
    const store = createStore()
    storeDraft(store, ada, draft('Attic'))
    dropDraft(store, ada)
    expect(store.text()).toBeNull()
    storeDraft(store, ada, draft('Attic'))
    forgetDrafts(store, 'ada')
    expect(store.text()).toBeNull()
  })

  it('stay when another user signs out', () => {
    const store = createStore()
    storeDraft(store, ada, draft('Attic'))
    for (const other of ['bob', 'ad', 'ada2', '', 'ada",']) forgetDrafts(store, other)
    expect(readDraft(store, ada)).toEqual({ ...draft('Attic'), key: ada })
  })

  it('are removed, the oldest first, when there are many', () => {
    const store = createStore()
    for (let at = 0; at < 25; at += 1) storeDraft(store, draftKey('ada', 'gateways', String(at)), draft('x', at))
    expect(readDraft(store, draftKey('ada', 'gateways', '0'))).toBeNull()
    expect(readDraft(store, draftKey('ada', 'gateways', '24'))).not.toBeNull()
  })

  it.each(['', '{', 'null', '[]', '{"k":1}', '{"k":{"values":null,"version":1,"savedAt":1,"base":{}}}'])(
    'are ignored when the storage holds %j',
    (text) => expect(readDraft(createStore(text), 'k')).toBeNull(),
  )
})
