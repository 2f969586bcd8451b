import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isGood, reportOf, type ReportInput } from '../../src/tools/model/report'
import { sessionTable } from '../model/model'
import { moves } from '../model/moves'
import type { Move } from '../model/moves/move'
import type { PlayedSystem } from '../../src/tools/model/played'

const whole = { seen: 3, total: 3, missing: [] }
const step = { name: 'cancel', tell: 'Cancel is pressed.', place: 'guest.noToken', means: 'The signed-out pages.' }
const system: PlayedSystem = {
  system: 'browser',
  title: 'Chromium',
  machine: 'auth',
  seed: 7,
  coverage: { states: whole, transitions: whole },
  tours: [{ name: 'tour-1', planned: 2, ms: 1200, steps: [step, { ...step, picture: 'pictures/tour-1-2.jpg' }] }],
}
const good: ReportInput = {
  seed: 7,
  command: 'npm run test:model -- --seed 7',
  at: '2026-11-20 12:00',
  systems: [system],
  tests: [{ file: 'tests/auth/races.test.ts', name: 'races break nothing', status: 'passed' }],
  bites: [{ name: 'Web Locks', file: 'src/auth/tabs.ts', caught: true, by: 'races break nothing' }],
  isPart: false,
}
const failedTour = { ...system.tours[0], name: 'tour-2', planned: 9, ms: 10, steps: [step] }

describe('the report of the model-based tests', () => {
  it('shows each tour as numbered sentences with its pictures', () => {
    const html = reportOf(good)
    const [, story = ''] = /<ol class="story">([^]*?)<\/ol>/.exec(html) ?? []
    expect(story.match(/<li>/g)).toHaveLength(2)
    expect(story).toContain('Cancel is pressed.')
    expect(story).toContain('The signed-out pages.')
    expect(story).toMatch(/<img src="pictures\/tour-1-2\.jpg" alt="The page after step 2"/)
  })

  it('shows the coverage, and that everything passed', () => {
    const html = reportOf(good)
    expect(html).toContain('3 of 3')
    expect(html).toContain('Everything is as the charts say.')
    expect(html).not.toContain('What failed')
    expect(isGood(good)).toBe(true)
  })

  it('names what is not covered, and fails then', () => {
    const transitions = { seen: 2, total: 3, missing: ['auth.guest sync #0'] }
    const input = { ...good, systems: [{ ...system, coverage: { ...system.coverage, transitions } }] }
    expect(isGood(input)).toBe(false)
    expect(reportOf(input)).toContain('<code>auth.guest sync #0</code>')
    expect(isGood({ ...input, isPart: true })).toBe(true)
  })

  it('begins with the failures, their reasons, and the shortest path to each', () => {
    const failure = { message: 'expected <busy> to be "idle"', shortest: ['Somebody opens the console.', 'Cancel is pressed.'] }
    const input = { ...good, systems: [{ ...system, tours: [...system.tours, { ...failedTour, failure }] }] }
    const html = reportOf(input)
    expect(isGood(input)).toBe(false)
    expect(html.indexOf('What failed')).toBeLessThan(html.indexOf('id="coverage"'))
    expect(html).toContain('expected &lt;busy&gt; to be &quot;idle&quot;')
    expect(html).toContain('<ol><li>Somebody opens the console.</li><li>Cancel is pressed.</li></ol>')
    expect(html).toContain('npm run test:model -- --seed 7 --only cancel')
  })

  it('fails with a test of the other tiers', () => {
    const input: ReportInput = { ...good, tests: [{ file: 'a', name: 'b', status: 'failed', message: 'no' }] }
    expect(isGood(input)).toBe(false)
    expect(reportOf(input)).toContain('Something is not as the charts say.')
  })

  it('needs no other files or hosts', () => {
    expect(reportOf(good)).not.toMatch(/<script|https?:\/\/|<link/)
  })
})

describe('the tours', () => {
  it('are the same for the same seed, and different for another', () => {
    const rows = (seed: number) => sessionTable.planTours(seed, 26).map(({ steps }) => steps.map(({ move }) => move.name))
    expect(rows(7)).toEqual(rows(7))
    expect(rows(7)).not.toEqual(rows(8))
  })

  it('contain the rows of every file of the table, each named once', async () => {
    const folder = join(import.meta.dirname, '../model/moves')
    const files = readdirSync(folder).map((name) => import(join(folder, name)) as Promise<Record<string, readonly Move[]>>)
    const rows = (await Promise.all(files)).flatMap((file) => Object.values(file).flat())
    expect(rows.map(({ name }) => name).toSorted()).toEqual(moves.map(({ name }) => name).toSorted())
    expect(new Set(moves.map(({ name }) => name)).size).toBe(moves.length)
  })

  it('contain every row of the table', () => {
    const taken = new Set(sessionTable.planTours(1, 26).flatMap(({ steps }) => steps.map(({ move }) => move.name)))
    expect(moves.map(({ name }) => name).filter((name) => !taken.has(name))).toEqual([])
  })
})
