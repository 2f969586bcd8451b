import type { AssignOutcome } from '../../contract/firmwareCalls'
import { gateways } from '../../contract/gateways'
import { counted, enumerated } from '../../crud/model/words'
import { grouped } from '../../ui/text/numberWords'
import './firmwares.css'

/** Maximum of gateways named per reason. */
const GATEWAYS_NAMED = 5
const SKIPS_SHOWN = 100

interface AssignReportProps {
  readonly outcome: AssignOutcome
  /** Whether the assignment is complete; otherwise it is a dry run. */
  readonly done?: boolean
}

/** The gateways that a firmware is assigned to, and why others are skipped. */
export function AssignReport({ outcome: { assigned, skipped }, done = false }: AssignReportProps) {
  return (
    <div className="assign-report" role="status">
      {assigned.length > 0 && (
        <p>
          {done ? 'Assigned to' : 'Will be assigned to'} {counted(assigned.length, gateways.nouns)}: {namesOf(assigned)}.
        </p>
      )}
      {skipped.length > 0 && (
        <>
          <p>{counted(skipped.length, gateways.nouns)} left out:</p>
          <ul className="assign-skipped">
            {skipped.slice(0, SKIPS_SHOWN).map(({ id, name, message }) => (
              <li key={id}>
                <strong>{name ?? id}</strong>: {message}
              </li>
            ))}
            {skipped.length > SKIPS_SHOWN && <li>and {grouped(skipped.length - SKIPS_SHOWN)} more</li>}
          </ul>
        </>
      )}
    </div>
  )
}

function namesOf(assigned: AssignOutcome['assigned']): string {
  const names = assigned.slice(0, GATEWAYS_NAMED).map(({ name }) => name)
  return enumerated(names, assigned.length)
}
