// @module-tag full
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type * as Build from '../../.scripts/build.mjs'
import { withCleanup } from '../../src/tools/bench/tidy'
import { proveUpgrade, type Proof } from '../../src/tools/upgrade/upgrade'
import { migrationsIn, type Version } from '../../src/tools/upgrade/versions'
import { copyTree } from '../support/source/copy'

// Builds three servers and starts four processes, on a machine that may be busy.
const PATIENT = 600_000

/** A migration of a later version: adds columns that the earlier version does not read, and replaces a view. */
const harmless = `
alter table sensors add column colour text collate "C";
alter table troubleshoots add column told_by text not null default 'nobody';
do $$ declare definition text := pg_get_viewdef('troubleshoots_view'); begin
  drop view troubleshoots_view;
  execute 'create view troubleshoots_view as select v.*, t.told_by from (' || rtrim(definition, ';') || ') v join troubleshoots t on t.id = v.id';
end $$;`

/** A migration that locks a table for longer than requests wait. */
const harmful = 'lock table troubleshoots in access exclusive mode; select pg_sleep(8);'

let before: Version
beforeAll(async () => {
  before = await versionWith('the present')
}, PATIENT)
const folders: string[] = []
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })))

/** Builds the current version's server, with one more migration. */
async function versionWith(name: string, migration?: string): Promise<Version> {
  const folder = copyTree()
  folders.push(folder)
  const next = String(migrationsIn({ name, folder }).length + 1).padStart(3, '0')
  if (migration !== undefined) writeFileSync(join(folder, `src/server/migrations/${next}_later.sql`), migration)
  const { nodeBuild, serverEntries, copyThreads } = (await import(
    pathToFileURL(join(folder, '.scripts/build.mjs')).href
  )) as typeof Build
  const outDir = join(folder, 'dist/server')
  await build(nodeBuild(outDir, serverEntries))
  copyThreads(outDir)
  return { name, folder }
}

async function proofOf(after: Version): Promise<Proof> {
  const proofs: Proof[] = []
  await withCleanup(async (later) => {
    proofs.push(await proveUpgrade({ before, after }, { later, say: () => undefined, seconds: 3, conformance: false }))
  })
  const [proof] = proofs
  if (proof === undefined) throw new Error('There is no proof')
  return proof
}

describe('npm run upgrade:prove', () => {
  it('finds nothing when a later version adds columns and replaces a view', { timeout: PATIENT }, async () => {
    const proof = await proofOf(await versionWith('with columns', harmless))
    expect(proof.findings).toEqual([])
    expect(proof.acknowledged).toBeGreaterThan(100)
  })

  it('finds failures when a later version locks a table for long', { timeout: PATIENT }, async () => {
    const { findings } = await proofOf(await versionWith('with a long lock', harmful))
    expect(findings.map(({ what, where }) => `${what}: ${where}`)).toContain('a request failed: POST /api/v1/troubleshoots')
  })
})
