import { useState } from 'react'
import { rolloutMovesFrom } from '../../../machines/rolloutMachine'
import type { Rollout } from '../../contract/rollouts'
import { rowLink } from '../../crud/parts/rowLink'
import { Button } from '../../ui/controls/Button'
import { dialogOnDemand } from '../../ui/overlay/onDemand'
import { NextWords } from './NextWords'
import { countWords, StateBar } from './StateBar'
import { RolloutStatusWord } from './words'
import './rollouts.css'

const StopDialog = dialogOnDemand(async () => (await import('./moveDialogs')).StopDialog)

/** A short list of rollouts with their progress and next step, and a Stop button where the status allows it. */
export function RolloutsList({ rows }: { readonly rows: readonly Rollout[] }) {
  const [stopping, setStopping] = useState<Rollout | null>(null)
  return (
    <>
      <ul className="rollout-rows">
        {rows.map((row) => (
          <li key={row.id} className="rollout-row">
            <span className="rollout-name">
              {rowLink('rollouts', row.id, row.name)} <span className="faint">{row.firmwareName}</span>
            </span>
            <span className="rollout-state">
              <RolloutStatusWord row={row} />
              {rolloutMovesFrom(row.status).includes('stop') && (
                <Button size="sm" variant="danger-quiet" aria-label={`Stop ${row.name}`} onClick={() => setStopping(row)}>
                  Stop
                </Button>
              )}
            </span>
            {row.gatewaysCount > 0 && (
              <>
                <StateBar label={row.name} counts={row} />
                <span className="rollout-next">{countWords(row)}</span>
              </>
            )}
            <span className="rollout-next">
              <NextWords row={row} focusable={false} />
            </span>
          </li>
        ))}
      </ul>
      {stopping !== null && <StopDialog row={stopping} onClose={() => setStopping(null)} />}
    </>
  )
}
