import { expect, it } from 'vitest'
import { limitedBy, verdictsOf } from '../../src/tools/bench/targets'

it('the bench compares each step that has a target with the trial app’s, and says which are missed', () => {
  const lean = { signIn: { ms: 100 }, list: { ms: 100 }, back: { ms: 100 }, form: { ms: 100 } }
  expect(verdictsOf({ signIn: { ms: 115 }, list: { ms: 121 }, back: { ms: 900 } }, lean)).toMatchObject([
    { title: 'sign-in usable', isMet: true },
    { title: 'list of 25 painted', isMet: false },
    // Frond did not take this step.
    { title: 'form open', isMet: false },
  ])
})

it('the bench holds what has a fixed limit against it, and a measure that is missing has missed', () => {
  const verdicts = limitedBy({ firstPaint: Number.NaN, interaction: 200, slowFrames: 1, requests: 31 })
  expect(verdicts.map(({ title, isMet }) => [title, isMet])).toEqual([
    ['first paint, × plain HTML', false],
    ['worst interaction, ms', true],
    ['frames > 50 ms, 200 rows', false],
    ['requests', false],
  ])
})
