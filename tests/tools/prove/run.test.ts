import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Campaign } from '../../../src/tools/prove/campaign'
import { diceOf } from '../../../src/tools/prove/dice'
import { createFindings } from '../../../src/tools/prove/findings'
import { prove, proveAll } from '../../../src/tools/prove/main'
import { readOptions } from '../../../src/tools/prove/options'
import { isGood, markdownOf } from '../../../src/tools/prove/report'

const campaign = (run: Campaign['run']): Campaign => ({ name: 'storm', about: 'Rain.', goal: 'dry.', engines: ['pglite'], run })

describe('a campaign', () => {
  it('passes when it found nothing, and otherwise reports all findings, equal ones once', async () => {
    const quiet = await prove(
      campaign(async () => ({ drops: 7 })),
      'pglite',
      { seed: 3, minutes: 1 },
      () => undefined,
    )
    expect(isGood(quiet)).toBe(true)
    const leaking = campaign(async ({ findings }) => {
      for (const room of ['attic', 'attic', 'hall']) findings.add('it drips', room, '~~~ drop')
      return { drops: 2 }
    })
    const wet = await prove(leaking, 'pglite', { seed: 3, minutes: 1 }, () => undefined)
    expect(isGood(wet)).toBe(false)
    const text = markdownOf([quiet, wet])
    expect(text).toContain('| storm | pglite | holds |')
    expect(text).toContain('2 findings')
    expect(text).toContain('### it drips: attic\n\n2 times, first:')
    expect(text).toContain('npm run prove -- storm --engine pglite --seed 3 --minutes 1')
  })

  it('keeps its report when a later one fails', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'frond-prove-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const calm = campaign(async () => ({ drops: 7 }))
    const failing = campaign(() => Promise.reject(new Error('it broke')))
    const options = { names: [], minutes: 1, seed: 3, engine: null }
    await expect(proveAll([calm, failing], options, folder, () => undefined)).rejects.toThrow('it broke')
    expect(readFileSync(join(folder, 'report.md'), 'utf8')).toContain('| storm | pglite | holds |')
    expect(JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'))).toMatchObject([
      { campaign: 'storm', figures: { drops: 7 } },
    ])
  })

  it('stops what it started, in reverse order, also when it fails', async () => {
    const undone: string[] = []
    const failing = campaign(async ({ later }) => {
      later(async () => void undone.push('first'))
      later(async () => void undone.push('second'))
      throw new Error('it broke')
    })
    await expect(prove(failing, 'pglite', { seed: 1, minutes: 1 }, () => undefined)).rejects.toThrow('it broke')
    expect(undone).toEqual(['second', 'first'])
  })
})

describe('the options', () => {
  const read = (...args: string[]) => readOptions(args, ['fuzz', 'kills'], 5)

  it('default to all campaigns, each up to its goal', () => {
    expect(read()).toEqual({ names: [], minutes: null, seed: 5, engine: null })
    expect(read('fuzz', '--minutes', '2', '--engine', 'postgres', '--seed', '8')).toEqual({
      names: ['fuzz'],
      minutes: 2,
      seed: 8,
      engine: 'postgres',
    })
  })

  it.each([
    [['rain'], 'There is no campaign rain'],
    [['--minutes', 'long'], '--minutes must be a number above 0'],
    [['--minutes', '0'], '--minutes must be a number above 0'],
    [['--seed', '-1x'], '--seed'],
    [['--engine', 'oracle'], '--engine must be pglite or postgres'],
  ])('refuse %j in a sentence', (args, sentence) => {
    expect(() => read(...args)).toThrow(sentence)
  })
})

describe('chance', () => {
  it('repeats for the same seed, and findings keep their first example', () => {
    const [one, other] = [diceOf(9), diceOf(9)]
    expect(Array.from({ length: 20 }, () => one.whole(100))).toEqual(Array.from({ length: 20 }, () => other.whole(100)))
    const findings = createFindings()
    findings.add('a', 'b', 'first')
    findings.add('a', 'b', 'second')
    expect(findings.all()).toEqual([{ what: 'a', where: 'b', times: 2, example: 'first' }])
  })
})
