import { useCallback, useEffect, useState } from 'react'
import { useEnvironment } from '../../ui/environment/Environment'
import { usePathname } from '../pathname'

const MENU_KEY = 'menu'
/** On such screens the menu is a drawer. */
const DRAWER_QUERY = '(width < 768px)'
/** On such screens the menu leaves the lists few columns: it is folded until the user opens it. */
const NARROW_QUERY = '(width < 1024px)'

export interface MenuState {
  /** Wide screens: shows icons only. Stored. */
  readonly folded: boolean
  /** Small screens: the drawer is open. */
  readonly drawerOpen: boolean
  /** Value of the toggle's `aria-expanded`. */
  readonly expanded: boolean
  toggle(): void
  close(): void
}

/** The menu's two modes: collapsed to icons on a wide screen, a drawer on a small one. */
export function useMenu(): MenuState {
  const { browserStorage } = useEnvironment()
  const pathname = usePathname()
  const small = useMedia(DRAWER_QUERY)
  const narrow = useMedia(NARROW_QUERY)
  const [choice, setChoice] = useState(() => browserStorage.get(MENU_KEY))
  const folded = (choice ?? (narrow ? 'folded' : 'open')) === 'folded'
  // The path where the drawer was opened. On any other path it is closed in the same render, because behind an open drawer nothing can take
  // the focus.
  const [openedAtPath, setOpenedAtPath] = useState<string | null>(null)
  const drawerOpen = small && openedAtPath === pathname
  const close = useCallback(() => setOpenedAtPath(null), [])
  useEffect(close, [close, pathname, small])
  return {
    folded: folded && !small,
    drawerOpen,
    expanded: small ? drawerOpen : !folded,
    close,
    toggle() {
      if (small) return setOpenedAtPath(drawerOpen ? null : pathname)
      const next = folded ? 'open' : 'folded'
      browserStorage.set(MENU_KEY, next)
      return setChoice(next)
    },
  }
}

function useMedia(media: string): boolean {
  const [matches, setMatches] = useState(() => matchMedia(media).matches)
  useEffect(() => {
    const query = matchMedia(media)
    const follow = () => setMatches(query.matches)
    query.addEventListener('change', follow)
    return () => query.removeEventListener('change', follow)
  }, [media])
  return matches
}
