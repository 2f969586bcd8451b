import { ChartLine, ChevronDown, Table2 } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import { curveRule, type Curve } from '../../contract/metrics'
import { Button } from '../../ui/controls/Button'
import { Dates } from '../../ui/controls/Dates'
import { Segment } from '../../ui/controls/Segment'
import { Alert } from '../../ui/overlay/Alert'
import { isSpan, presetNames, presets, type ChartState, type Span } from './address'
import '../../ui/form/field.css'

interface ChartToolsProps {
  readonly curves: readonly Curve[]
  readonly metric: Curve
  readonly view: ChartState
  readonly span: Span
  /** Some of the address could not be parsed. */
  readonly misread: boolean
  readonly onChange: (change: Partial<ChartState>) => void
  /** Further tools. */
  readonly children?: ReactNode
}

/** Selects the curve, the time range and the display. */
export function ChartTools({ curves, metric, view, span, misread, onChange, children }: ChartToolsProps) {
  const isDated = typeof view.range !== 'string'
  const [dating, setDating] = useState(isDated)
  const id = useId()
  const isTable = view.look === 'table'
  return (
    <>
      {misread && (
        <div className="chart-misread">
          <Alert tone="warning" role="status">
            Part of the address could not be read and was ignored.
          </Alert>
        </div>
      )}
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
              onClick={() => {
                setDating(false)
                onChange({ range: name })
              }}
            >
              {presets[name].label}
            </Segment>
          ))}
          <Segment
            on={isDated}
            aria-pressed={undefined}
            aria-expanded={dating}
            aria-controls={id}
            onClick={() => setDating(!dating)}
          >
            Dates
          </Segment>
        </div>
        <Button size="sm" icon={isTable ? ChartLine : Table2} onClick={() => onChange({ look: isTable ? 'chart' : 'table' })}>
          {isTable ? 'Show as chart' : 'Show as table'}
        </Button>
        {children}
      </div>
      <div id={id}>
        {dating && (
          <Dates
            // A range that ends now moves on, also while the user types.
            key={JSON.stringify(view.range)}
            {...span}
            fault="“From” must be before “To”, from 1970 on and within 10 years."
            onShow={(range) => {
              const isAccepted = isSpan(range)
              if (isAccepted) onChange({ range })
              return isAccepted
            }}
          />
        )}
      </div>
    </>
  )
}

function chosen(curves: readonly Curve[], value: string): Curve | null {
  return curves.find((curve) => curve === value) ?? null
}
