import { useEffect, useRef } from 'react'
import UPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { alignedOf, curvesOptionsOf, type CurvesDrawing } from './curvesDrawing'
import { pointTo } from './cursor'
import { redrawn } from './redrawn'

interface CurvesPlotProps extends Omit<CurvesDrawing, 'at'> {
  /** The cursor's moment in seconds since 1970. */
  readonly at: number | null
}

/** Several curves on one canvas, redrawn when the data, the width or the theme changes. */
export function CurvesPlot({ lines, span, target, zone, at, onPlace }: CurvesPlotProps) {
  const frame = useRef<HTMLDivElement>(null)
  const made = useRef<UPlot | null>(null)
  const latest = useRef(at)
  useEffect(() => {
    latest.current = at
    if (made.current !== null) pointTo(made.current, at)
  }, [at])
  const { from, to } = span
  const min = target?.min ?? null
  const max = target?.max ?? null
  useEffect(() => {
    const element = frame.current
    if (element === null) return undefined
    const options = curvesOptionsOf(element, {
      lines,
      span: { from, to },
      target: { min, max },
      zone,
      at: () => latest.current,
      onPlace,
    })
    const plot = new UPlot(options, alignedOf(lines), element)
    made.current = plot
    const stop = redrawn(element, plot)
    return () => {
      stop()
      made.current = null
      plot.destroy()
    }
  }, [lines, from, to, min, max, zone, onPlace])
  return (
    <div ref={frame} className="chart-plot">
      {['band', 'edge', 'grid', ...lines.map(({ colour }) => String(colour))].map((name) => (
        <span key={name} hidden className={`chart-ink-${name}`} />
      ))}
    </div>
  )
}
