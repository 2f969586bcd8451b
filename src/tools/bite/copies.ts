// Copies of the tree, in which protections are removed.
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../../../.scripts/root.mjs'

/** Makes `count` copies of the tree. They are removed when this process exits. */
export function copiesOfTree(count: number): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'frond-bite-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  return Array.from({ length: count }, (_, at) => copyOfTree(join(folder, String(at))))
}

/** Copies the parts of the tree that the tests need into a folder. */
function copyOfTree(copy: string): string {
  const parts = [
    'src',
    'machines',
    'tests',
    '.scripts',
    'package.json',
    'tsconfig.json',
    'vite.config.ts',
    'index.html',
    'README.md',
  ]
  for (const name of parts) cpSync(join(root, name), join(copy, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction')
  return copy
}

/** Runs each piece of work in one of the copies, as many at a time as there are copies. */
export async function inCopies<Work, Result>(
  copies: readonly string[],
  work: readonly Work[],
  run: (one: Work, copy: string) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const remaining = [...work.entries()]
  await Promise.all(
    copies.map(async (copy) => {
      for (let next = remaining.shift(); next !== undefined; next = remaining.shift()) results[next[0]] = await run(next[1], copy)
    }),
  )
  return results
}
