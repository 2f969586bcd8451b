import { useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/controls/Button'
import { Scroller } from '../../ui/table/Scroller'
import type { Chart, ChartArrow, ChartState } from './chart'
import { eventOf, nameOf, possibleFrom, statesOf, titleOf } from './words'
import type { Entry } from './messages'

/** Zoom factors of the drawing; 0 fits it into the frame. */
const sizes = [0, 0.6, 0.8, 1, 1.3, 1.7]
/** Minimum width in pixels before the drawing scrolls instead of shrinking; a small chart is not enlarged. */
const WIDTH_MIN = 720

interface Props {
  readonly chart: Chart
  readonly entry: Entry
}

/** The chart with the active state and the last step highlighted; scrolls the active state into view. */
export function ChartView({ chart, entry }: Props) {
  const [size, setSize] = useState(0)
  const frame = useRef<HTMLDivElement>(null)
  const { value } = entry
  useEffect(() => {
    const scroller = frame.current
    const box = scroller?.querySelector(`[data-leaf]`)?.getBoundingClientRect()
    if (!scroller || !box) return
    const { left, top, width, height } = scroller.getBoundingClientRect()
    scroller.scrollLeft += box.left + box.width / 2 - left - width / 2
    scroller.scrollTop += box.top + box.height / 2 - top - height / 2
  }, [value, size, chart])
  return (
    <section className="in-chart" aria-label="Chart">
      <div className="in-tools">
        <Size label="Smaller" sign="−" at={size - 1} onSet={setSize} />
        <Size label="Larger" sign="+" at={size + 1} onSet={setSize} />
        <Size label="Fit width" sign="Fit width" at={0} onSet={setSize} />
        <span className="in-key" data-key="active">
          active
        </span>
        <span className="in-key" data-key="taken">
          last step
        </span>
        <span className="in-key" data-key="next">
          possible next
        </span>
      </div>
      <Scroller ref={frame} className="in-frame" label={`Chart of the ${titleOf(chart.id)}`}>
        <Drawing chart={chart} entry={entry} size={sizes[size] ?? 1} />
      </Scroller>
    </section>
  )
}

interface SizeProps {
  readonly label: string
  readonly sign: string
  readonly at: number
  readonly onSet: (at: number) => void
}

function Size({ label, sign, at, onSet }: SizeProps) {
  return (
    <Button size="sm" aria-label={label} aria-disabled={!(at in sizes)} onClick={() => onSet(at)}>
      {sign}
    </Button>
  )
}

function Drawing({ chart, entry, size }: Props & { readonly size: number }) {
  const { transitions, value, event } = entry
  const { width, height } = chart
  const states = statesOf(chart, entry)
  const next = possibleFrom(chart, entry)
  const taken = (step: number) => transitions.includes(chart.steps[step]?.id ?? '')
  const possible = (step: number) => next.some(({ id }) => id === chart.steps[step]?.id)
  const markOf = (lines: ChartArrow['lines']) => {
    const all = lines.flatMap(({ steps }) => steps)
    return all.some(taken) ? 'taken' : all.some(possible) ? 'next' : undefined
  }
  const marked = [...chart.arrows].sort((one, other) => rank(markOf(one.lines)) - rank(markOf(other.lines)))
  return (
    <svg
      role="img"
      aria-label={`${value} is active, after ${eventOf(event)}`}
      viewBox={`0 0 ${width} ${height}`}
      width={size === 0 ? '100%' : width * size}
      className="in-svg"
      style={size === 0 ? { minWidth: Math.min(WIDTH_MIN, width), maxWidth: width } : {}}
    >
      <marker
        id="tip"
        viewBox="0 0 8 8"
        refX="7"
        refY="4"
        markerWidth="9"
        markerHeight="9"
        markerUnits="userSpaceOnUse"
        orient="auto"
      >
        <path d="M0 0 8 4 0 8z" fill="context-stroke" />
      </marker>
      {chart.states.map((state) => (
        <StateBox
          key={state.id}
          state={state}
          isActive={states.includes(state.id)}
          isLeaf={value.split(' ').includes(nameOf(state.id))}
          markOf={markOf}
        />
      ))}
      {marked.map(({ path, lines }) => (
        <path key={path} className="in-arrow" data-mark={markOf(lines)} d={path} markerEnd="url(#tip)" />
      ))}
      {marked.map(({ path, lines, at }) => (
        <Words key={path} lines={lines} at={[at[0] + 5, at[1] + 13]} markOf={markOf} />
      ))}
    </svg>
  )
}

function rank(mark: string | undefined): number {
  return ['next', 'taken'].indexOf(mark ?? '')
}

type MarkOf = (lines: ChartArrow['lines']) => string | undefined

interface StateBoxProps {
  readonly state: ChartState
  readonly isActive: boolean
  readonly isLeaf: boolean
  readonly markOf: MarkOf
}

function StateBox({ state: { label, about, lines, isGroup, isFirst, box }, isActive, isLeaf, markOf }: StateBoxProps) {
  const [x, y, width, height] = box
  return (
    <g className="in-state" data-group={isGroup || undefined} data-active={isActive || undefined} data-leaf={isLeaf || undefined}>
      <title>{about}</title>
      <rect x={x} y={y} width={width} height={height} rx={isGroup ? 12 : 7} />
      {isFirst && <circle cx={x + 12} cy={y + 15} r={3} />}
      <text x={x + (isFirst ? 20 : 10)} y={y + 19} className="in-label">
        {label}
      </text>
      <Words lines={lines} at={[x + 10, y + 35]} markOf={markOf} />
    </g>
  )
}

interface WordsProps {
  readonly lines: ChartArrow['lines']
  readonly at: readonly [number, number]
  readonly markOf: MarkOf
}

function Words({ lines, at: [x, y], markOf }: WordsProps) {
  return lines.map((line, place) => (
    <text
      key={line.text}
      x={x}
      y={y + place * 15}
      className="in-words"
      data-mark={line.steps.length > 0 ? markOf([line]) : undefined}
    >
      {line.text}
    </text>
  ))
}
