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

/** What holds whatever the trial app takes: a title, the measure and the limit. */
interface Limited {
  readonly title: string
  readonly value: number
  readonly limit: number
  readonly isMet: boolean
}

/** The measures that have fixed limits. `firstPaint`: as a multiple of plain HTML's; `interaction`: ms; `slowFrames`: of a scroll, over 50 ms. */
const limits = {
  firstPaint: { title: 'first paint, × plain HTML', limit: 1.5 },
  interaction: { title: 'worst interaction, ms', limit: 200 },
  slowFrames: { title: 'frames > 50 ms, 200 rows', limit: 0 },
  requests: { title: 'requests', limit: 30 },
} as const

/** Compares each measure with its limit. */
export function limitedBy(measures: Readonly<Record<keyof typeof limits, number>>): Limited[] {
  return (Object.keys(limits) as (keyof typeof limits)[]).map((name) => {
    const { title, limit } = limits[name]
    return { title, value: measures[name], limit, isMet: measures[name] <= limit }
  })
}

/** Compares each step that has a target and that the trial app took. A step that Frond did not take misses its target. */
export function verdictsOf(ours: Times, lean: Times): Verdict[] {
  return allSteps.flatMap((step) => {
    const [ms = Number.NaN, leanMs, target] = [ours[step]?.ms, lean[step]?.ms, targets[step]]
    if (leanMs === undefined || target === undefined) return []
    return [{ title: titles[step], ms, leanMs, target, isMet: ms / leanMs <= target }]
  })
}
