import { describe, expect, it } from 'vitest'
import { ended } from '../../../src/crud/model/problems'

describe('a message of the API', () => {
  it('gets a full stop, unless it has an end', () => {
    expect(['Too busy', 'Too busy.', 'Is it?'].map(ended)).toEqual(['Too busy.', 'Too busy.', 'Is it?'])
  })
})
