// @module-tag full
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

describe('npm run bench', () => {
  it('fills a database, reads from it, stores into it, and finds all that it stored', { timeout: 240_000 }, () => {
    const least = '--engine pglite --scale 0.05 --tenth no --rounds 1 --batches 1 --runs 1'.split(' ')
    const { stdout, stderr } = spawnSync(
      process.execPath,
      [join(import.meta.dirname, '../../.scripts/tool.mjs'), 'bench', '--only', 'grow', ...least],
      {
        encoding: 'utf8',
      },
    )
    expect(stderr).toBe('')
    expect(stdout).toMatch(/^50,000: 50,\d{3} counted, 0 stored past the API, 50,\d{3} there: exact$/m)
  })
})
