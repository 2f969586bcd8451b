import { History, LayoutDashboard, UserRoundCog } from 'lucide-react'
import { everyArea } from '../../areas'
import { DASHBOARD_PATH } from '../../auth/returnUrl'
import type { Area } from '../../crud/model/area'
import { ACCOUNT_PAGE, ACTIVITY_PAGE, listPath } from '../../crud/model/paths'
import type { Icon } from '../../ui/controls/Button'

/** A target of navigation: by name, or by `g` and a letter. */
export interface Place {
  readonly title: string
  readonly icon: Icon
  readonly path: string
  readonly letter: string | undefined
}

const dashboard: Place = { title: 'Dashboard', icon: LayoutDashboard, path: DASHBOARD_PATH, letter: 'd' }
const activity: Place = { title: 'Activity', icon: History, path: ACTIVITY_PAGE, letter: 'a' }
const account: Place = { title: 'My account', icon: UserRoundCog, path: ACCOUNT_PAGE, letter: 'm' }

/** All places, in the menu's order. */
export const places: readonly Place[] = placesOf(everyArea)

/**
 * Gives each area its own letter, otherwise the first free one, initials first and from the last word: Gateways g, Plant Requests r,
 * Humidity Groups h.
 */
function placesOf(listed: readonly Area[]): readonly Place[] {
  // Reserved: the letters of the fixed places and of areas, and the lists' single-key shortcuts.
  const usedLetters = new Set(['d', 'm', 'a', 'j', 'k', 'x', 'e', ...listed.flatMap(({ letter }) => letter ?? [])])
  const letterOf = (title: string) => {
    const words = title.toLowerCase().split(' ').toReversed()
    const letter = [...words.map((word) => word.charAt(0)), ...words.join('').split('')].find((one) => !usedLetters.has(one))
    if (letter !== undefined) usedLetters.add(letter)
    return letter
  }
  return [
    dashboard,
    ...listed.map(({ slug, title, icon, letter = letterOf(title) }) => ({ title, icon, path: listPath(slug), letter })),
    activity,
    account,
  ]
}
