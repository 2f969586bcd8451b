import { useCallback, useEffect, useState } from 'react'
import { useEnvironment } from '../../ui/environment/Environment'
import { usePathname } from '../pathname'
import { DRAWER_QUERY } from './sections'

const MENU_KEY = 'menu'

export interface MenuState {
  /** Wide screens: shows icons only. Stored. */
  readonly folded: boolean
  /** Small screens: the drawer is open. */
  readonly out: boolean
  /** Value of the toggle's `aria-expanded`. */
  readonly expanded: boolean
  toggle(): void
  close(): void
}

/** The menu's two modes: collapsed to icons on a wide screen, a drawer on a small one. */
export function useMenu(): MenuState {
  const { browserStorage } = useEnvironment()
  const pathname = usePathname()
  const small = useSmallScreen()
  const [folded, setFolded] = useState(() => browserStorage.get(MENU_KEY) === 'folded')
  // The path where the drawer was opened. On any other path it is closed in the same render, because behind an open drawer nothing can take
  // the focus.
  const [outAt, setOutAt] = useState<string | null>(null)
  const out = small && outAt === pathname
  const close = useCallback(() => setOutAt(null), [])
  useEffect(close, [close, pathname, small])
  return {
    folded: folded && !small,
    out,
    expanded: small ? out : !folded,
    close,
    toggle() {
      if (small) return setOutAt(out ? null : pathname)
      browserStorage.set(MENU_KEY, folded ? 'open' : 'folded')
      return setFolded(!folded)
    },
  }
}

function useSmallScreen(): boolean {
  const [small, setSmall] = useState(() => matchMedia(DRAWER_QUERY).matches)
  useEffect(() => {
    const query = matchMedia(DRAWER_QUERY)
    const follow = () => setSmall(query.matches)
    query.addEventListener('change', follow)
    return () => query.removeEventListener('change', follow)
  }, [])
  return small
}
