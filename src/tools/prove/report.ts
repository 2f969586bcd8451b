import type { Engine, Figures } from './campaign'
import type { Finding } from './findings'

/** The result of one run of a campaign. */
export interface Outcome {
  readonly campaign: string
  readonly about: string
  readonly goal: string
  readonly engine: Engine
  readonly seed: number
  /** The command that repeats the run. */
  readonly command: string
  readonly at: string
  readonly seconds: number
  readonly figures: Figures
  readonly findings: readonly Finding[]
}

/** True when there are no findings. */
export function isGood({ findings }: Pick<Outcome, 'findings'>): boolean {
  return findings.length === 0
}

/** Writes the report of some runs, in Markdown. */
export function markdownOf(outcomes: readonly Outcome[]): string {
  const rows = outcomes.map(
    (outcome) =>
      `| ${outcome.campaign} | ${outcome.engine} | ${isGood(outcome) ? 'holds' : `${outcome.findings.length} findings`} | ${outcome.seconds.toFixed(0)} | ${figuresText(outcome.figures)} |`,
  )
  const head = [
    '# What the campaigns came to',
    '',
    '| campaign | engine | outcome | seconds | figures |',
    '| --- | --- | --- | --- | --- |',
  ]
  return [...head, ...rows, '', ...outcomes.flatMap(chapterOf)].join('\n')
}

function chapterOf(outcome: Outcome): string[] {
  const { campaign, engine, about, goal, seed, command, at, findings } = outcome
  return [
    `## ${campaign} on ${engine}`,
    '',
    `${about} The goal: ${goal}`,
    '',
    `Begun at ${at} with seed ${seed}: \`${command}\``,
    '',
    ...(findings.length === 0 ? ['Nothing was found.', ''] : findings.flatMap(findingOf)),
  ]
}

function findingOf({ what, where, times, example }: Finding): string[] {
  const fence = '~~~'
  return [`### ${what}: ${where}`, '', `${times} times, first:`, '', fence, example.replaceAll(fence, '- - -'), fence, '']
}

/** Formats figures in one line. */
export function figuresText(figures: Figures): string {
  return Object.entries(figures)
    .map(([name, value]) => `${typeof value === 'number' ? Number(value.toFixed(2)) : value} ${name}`)
    .join(', ')
}
