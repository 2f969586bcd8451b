import type { SchemaDescription } from 'yup'
import type { Resource } from '../../contract/resource'
import { excerpt, objectOf } from './judge'

/**
 * Lists what in a list breaks the requested order. Numbers, times and booleans have one order. Texts are judged only where every collation
 * agrees. Values of a closed list must stand together, and so must rows without a value, at either end.
 */
export function orderFaults({ row }: Resource, sort: string, list: unknown): readonly string[] {
  const key = sort.replace('-', '')
  const sign = sort.startsWith('-') ? -1 : 1
  const values = (Array.isArray(list) ? (list as unknown[]) : []).map((one) => objectOf(one)[key] ?? null)
  const compare = orderOf(row.describe().fields[key] as SchemaDescription | undefined)
  const filled = values.filter((value) => value !== null)
  const wrong = filled.findIndex((value, at) => at > 0 && sign * compare(filled[at - 1], value) > 0)
  if (wrong > 0) return [`${excerpt(filled[wrong - 1])} comes before ${excerpt(filled[wrong])}`]
  const grouped = compare === noOrder ? [null, ...new Set(filled)] : [null]
  return grouped.flatMap((value) => scattered(values, value)).slice(0, 1)
}

type Compare = (one: unknown, other: unknown) => number

function orderOf(field: SchemaDescription | undefined): Compare {
  if ((field?.oneOf.length ?? 0) > 0) return noOrder
  const { format, order } = Object(field?.meta) as { readonly format?: unknown; readonly order?: unknown }
  // Skips versions: they sort by their own order, which ignores build metadata.
  if (order !== undefined) return byNothing
  return field?.type === 'string' && format !== 'date-time' ? byLetters : byValue
}

const noOrder: Compare = () => 0
const byNothing: Compare = () => 0

function byValue(one: unknown, other: unknown): number {
  if (typeof one === 'string' && typeof other === 'string') return one < other ? -1 : Number(one > other)
  return Number(one) - Number(other)
}

/** Compares two texts by the first letters in which they differ, if both letters have the same case. */
function byLetters(one: unknown, other: unknown): number {
  const [a, b] = [String(one), String(other)]
  const at = Array.from(a).findIndex((letter, place) => letter !== b[place])
  const [letter = '', against = ''] = [a[at], b[at]]
  return /^(?:[a-z]{2}|[A-Z]{2})$/.test(letter + against) ? byValue(letter, against) : 0
}

function scattered(values: readonly unknown[], value: unknown): string[] {
  const span = values.lastIndexOf(value) - values.indexOf(value) + 1
  const isWhole = !values.includes(value) || span === values.filter((one) => one === value).length
  return isWhole ? [] : [`rows with ${excerpt(value)} do not stand together`]
}
