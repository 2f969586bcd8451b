import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../../.scripts/root.mjs'

/** A built version of Frond: its folder, and its name. */
export interface Version {
  readonly name: string
  readonly folder: string
}

/** Lists a version's migrations, by their file names. */
export function migrationsIn({ folder }: Version): string[] {
  return readdirSync(join(folder, 'src/server/migrations'))
    .filter((name) => name.endsWith('.sql'))
    .map((name) => name.replace(/\.sql$/, ''))
}

/** Returns the tag of the last release; throws a sentence where there is none. */
export function lastRelease(): string {
  const { status, stdout } = git('describe', '--tags', '--abbrev=0', '--match', 'v[0-9]*')
  if (status !== 0)
    throw new Error('No version has a tag yet: name the one before, as a commit: npm run upgrade:prove -- --from COMMIT')
  return stdout.trim()
}

/** Checks a version out of the history into a new folder and builds it there. */
export function buildVersion(ref: string, say: (text: string) => void): Version {
  const { status, stdout } = git('rev-parse', '--verify', '--short', `${ref}^{commit}`)
  if (status !== 0) throw new Error(`${ref} is no commit and no tag of this repository.`)
  const name = stdout.trim() === ref ? ref : `${ref} (${stdout.trim()})`
  const cache = join(root, 'node_modules/.cache/frond')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'version-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  say(`Building ${name} …`)
  const archive = execFileSync('git', ['archive', ref], { cwd: root, maxBuffer: 2 ** 30 })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  if (readFileSync(join(folder, 'package-lock.json'), 'utf8') === readFileSync(join(root, 'package-lock.json'), 'utf8'))
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
  else execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'ignore' })
  execFileSync(process.execPath, [join(folder, '.scripts/build.mjs')], { cwd: folder, stdio: 'ignore' })
  if (!existsSync(join(folder, 'dist/server/main.js'))) throw new Error(`${name} was not built.`)
  return { name, folder }
}

function git(...args: string[]) {
  return spawnSync('git', args, { cwd: root, encoding: 'utf8' })
}
