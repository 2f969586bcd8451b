import { useCallback, useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { isMisread, readChart, writeChart, type ChartState } from './address'

/** Reads and writes the chart's state, all of which is in the address; reports whether some of it was invalid. */
export function useChartAddress(): readonly [ChartState, (change: Partial<ChartState>) => void, boolean] {
  const { search, pathname, state } = useLocation()
  const navigate = useNavigate()
  const view = useMemo(() => readChart(search), [search])
  const go = useCallback(
    (change: Partial<ChartState>) => {
      const next = writeChart({ ...view, ...change })
      // A change of the display alone adds no history entry.
      const replace = Object.keys(change).every((name) => name === 'look')
      void navigate({ pathname, search: next === '' ? '' : `?${next}` }, { replace, state, preventScrollReset: true })
    },
    [view, navigate, pathname, state],
  )
  return [view, go, isMisread(search)]
}
