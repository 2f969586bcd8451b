import { grouped } from './numberWords'
import './rangeBand.css'

/** The scale of a band: its ends, its unit and its marks. */
export interface Scale {
  readonly from: number
  readonly to: number
  readonly unit: string
  readonly marks: readonly number[]
  /** A square-root scale, which gives small values more room. */
  readonly root?: boolean | undefined
}

export type Range = readonly [low: number, high: number]

export interface RangeBandProps {
  readonly scale: Scale
  readonly range: Range
  /** The ideal range, within the range. */
  readonly ideal?: Range | null | undefined
  /** For tables: short, without marks. */
  readonly dense?: boolean | undefined
}

/** A range as text, with a drawing of its position on the scale. The drawing adds no information to the text. */
export function RangeBand({ scale, range, ideal = null, dense = false }: RangeBandProps) {
  return (
    <span className={dense ? 'range range-dense' : 'range'}>
      <svg className="range-band" aria-hidden="true" focusable="false">
        <rect className="range-scale" x="0" y="5" width="100%" height="6" rx="3" />
        <Part scale={scale} range={range} className="range-whole" y={4} height={8} />
        {ideal !== null && <Part scale={scale} range={ideal} className="range-ideal" y={1} height={14} />}
        {!dense && <Marks scale={scale} />}
      </svg>
      <span className="range-words">
        {rangeWords(range, scale.unit)}
        {ideal !== null && <span className="range-ideal-words">ideal {rangeWords(ideal, scale.unit)}</span>}
      </span>
    </span>
  )
}

interface PartProps {
  readonly scale: Scale
  readonly range: Range
  readonly className: string
  readonly y: number
  readonly height: number
}

function Part({ scale, range: [low, high], className, y, height }: PartProps) {
  const [start, end] = [placeOf(scale, low), placeOf(scale, high)]
  return <rect className={className} x={`${start}%`} width={`${Math.max(end - start, 1)}%`} y={y} height={height} rx="3" />
}

function Marks({ scale }: { readonly scale: Scale }) {
  return scale.marks.map((mark) => {
    const place = placeOf(scale, mark)
    const anchor = place < 5 ? 'start' : place > 95 ? 'end' : 'middle'
    return (
      <g key={mark} className="range-mark">
        <line x1={`${place}%`} x2={`${place}%`} y1="16" y2="20" />
        <text x={`${place}%`} y="31" textAnchor={anchor}>
          {grouped(mark)}
        </text>
      </g>
    )
  })
}

/** The position of a value on the scale, in percent of its length. */
function placeOf({ from, to, root = false }: Scale, value: number): number {
  const part = Math.min(1, Math.max(0, (value - from) / (to - from)))
  return Number(((root ? Math.sqrt(part) : part) * 100).toFixed(2))
}

/** "15–60 %", "−5 to 35 °C", "21 °C". */
export function rangeWords([low, high]: Range, unit: string): string {
  if (low === high) return `${grouped(low)} ${unit}`
  const between = low < 0 || high < 0 ? ' to ' : '–'
  return `${grouped(low)}${between}${grouped(high)} ${unit}`
}
