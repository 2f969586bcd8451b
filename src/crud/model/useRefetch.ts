import { useEffect, useEffectEvent } from 'react'
import { afterPaint } from '../../ui/environment/afterPaint'
import { useEnvironment } from '../../ui/environment/Environment'

/** Seconds for which an answer counts as the one that a route's loader has just requested. */
export const FRESH_S = 2

interface CachedQuery {
  readonly fulfilledTimeStamp?: number | undefined
  refetch(): unknown
}

/** Refetches an older answer from the cache, once it is painted: sending a request before would delay the paint. */
export function useRefetch({ fulfilledTimeStamp, refetch }: CachedQuery, arg: unknown): void {
  const { now } = useEnvironment()
  const refetchOlder = useEffectEvent(() => {
    const isOlder = fulfilledTimeStamp !== undefined && now() - fulfilledTimeStamp >= FRESH_S * 1000
    return isOlder ? afterPaint(() => void refetch()) : undefined
  })
  useEffect(() => refetchOlder(), [arg])
}
