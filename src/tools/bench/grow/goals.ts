import { dashboardTitles, type Read } from './reads'

/** The most processor time that a read may take, in ms: its goal at ten million readings. */
const GOALS: Readonly<Record<string, number>> = { [dashboardTitles.trends]: 5 }

/** The lines of the goals: each read that has one, its median, and whether that is met. */
export function goalLines(reads: readonly Read[], datapoints: number): string[] {
  return reads.flatMap(({ title, cpu }) => {
    const goal = GOALS[title]
    if (goal === undefined) return []
    const ms = (value: number) => value.toLocaleString('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 })
    const verdict = cpu === null ? 'not measured' : `${ms(cpu.p50)}, ${cpu.p50 <= goal ? 'met' : 'missed'}`
    return [`${title}, ${datapoints.toLocaleString('en')} readings: ms of processor time, goal ${ms(goal)}: ${verdict}`]
  })
}
