import { useCallback, useEffect, useRef } from 'react'
import { useDispatch } from 'react-redux'
import { api } from '../../api/api'
import { afterPaint } from '../../ui/environment/afterPaint'
import { useEnvironment } from '../../ui/environment/Environment'
import { crudCalls } from '../model/crudCalls'
import type { AnyResource } from '../model/declaration'
import type { ApiDispatch } from '../model/reference'

/** Milliseconds that the pointer has to rest on a row. */
const REST_MS = 100

/**
 * Prefetches the row that the user is about to open, and its screen's code, once no other answer is awaited or to be painted; not in
 * data-saving mode, nor without a network, where each row would raise an alert.
 */
export function usePrefetchRow(resource: AnyResource): { begin(id: string): void; stop(): void } {
  const { later, savesData } = useEnvironment()
  const dispatch = useDispatch<ApiDispatch>()
  const cancel = useRef<() => void>(() => undefined)
  const stop = useCallback(() => cancel.current(), [])
  const begin = useCallback(
    (id: string) => {
      cancel.current()
      if (savesData || !navigator.onLine) return
      const prefetch = () => {
        // A failed prefetch is requested again when it is needed.
        import('../detail/DetailScreen').catch(() => undefined)
        void dispatch(crudCalls(resource).get.initiate(id, { subscribe: false }))
      }
      const prefetchWhenIdle = async () => {
        let left = false
        cancel.current = () => void (left = true)
        await Promise.all(dispatch(api.util.getRunningQueriesThunk()))
        if (!left) cancel.current = afterPaint(prefetch)
      }
      cancel.current = later(REST_MS, () => void prefetchWhenIdle())
    },
    [later, savesData, dispatch, resource],
  )
  useEffect(() => stop, [stop])
  return { begin, stop }
}
