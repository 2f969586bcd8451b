import { ChartLine, ChevronDown, Table2 } from 'lucide-react'
import { useId, useState, type SubmitEvent } from 'react'
import { curveRule, type Curve } from '../../contract/metrics'
import { Button } from '../../ui/controls/Button'
import { Segment } from '../../ui/controls/Segments'
import { useZone } from '../../ui/text/Time'
import { isSpan, presetNames, presets, type ChartState, type Span } from './address'
import { inputOf, momentOfInput } from '../../ui/form/dateInput'
import '../../ui/form/field.css'

interface ChartToolsProps {
  readonly curves: readonly Curve[]
  readonly metric: Curve
  readonly view: ChartState
  readonly span: Span
  readonly onChange: (change: Partial<ChartState>) => void
}

/** Selects the curve, the time range and the display. */
export function ChartTools({ curves, metric, view, span, onChange }: ChartToolsProps) {
  const isDated = typeof view.range !== 'string'
  const [dating, setDating] = useState(isDated)
  const id = useId()
  const isTable = view.look === 'table'
  return (
    <>
      <div className="chart-tools">
        <label className="control">
          <span className="sr-only">Metric</span>
          <select
            className="input select"
            value={metric}
            onChange={({ target }) => onChange({ metric: chosen(curves, target.value) })}
          >
            {curves.map((curve) => (
              <option key={curve} value={curve}>
                {curveRule(curve).label}
              </option>
            ))}
          </select>
          <ChevronDown className="select-mark" aria-hidden="true" />
        </label>
        <div className="segments" role="group" aria-label="The last">
          {presetNames.map((name) => (
            <Segment
              key={name}
              on={view.range === name}
              aria-pressed={view.range === name}
              onClick={() => {
                setDating(false)
                onChange({ range: name })
              }}
            >
              {presets[name].label}
            </Segment>
          ))}
          <Segment on={isDated} aria-expanded={dating} aria-controls={id} onClick={() => setDating(!dating)}>
            Dates
          </Segment>
        </div>
        <Button size="sm" icon={isTable ? ChartLine : Table2} onClick={() => onChange({ look: isTable ? 'chart' : 'table' })}>
          {isTable ? 'Show as chart' : 'Show as table'}
        </Button>
      </div>
      <div id={id}>{dating && <Dates key={`${span.from} ${span.to}`} span={span} onSpan={(range) => onChange({ range })} />}</div>
    </>
  )
}

function chosen(curves: readonly Curve[], value: string): Curve | null {
  return curves.find((curve) => curve === value) ?? null
}

interface DatesProps {
  readonly span: Span
  readonly onSpan: (span: Span) => void
}

/** A custom range, in the selected time zone. */
function Dates({ span, onSpan }: DatesProps) {
  const zone = useZone()
  const [from, setFrom] = useState(() => inputOf(span.from, zone))
  const [to, setTo] = useState(() => inputOf(span.to, zone))
  const [fault, setFault] = useState(false)
  const faultId = useId()
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    // An unchanged end keeps its exact value: an input has no seconds, and cannot distinguish the repeated hour when clocks go back.
    const next = {
      from: from === inputOf(span.from, zone) ? span.from : momentOfInput(from, zone),
      to: to === inputOf(span.to, zone) ? span.to : momentOfInput(to, zone),
    }
    setFault(!isSpan(next))
    if (isSpan(next)) onSpan(next)
  }
  const field = (label: string, value: string, set: (value: string) => void) => (
    <label className="chart-date">
      <span>{`${label} (${zone === 'utc' ? 'UTC' : 'local time'})`}</span>
      <span className="control">
        <input
          type="datetime-local"
          className="input"
          value={value}
          aria-invalid={fault}
          aria-describedby={fault ? faultId : undefined}
          onChange={({ target }) => set(target.value)}
        />
      </span>
    </label>
  )
  return (
    <form className="chart-dates" aria-label="Dates" noValidate onSubmit={submit}>
      {field('From', from, setFrom)}
      {field('To', to, setTo)}
      <Button type="submit" variant="primary">
        Show
      </Button>
      {fault && (
        <p id={faultId} role="alert" className="field-error">
          “From” must be before “To”, from 1970 on and within 10 years.
        </p>
      )}
    </form>
  )
}
