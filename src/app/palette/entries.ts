import { searchWords } from '../../contract/list'
import type { Icon } from '../../ui/controls/Button'

/** A line of the palette. */
export interface Entry {
  /** Differs from those of all other entries. */
  readonly id: string
  readonly label: string
  /** Distinguishes entries of the same name. */
  readonly secondary?: string | undefined
  readonly icon: Icon
  readonly keys?: string | undefined
  run(): void
}

export interface EntryGroup {
  readonly title: string
  readonly entries: readonly Entry[]
}

/** The entries in which every typed word begins a word of the entry; empty groups are dropped. */
export function matching(groups: readonly EntryGroup[], text: string): readonly EntryGroup[] {
  const typed = wordsIn(text)
  return groups
    .map(({ title, entries }) => ({ title, entries: entries.filter(({ label }) => isMatch(label, typed)) }))
    .filter(({ entries }) => entries.length > 0)
}

function isMatch(label: string, typed: readonly string[]): boolean {
  const words = wordsIn(label)
  return typed.every((part) => words.some((word) => word.startsWith(part)))
}

/** Splits at hyphens, too: an address, such as "plant-requests", finds its page. */
function wordsIn(text: string): readonly string[] {
  return searchWords(text.toLowerCase()).flatMap((word) => word.split('-'))
}
