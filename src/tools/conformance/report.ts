import type { Finding, Outcome } from './bench'
import type { Outcomes } from './run'

const marks: Readonly<Record<Outcome, string>> = { conforms: '✓', differs: '✗', missing: '○', unchecked: '·' }

/** Formats a finding as a line, and below it the differences. */
export function findingText({ method, path, expects, outcome, came }: Finding): string {
  const call = `${method.padEnd(6)} ${shortPath(path)}`
  const line = `  ${marks[outcome]} ${call.padEnd(58)} ${expects}`
  if (outcome === 'conforms') return line
  const word = outcome === 'unchecked' ? 'not checked' : 'came'
  return [line, ...came.map((sentence, at) => `      ${(at === 0 ? `${word}:` : '').padEnd(word.length + 1)} ${sentence}`)].join(
    '\n',
  )
}

/** Shortens ids and long texts, which tell a reader nothing. */
function shortPath(path: string): string {
  const named = path
    .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '{id}')
    .replace(/=[^&]{25,}/g, (text) => `${text.slice(0, 24)}…`)
  return decode(named)
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

interface Summary extends Readonly<Record<Outcome, number>> {
  readonly calls: number
}

function summaryOf(findings: readonly Finding[]): Summary {
  const count = (outcome: Outcome) => findings.filter((finding) => finding.outcome === outcome).length
  return {
    calls: findings.length - count('unchecked'),
    conforms: count('conforms'),
    differs: count('differs'),
    missing: count('missing'),
    unchecked: count('unchecked'),
  }
}

/** Summarizes the outcome in a few sentences. */
export function summaryText({ findings, left }: Outcomes): string {
  const { calls, conforms, differs, missing, unchecked } = summaryOf(findings)
  const without = withoutThese(findings)
  const lines = [
    `${calls} calls: ${conforms} as the contract has them, ${differs} ${differs === 1 ? 'differs' : 'differ'}, ${missing} missing.`,
    ...(unchecked > 0 ? [`${unchecked} could not be checked: the reason is below each.`] : []),
    ...(without.length > 0
      ? ['The console works without these, but they are missing:', ...without.map((one) => `  ○ ${one}`)]
      : []),
    ...(left.length > 0
      ? ['These rows were made for the check and could not be deleted:', ...left.map((path) => `  ${path}`)]
      : []),
    differs === 0 ? 'The console will work with this backend.' : 'Where a call differs, the console does not work as it should.',
  ]
  return lines.join('\n')
}

/** Lists the optional calls that are missing, with their areas. */
function withoutThese(findings: readonly Finding[]): string[] {
  const areas = new Map<string, Set<string>>()
  for (const { outcome, optional, area } of findings)
    if (outcome === 'missing' && optional !== undefined) areas.set(optional, (areas.get(optional) ?? new Set()).add(area))
  return [...areas].map(([what, where]) => `${what} (${[...where].join(', ')})`)
}

/** Reports the same as JSON for programs. */
export function reportJson(url: string, readOnly: boolean, { findings, left }: Outcomes): string {
  return JSON.stringify({ url, readOnly, summary: summaryOf(findings), findings, left }, null, 2)
}

/** Returns 1 when a call differs, a row is left behind, or `strict` and something optional is missing. */
export function exitCode({ findings, left }: Outcomes, strict: boolean): number {
  const { differs, missing, calls } = summaryOf(findings)
  return differs > 0 || left.length > 0 || calls === 0 || (strict && missing > 0) ? 1 : 0
}
