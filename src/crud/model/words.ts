import { grouped } from '../../ui/text/numberWords'
import type { FieldKind } from './fieldKind'

/** A code as words: `never_seen` → "Never seen". */
export function wordsOf(code: string): string {
  const words = code.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** A count with its noun: `1 gateway`, `1,284 gateways`. */
export function counted(count: number, nouns: { readonly one: string; readonly many: string }): string {
  return `${grouped(count)} ${count === 1 ? nouns.one : nouns.many}`
}

/** A total in words; a capped one shows that there are more. */
export function totalWords(meta: { readonly total: number; readonly totalCapped: boolean }): string {
  return `${grouped(meta.total)}${meta.totalCapped ? '+' : ''}`
}

/** "a", "a and b", "a, b and c"; "a, b and 12 more" when `words` are the first of `total`. */
export function enumerated(words: readonly string[], total = words.length): string {
  const all = total > words.length ? [...words, `${grouped(total - words.length)} more`] : words
  if (all.length < 2) return all.join('')
  return `${all.slice(0, -1).join(', ')} and ${all.at(-1) ?? ''}`
}

/** Puts the first letter in upper case. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** A field's value as text, with its unit; null when it is empty. `words`: those of its choices. */
export function fieldWords(
  kind: Pick<FieldKind, 'choices' | 'unit'>,
  value: unknown,
  words?: Readonly<Record<string, string>>,
): string | null {
  if (value === null || value === undefined || value === '') return null
  if (Array.isArray(value)) return value.length === 0 ? null : value.map(entryWords).join(', ')
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') return withUnit(value, kind.unit)
  if (typeof value === 'string') return kind.choices.length > 0 ? (words?.[value] ?? wordsOf(value)) : value
  return entryWords(value) || null
}

/** An entry of a list: a word, or an object's values, as in "en: Swiss cheese plant". */
export function entryWords(entry: unknown): string {
  if (typeof entry === 'string' || typeof entry === 'number' || typeof entry === 'boolean') return String(entry)
  if (typeof entry !== 'object' || entry === null) return ''
  return Object.values(entry)
    .map((part: unknown) => entryWords(part))
    .filter((words) => words !== '')
    .join(': ')
}

/** "30 s", "15 min", "2 h": in the largest unit that gives a whole number. */
export function durationWords(seconds: number): string {
  if (seconds >= 3600 && seconds % 3600 === 0) return `${seconds / 3600} h`
  return seconds >= 60 && seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`
}

/** "12,400", "84 %", "−71 dBm", "52.1°". */
export function withUnit(value: number, unit: string | undefined): string {
  if (unit === 's') return durationWords(value)
  if (unit === undefined || unit === '') return grouped(value)
  return unit === '°' ? `${grouped(value)}°` : `${grouped(value)} ${unit}`
}
