import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { findPostgres } from '../../.scripts/programs.mjs'
import { seedOf } from '../../.scripts/seed.mjs'
import { campaigns } from '../../src/tools/prove/main'

/**
 * Minutes of each campaign's short form: enough to see that it works, and to find frequent faults. A hostile client gets 6 s of them, or about
 * 200 calls: of 50, the 99th percentile would be the slowest one.
 */
const minutes: Readonly<Record<string, number>> = { fuzz: 0.2, matrix: 0.5, kills: 0.4, hostile: 2, attack: 0.2, faults: 0.5 }

describe('npm run prove', () => {
  it.each(campaigns.map(({ name }) => name))('finds nothing by %s, in its small form', (name) => {
    const engine = findPostgres() === null ? 'pglite' : 'postgres'
    const seed = String(seedOf(process.env, Date.now()))
    const args = ['.scripts/tool.mjs', 'prove', name, '--engine', engine, '--seed', seed, '--minutes', String(minutes[name])]
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
    expect(status, `${stdout}\n${stderr}`).toBe(0)
  })
})
