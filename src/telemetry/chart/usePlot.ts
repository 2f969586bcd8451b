import { useEffect, useRef } from 'react'
import type UPlot from 'uplot'
import { pointTo } from './cursor'

/** Creates a plot in a frame; `at` returns the cursor's moment. */
type Create = (frame: HTMLElement, at: () => number | null) => UPlot

/** The frame of a plot with its cursor at `at`: created again when `create` changes, redrawn when the width or the theme does. */
export function usePlot(at: number | null, create: Create) {
  const frame = useRef<HTMLDivElement>(null)
  const plot = useRef<UPlot | null>(null)
  const latest = useRef(at)
  useEffect(() => {
    latest.current = at
    if (plot.current !== null) pointTo(plot.current, at)
  }, [at])
  useEffect(() => {
    const element = frame.current
    if (element === null) return undefined
    const created = create(element, () => latest.current)
    plot.current = created
    const width = new ResizeObserver(() => {
      if (element.clientWidth !== created.width) created.setSize({ width: element.clientWidth, height: created.height })
    })
    width.observe(element)
    const redraw = () => created.redraw(false, true)
    const theme = new MutationObserver(redraw)
    theme.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    const dark = matchMedia('(prefers-color-scheme: dark)')
    dark.addEventListener('change', redraw)
    return () => {
      width.disconnect()
      theme.disconnect()
      dark.removeEventListener('change', redraw)
      plot.current = null
      created.destroy()
    }
  }, [create])
  return frame
}
