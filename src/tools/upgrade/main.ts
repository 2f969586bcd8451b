import { parseArgs } from 'node:util'
import { ensureBuilt } from '../../../.scripts/build.mjs'
import { root } from '../../../.scripts/root.mjs'
import { withCleanup } from '../bench/tidy'
import { proveUpgrade, type Proof } from './upgrade'
import { buildVersion, lastRelease } from './versions'

export const help = `npm run upgrade:prove -- [--from REF] [--seconds N]

Upgrades two processes of an earlier version to this checkout, one after the other, on a throwaway PostgreSQL and under requests that are sent
once. Without --from, the last release is the earlier version; each mixture of versions takes requests for 10 seconds.`

/** `npm run upgrade:prove`: returns 1 when a request failed, a write was lost, or a version breaks its contract beside the other. */
export async function main(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: { from: { type: 'string' }, seconds: { type: 'string', default: '10' } },
  })
  const seconds = Number(values.seconds)
  if (!(seconds > 0)) throw new Error(`--seconds must be a number above 0, not ${values.seconds}.`)
  const before = buildVersion(values.from ?? lastRelease(), console.log)
  ensureBuilt()
  let proof: Proof | null = null
  await withCleanup(async (later) => {
    const versions = { before, after: { name: 'this checkout', folder: root } }
    proof = await proveUpgrade(versions, { later, say: console.log, seconds, conformance: true })
  })
  return proof === null ? 1 : report(proof)
}

function report({ findings, responses, acknowledged }: Proof): number {
  console.log(`\n${responses} requests answered, ${acknowledged} writes acknowledged, ${findings.length} findings.`)
  for (const { what, where, times, example } of findings) console.log(`\n${times} × ${what}: ${where}\n${example}`)
  return findings.length === 0 ? 0 : 1
}
