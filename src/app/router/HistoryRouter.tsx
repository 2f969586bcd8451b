import type { Action, History, Location } from 'history'
import { useLayoutEffect, useMemo, useState, type ReactNode } from 'react'
import { Router } from 'react-router-dom'
import { RouteProgress } from './RouteProgress'

/** Where the app is: the address whose pages are shown. */
interface Shown {
  readonly location: Location
  readonly action: Action
}

/** Brings an address's pages; null when they are here already. */
export type BringPages = (location: Location) => Promise<unknown> | null

interface Props {
  readonly history: History
  readonly bring: BringPages
  /** Sends the visitor elsewhere when they may not be at `location`; true when it did. */
  readonly redirect: (location: Location) => boolean
  /** Follows the session's own redirects until the answer is called. */
  readonly follow: () => () => void
  readonly children: ReactNode
}

/**
 * The declarative router over a history that can be blocked. It moves only when the next page's code is here, so the page before
 * stays until then and no fallback flashes; of navigations that overlap, the last one wins.
 */
export function HistoryRouter({ history, bring, redirect, follow: followSession, children }: Props) {
  const [shown, setShown] = useState<Shown>({ location: history.location, action: history.action })
  const [wait, setWait] = useState<'none' | 'coming' | 'failed'>('none')
  const follow = useMemo(() => createFollower({ bring, redirect, show: setShown, wait: setWait }), [bring, redirect])

  useLayoutEffect(() => {
    const stop = history.listen(follow)
    // What the history did before this listened, the redirect of a first address among it.
    follow(history)
    const stopFollowing = followSession()
    return () => {
      stop()
      stopFollowing()
    }
  }, [history, follow, followSession])

  return (
    <Router location={shown.location} navigationType={shown.action} navigator={history}>
      <RouteProgress wait={wait} onRetry={() => follow(history)} />
      {children}
    </Router>
  )
}

interface Follower extends Pick<Props, 'bring' | 'redirect'> {
  readonly show: (shown: Shown) => void
  readonly wait: (wait: 'none' | 'coming' | 'failed') => void
}

function createFollower({ bring, redirect, show, wait }: Follower): (update: Shown) => void {
  let last: Location | null = null
  return ({ location, action }) => {
    last = location
    if (redirect(location)) return
    const coming = bring(location)
    if (coming === null) {
      wait('none')
      show({ location, action })
      return
    }
    wait('coming')
    coming.then(
      () => {
        if (last !== location) return
        wait('none')
        show({ location, action })
      },
      () => last === location && wait('failed'),
    )
  }
}
