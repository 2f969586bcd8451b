// Asks no database.
// @module-tag embedded
import { describe, expect, it } from 'vitest'
import { transact, type Connection } from '../../../src/server/db/engine'

describe('a transaction whose connection is lost', () => {
  it('rejects with the first error, not with that of its rollback', async () => {
    const connection: Connection = {
      run: async (text) => {
        if (text === 'rollback') throw new Error('The connection is closed')
        return { columns: [], cells: [], rowCount: 0 }
      },
      script: async () => undefined,
      release: () => undefined,
    }
    const work = async () => {
      throw new Error('The connection was reset')
    }
    await expect(transact(connection, work)).rejects.toThrow('The connection was reset')
  })
})
