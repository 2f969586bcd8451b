import { describe, expect, it } from 'vitest'
import { findPostgres } from '../../.scripts/postgres.mjs'
import { seedOf } from '../../.scripts/seed.mjs'
import { campaigns, prove } from '../../src/tools/prove/main'

/** Minutes of the small form of each campaign; one that is not here runs whole. */
const minutes: Readonly<Record<string, number>> = { fuzz: 0.25 }

describe.each(campaigns)('the campaign $name, in its small form,', (campaign) => {
  it('finds nothing', async () => {
    const engine = campaign.engines.includes('postgres') && findPostgres() !== null ? 'postgres' : 'pglite'
    const said: string[] = []
    const asked = { seed: seedOf(process.env, Date.now()), minutes: minutes[campaign.name] ?? null }
    const { findings } = await prove(campaign, engine, asked, (text) => void said.push(text))
    expect(findings, said.join('\n')).toEqual([])
  })
})
