import { useCallback, useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { useEnvironment } from '../../ui/Environment'
import { DRAWER_QUERY } from './sections'

const KEPT = 'frond.menu'

export interface MenuState {
  /** Wide screens: only icons. Remembered. */
  readonly folded: boolean
  /** Small screens: the drawer is out. */
  readonly out: boolean
  /** What the toggle's `aria-expanded` says. */
  readonly expanded: boolean
  toggle(): void
  close(): void
}

/** The menu's two ways: folded to icons on a wide screen, a drawer on a small one. */
export function useMenu(): MenuState {
  const { keptStorage } = useEnvironment()
  const { pathname } = useLocation()
  const small = useSmallScreen()
  const [folded, setFolded] = useState(() => keptStorage.get(KEPT) === 'folded')
  const [out, setOut] = useState(false)
  const close = useCallback(() => setOut(false), [])
  useEffect(close, [close, pathname, small])
  return {
    folded: folded && !small,
    out: out && small,
    expanded: small ? out : !folded,
    close,
    toggle() {
      if (small) return setOut(!out)
      keptStorage.set(KEPT, folded ? 'open' : 'folded')
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
