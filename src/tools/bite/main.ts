import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { root } from '../../../.scripts/root.mjs'
import type { Bite } from '../model/report'
import { protections as ofCharts } from './chartProtections'
import { copiesOfTree, inCopies } from './copies'
import { firstFailure } from './firstFailure'
import { changed, type Protection } from './protection'
import { protections as ofConsole } from './consoleProtections'
import { protections as ofFlows } from './flowProtections'
import { protections as ofServer } from './serverProtections'
import { protections as ofSession } from './sessionProtections'
import { protections as ofStorage } from './storageProtections'

const all = [
  'tests/machines/authMachine.graph',
  'tests/machines/authMachine.behaviour',
  'tests/machines/session.tours',
  'tests/auth/refresh',
  'tests/auth/returnUrl',
  'tests/auth/schedule',
  'tests/auth/session',
  'tests/auth/tabs',
  'tests/auth/vault',
  'tests/api/baseQuery',
  'tests/api/errors',
  'tests/api/request',
]
const races = ['tests/auth/races']
const screens = ['tests/app/session.tours']
const alone = ['machine', 'session']

export const help = `npm run test:bite -- [WORDS]
npm run test:model:bite -- [WORDS]

Removes protections from a copy of the tree, one at a time, and requires that a test fails for each: test:bite tries those of server and
console against the tests of npm test, test:model:bite those of the session against the model-based tests. With WORDS only protections
whose names contain them. A run of all of them writes its table to reports/bite.json, or reports/model/bite.json for the report.`

/** The protections to try: those of server and console, or those of the session. */
interface Trial {
  readonly isSuite: boolean
  readonly chosen: readonly Protection[]
  /** Folders, each with a copy of the tree. */
  readonly copies: readonly string[]
}

/** Runs the command; returns 1 when no test noticed a removed protection. */
export async function main(args: readonly string[]): Promise<number> {
  const isSuite = args[0] === '--suite'
  const words = args
    .slice(isSuite ? 1 : 0)
    .join(' ')
    .toLowerCase()
  const chosen = (isSuite ? [...ofServer, ...ofConsole] : [...ofSession, ...ofStorage, ...ofCharts, ...ofFlows]).filter(
    ({ name }) => name.toLowerCase().includes(words),
  )
  if (chosen.length === 0) throw new Error(`No protection is named "${words}".`)
  const began = performance.now()
  const trial = { isSuite, chosen, copies: copiesOfTree(Math.min(availableParallelism(), 4)) }
  const broken = await firstBroken(trial)
  if (broken !== undefined) throw new Error(`Nothing is taken out yet, and a test fails already: ${broken}`)
  console.log(`Nothing taken out: every test passes, after ${seconds(began)}.\n`)
  const table = await biteAll(trial)
  const missed = table.filter(({ caught }) => !caught)
  const reports = join(root, 'reports', ...(isSuite ? [] : ['model']))
  mkdirSync(reports, { recursive: true })
  if (words === '') writeFileSync(join(reports, 'bite.json'), JSON.stringify(table))
  console.log(
    `\n${missed.length === 0 ? `All ${table.length} were caught` : `${missed.length} of ${table.length} were not caught`}, after ${seconds(began)}.`,
  )
  return missed.length === 0 ? 0 : 1
}

/** Runs all the tests in question on an unchanged tree; returns the first that fails. */
async function firstBroken({ isSuite, chosen, copies }: Trial): Promise<string | undefined> {
  const projects = [...new Set(chosen.flatMap((protection) => protection.projects ?? []))]
  const looks: ((copy: string) => Promise<string | null>)[] = [
    ...(isSuite ? [] : [(copy: string) => firstFailure(copy, alone, all)]),
    ...projects.map((project) => (copy: string) => firstFailure(copy, [project], noticedBy(chosen, project))),
    ...(chosen.some((protection) => protection.races === true) ? [(copy: string) => firstFailure(copy, ['session'], races)] : []),
    ...chosen.flatMap(({ screen }) => (screen === undefined ? [] : [(copy: string) => played(copy, screen)])),
  ]
  return (await inCopies(copies, looks, (look, copy) => look(copy))).find((failure) => failure !== null) ?? undefined
}

/** Removes each protection in turn; returns the results in the order of `chosen`. */
async function biteAll({ chosen, copies }: Trial): Promise<Bite[]> {
  // Starts the slow ones first, so that none runs alone at the end.
  const slow = ({ races: byRaces, screen }: Protection): number => (screen !== undefined ? 2 : byRaces === true ? 1 : 0)
  const rows = await inCopies(
    copies,
    chosen.toSorted((a, b) => slow(b) - slow(a)),
    async (protection, copy) => {
      const start = performance.now()
      const row = await bite(copy, protection)
      console.log(
        `${row.caught ? 'caught    ' : 'NOT CAUGHT'} ${seconds(start).padStart(6)}  ${row.name}\n${' '.repeat(19)}${row.by || 'no test notices'}`,
      )
      return row
    },
  )
  return chosen.flatMap(({ name }) => rows.find((row) => row.name === name) ?? [])
}

/** Removes one protection, runs the tests that must notice, and restores the files. */
async function bite(
  copy: string,
  { name, changes, noticed = [], projects, races: byRaces = false, screen }: Protection,
): Promise<Bite> {
  const files = [...new Set(changes.map(([file]) => file))]
  try {
    for (const change of changes) {
      const path = join(copy, change[0])
      writeFileSync(path, changed(readFileSync(path, 'utf8'), change))
    }
    const found = screen === undefined ? await noticedIn(copy, noticed, projects) : await played(copy, screen)
    const raced = byRaces ? await firstFailure(copy, ['session'], races) : null
    const by = [found, byRaces && (raced === null ? 'the races do not notice' : 'the races notice')].filter(Boolean)
    return { name, file: files.join(', '), caught: found !== null || raced !== null, by: by.join('; ') }
  } finally {
    for (const file of files) cpSync(join(root, file), join(copy, file))
  }
}

/** Returns the first test that fails: of those that must notice, otherwise of all tests of the session. */
async function noticedIn(
  copy: string,
  noticed: readonly string[],
  projects: readonly string[] | undefined,
): Promise<string | null> {
  if (projects !== undefined) return firstFailure(copy, projects, noticed)
  return (await firstFailure(copy, alone, noticed)) ?? firstFailure(copy, alone, all)
}

/** Returns the tests of a project that must notice a protection's removal. */
function noticedBy(chosen: readonly Protection[], project: string): string[] {
  return [...new Set(chosen.flatMap(({ projects = [], noticed = [] }) => (projects.includes(project) ? noticed : [])))]
}

/** Plays one case in React; returns null when it follows the table. */
function played(copy: string, screen: string): Promise<string | null> {
  return firstFailure(copy, ['console'], screens, { MODEL_CASE: screen })
}

function seconds(since: number): string {
  return `${((performance.now() - since) / 1000).toFixed(0)} s`
}
