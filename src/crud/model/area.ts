import type { ComponentType } from 'react'
import type { AnyStandardArea } from './declaration'
import type { ApiDispatch } from './reference'

/** Loads a screen's code. */
export type LoadScreen = () => Promise<{ readonly Screen: ComponentType }>

/** Requests a page's data, whose calls load with it; `search` is the address's query. */
export type StartQueries = (dispatch: ApiDispatch, search: string) => Promise<void>

/** A page of an area's own. */
interface OwnPage {
  readonly screen: LoadScreen
  readonly start: StartQueries
}

/** An area, mostly an entry of the Admin section: its address, its title, and its screens, loaded on demand. */
export interface Area {
  /** Last segment of `/pages/{slug}`. */
  readonly slug: string
  /** Title in the menu. */
  readonly title: string
  readonly icon: ComponentType<{ readonly className?: string }>
  /** The letter after `g` that opens the list; omitted where one of the title's is free. */
  readonly letter?: string
  /** list: `/pages/{slug}` · form: `/pages/{slug}/new` (`?from={id}` clones) and `/pages/{slug}/{id}/edit` · detail: `/pages/{slug}/{id}`. */
  readonly screens: { readonly list: LoadScreen; readonly detail: LoadScreen; readonly form: LoadScreen }
  /** The area's declaration, by which other screens search its rows or create some. */
  readonly declared: () => Promise<AnyStandardArea>
  /** The area's own pages, by the path after `/pages/{slug}/`. */
  readonly pages?: Readonly<Record<string, OwnPage>>
}
