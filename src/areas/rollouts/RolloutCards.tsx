import { gateways } from '../../contract/gateways'
import type { Rollout } from '../../contract/rollouts'
import { counted } from '../../crud/model/words'
import { SubjectAlerts } from '../../telemetry/alerts/SubjectAlerts'
import { NextWords } from '../../telemetry/rollouts/NextWords'
import { countWords, StateBar } from '../../telemetry/rollouts/StateBar'
import { groupTitle } from '../../telemetry/rollouts/words'
import { Card } from '../../ui/layout/Card'
import { RolloutGatewaysCard } from './RolloutGatewaysCard'
import { PreviewCard } from './RolloutPreview'

/** The panels of a rollout's page: its alerts, its next step, its groups' progress, and its gateways. */
export function RolloutCards({ row }: { readonly row: Rollout }) {
  return (
    <div className="stack">
      <SubjectAlerts field="rolloutId" id={row.id} />
      <Card title="Progress">
        <div className="rollout-now">
          <p className="rollout-sentence" role="status">
            <NextWords row={row} />
          </p>
          {row.groups.length > 0 && <Groups row={row} />}
        </div>
      </Card>
      {row.status === 'draft' || (row.status === 'scheduled' && row.groups.length === 0) ? (
        <PreviewCard row={row} />
      ) : (
        <RolloutGatewaysCard row={row} />
      )}
    </div>
  )
}

function Groups({ row: { groups } }: { readonly row: Rollout }) {
  return (
    <ol className="rollout-groups" aria-label="Groups">
      {groups.map((group) => {
        const title = groupTitle(group, groups)
        return (
          <li key={group.number} className="rollout-group">
            <span className="rollout-group-title">{title}</span>
            <StateBar label={title} counts={group} />
            <span className="rollout-group-words">
              {counted(group.gatewaysCount, gateways.nouns)}: {countWords(group)}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
