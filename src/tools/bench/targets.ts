import { deepNames, stepNames, type StepName } from './journey'

export const titles = {
  firstPaint: 'first paint of sign-in',
  signIn: 'sign-in usable',
  dashboard: 'dashboard painted',
  list: 'list of 25 painted',
  sort: 'sorted',
  nextPage: 'next page',
  back: 'back by the browser',
  seen: 'back to a seen list',
  secondArea: 'list of another area',
  form: 'form open',
  deepLink: 'list by its address',
  deepLinkAgain: '… with its files here',
} satisfies Record<StepName | 'firstPaint', string>

/** What each step may take, as a multiple of what the trial app takes in the same run. */
const targets: Readonly<Partial<Record<StepName, number>>> = {
  signIn: 1.15,
  dashboard: 1.2,
  list: 1.2,
  sort: 1.2,
  nextPage: 1.2,
  seen: 1.2,
  secondArea: 1.2,
  form: 1.1,
  deepLink: 1,
  deepLinkAgain: 1.1,
}

export const allSteps = [...stepNames, ...deepNames]

type Times = Readonly<Partial<Record<StepName, { readonly ms: number }>>>

/** A step beside the trial app's, in milliseconds, and its target as a multiple of that. */
interface Verdict {
  readonly title: string
  readonly ms: number
  readonly leanMs: number
  readonly target: number
  readonly isMet: boolean
}

/** Compares each step that has a target and that the trial app took. A step that Frond did not take misses its target. */
export function verdictsOf(ours: Times, lean: Times): Verdict[] {
  return allSteps.flatMap((step) => {
    const [ms = Number.NaN, leanMs, target] = [ours[step]?.ms, lean[step]?.ms, targets[step]]
    if (leanMs === undefined || target === undefined) return []
    return [{ title: titles[step], ms, leanMs, target, isMet: ms / leanMs <= target }]
  })
}
