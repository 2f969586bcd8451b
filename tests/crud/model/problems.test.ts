import { describe, expect, it } from 'vitest'
import { withFullStop } from '../../../src/crud/model/problems'

describe('a message of the API', () => {
  it('gets a full stop, unless it already ends a sentence', () => {
    expect(['Too busy', 'Too busy.', 'Is it?'].map(withFullStop)).toEqual(['Too busy.', 'Too busy.', 'Is it?'])
  })
})
