import { useCallback, useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { Curve } from '../../contract/metrics'
import { readChart, writeChart, type ChartState, type Preset } from './address'

/**
 * Reads and writes the chart's state, all of which is in the address; reports whether some of it was invalid. The page has curves of
 * the metrics `offered`, the same array until they change; `usual` is the range of an address without one.
 */
export function useChartAddress(
  offered: readonly Curve[],
  usual?: Preset,
): readonly [ChartState, (change: Partial<ChartState>) => void, boolean] {
  const { search, pathname, state } = useLocation()
  const navigate = useNavigate()
  const { state: view, misread } = useMemo(() => readChart(search, offered, usual), [search, offered, usual])
  const go = useCallback(
    (change: Partial<ChartState>) => {
      const next = writeChart({ ...view, ...change }, usual)
      // A change of the display alone adds no history entry.
      const replace = Object.keys(change).every((name) => name === 'look' || name === 'compares')
      void navigate({ pathname, search: next === '' ? '' : `?${next}` }, { replace, state, preventScrollReset: true })
    },
    [view, usual, navigate, pathname, state],
  )
  return [view, go, misread]
}
