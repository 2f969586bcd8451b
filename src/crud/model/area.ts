import type { ComponentType } from 'react'
import type { AnyStandardArea } from './declaration'

/** Loads a screen's code. */
export type LoadScreen = () => Promise<{ readonly Screen: ComponentType }>

/** An area, mostly an entry of the Admin section: where it is, what it is called, and its screens, loaded on demand. */
export interface Area {
  /** Last part of `/pages/{slug}`, as the spec names it. */
  readonly slug: string
  /** As the menu shows it. spec §2. */
  readonly title: string
  readonly icon: ComponentType<{ readonly className?: string }>
  /** list: `/pages/{slug}` · form: `/pages/{slug}/new` (`?from={id}` clones) and `/pages/{slug}/{id}/edit` · detail: `/pages/{slug}/{id}`. */
  readonly screens: { readonly list: LoadScreen; readonly detail: LoadScreen; readonly form: LoadScreen }
  /** What the area says of itself, where it stands on the standard screens: for other screens that search it or add rows to it. */
  readonly declared?: () => Promise<AnyStandardArea>
  /** Pages of its own, by what follows `/pages/{slug}/`. */
  readonly pages?: Readonly<Record<string, LoadScreen>>
}
