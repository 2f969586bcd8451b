import { useCallback, useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { isMisread, readChart, writeChart, type ChartAsked } from './address'

/** Reads and writes the chart's state, all of which is in the address; reports whether some of it was invalid. */
export function useChartAddress(): readonly [ChartAsked, (change: Partial<ChartAsked>) => void, boolean] {
  const { search, pathname, state } = useLocation()
  const navigate = useNavigate()
  const asked = useMemo(() => readChart(search), [search])
  const go = useCallback(
    (change: Partial<ChartAsked>) => {
      const next = writeChart({ ...asked, ...change })
      // A change of the display alone adds no history entry.
      const replace = Object.keys(change).every((name) => name === 'look')
      void navigate({ pathname, search: next === '' ? '' : `?${next}` }, { replace, state, preventScrollReset: true })
    },
    [asked, navigate, pathname, state],
  )
  return [asked, go, isMisread(search)]
}
