import { createContext, useContext, useLayoutEffect, useMemo, useState, type ReactNode } from 'react'
import type { Action, History, Location } from 'history'
import { RouteProgress } from './RouteProgress'
import type { Routing } from './routing'

/** Where the app is: the address whose page is shown. It lags behind the browser's while the next page's code is on its way. */
export interface Shown {
  readonly history: History
  readonly location: Location
  readonly action: Action
}

const ShownContext = createContext<Shown | null>(null)

export function useShown(): Shown {
  const shown = useContext(ShownContext)
  if (shown === null) throw new Error('No Navigation above this component')
  return shown
}

interface Props {
  readonly routing: Pick<Routing, 'history' | 'bring' | 'redirect' | 'follow'>
  readonly children: ReactNode
}

/**
 * Follows the history. It moves only when the next page's code is here, so the page before stays until then and no fallback flashes;
 * of navigations that overlap, the last one wins.
 */
export function Navigation({ routing, children }: Props) {
  const { history } = routing
  const [shown, setShown] = useState<Shown>({ history, location: history.location, action: history.action })
  const [wait, setWait] = useState<Wait>('none')
  const follow = useMemo(() => createFollower(routing, setShown, setWait), [routing])

  useLayoutEffect(() => {
    const stop = history.listen(follow)
    // What the history did before this listened.
    follow(history)
    const stopFollowing = routing.follow()
    return () => {
      stop()
      stopFollowing()
    }
  }, [routing, history, follow])

  return (
    <ShownContext value={shown}>
      <RouteProgress wait={wait} onRetry={() => follow(history)} />
      {children}
    </ShownContext>
  )
}

type Wait = 'none' | 'coming' | 'failed'

function createFollower(
  { history, bring, redirect }: Props['routing'],
  show: (shown: Shown) => void,
  wait: (wait: Wait) => void,
) {
  let last: Location | null = null
  return ({ location, action }: Pick<Shown, 'location' | 'action'>) => {
    last = location
    if (redirect(location)) return
    const arrive = () => {
      if (last !== location) return
      wait('none')
      show({ history, location, action })
    }
    const coming = bring(location.pathname)
    if (coming === null) return arrive()
    wait('coming')
    coming.then(arrive, () => last === location && wait('failed'))
  }
}
