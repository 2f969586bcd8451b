import type { Rollout } from '../../contract/rollouts'
import { detailPath } from '../../crud/model/paths'
import { Link } from '../../ui/controls/Link'
import { NextWords } from './NextWords'
import { StateBar } from './StateBar'
import { RolloutStatusWord } from './words'
import './rollouts.css'

/** A few rollouts, each with how far it is and what comes next. */
export function RolloutsList({ rows }: { readonly rows: readonly Rollout[] }) {
  return (
    <ul className="rollout-rows">
      {rows.map((row) => (
        <li key={row.id} className="rollout-row">
          <span className="rollout-name">
            <Link className="link" href={detailPath('rollouts', row.id)}>
              {row.name}
            </Link>{' '}
            <span className="faint">{row.firmwareName}</span>
          </span>
          <RolloutStatusWord row={row} />
          {row.gatewaysCount > 0 && <StateBar label={row.name} counts={row} />}
          <span className="rollout-next">
            <NextWords row={row} focusable={false} />
          </span>
        </li>
      ))}
    </ul>
  )
}
