import { useCallback, useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { isMisread, readChart, writeChart, type ChartAsked } from './address'

/** The chart's whole state lives in the address; this reads it, writes it, and tells whether some of it was not understood. */
export function useChartAddress(): readonly [ChartAsked, (change: Partial<ChartAsked>) => void, boolean] {
  const { search, pathname, state } = useLocation()
  const navigate = useNavigate()
  const asked = useMemo(() => readChart(search), [search])
  const go = useCallback(
    (change: Partial<ChartAsked>) => {
      const next = writeChart({ ...asked, ...change })
      // How the same is shown is no step for Back.
      const replace = Object.keys(change).every((name) => name === 'look')
      void navigate({ pathname, search: next === '' ? '' : `?${next}` }, { replace, state, preventScrollReset: true })
    },
    [asked, navigate, pathname, state],
  )
  return [asked, go, isMisread(search)]
}
