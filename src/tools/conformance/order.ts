import type { SchemaDescription } from 'yup'
import type { Resource } from '../../contract/resource'
import { excerpt, objectOf } from './judge'

/**
 * What in a list is not in the order that was asked for. Numbers, times and true or false have one order. Texts are judged only where
 * every collation agrees, words of a closed list by standing together, and so are rows without a value, at whichever end.
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
  // Versions have an order of their own, and builds that it does not see.
  if (order !== undefined) return byNothing
  return field?.type === 'string' && format !== 'date-time' ? byLetters : byValue
}

const noOrder: Compare = () => 0
const byNothing: Compare = () => 0

function byValue(one: unknown, other: unknown): number {
  if (typeof one === 'string' && typeof other === 'string') return one < other ? -1 : Number(one > other)
  return Number(one) - Number(other)
}

/** By the first letters in which two texts differ, if both are letters of one case. */
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
