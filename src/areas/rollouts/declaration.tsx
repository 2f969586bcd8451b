import { Check, Pause, Play, Rocket, RotateCw, Square } from 'lucide-react'
import { rolloutMovesFrom } from '../../../machines/rolloutMachine'
import { gateways } from '../../contract/gateways'
import type { RolloutMove } from '../../contract/rolloutCalls'
import { openRolloutStatuses, pausedFields, rollouts, type Rollout } from '../../contract/rollouts'
import { declare } from '../../crud/model/declaration'
import { Moment } from '../../crud/parts/FieldText'
import { NoValue } from '../../ui/text/NoValue'
import { rowLink } from '../../crud/parts/rowLink'
import { counted, enumerated, withUnit } from '../../crud/model/words'
import { limitNames } from '../../telemetry/limitNames'
import { shortWords, StateBar } from '../../telemetry/rollouts/StateBar'
import { RolloutStatusWord } from '../../telemetry/rollouts/words'
import { dialogOnDemand, panelOnDemand } from '../../ui/overlay/onDemand'

const RolloutCards = panelOnDemand(async () => (await import('./RolloutCards')).RolloutCards)
const FormPreview = panelOnDemand(async () => (await import('./RolloutPreview')).FormPreview)
const moves = () => import('../../telemetry/rollouts/moveDialogs')
const StartDialog = dialogOnDemand(async () => (await moves()).StartDialog)
const ApproveDialog = dialogOnDemand(async () => (await moves()).ApproveDialog)
const PauseDialog = dialogOnDemand(async () => (await moves()).PauseDialog)
const ResumeDialog = dialogOnDemand(async () => (await moves()).ResumeDialog)
const StopDialog = dialogOnDemand(async () => (await moves()).StopDialog)
const RetryDialog = dialogOnDemand(async () => (await moves()).RetryDialog)

function can(move: RolloutMove) {
  return ({ status, awaitsApproval, failedCount }: Rollout): boolean =>
    rolloutMovesFrom(status).includes(move) && (move !== 'approve' || awaitsApproval) && (move !== 'retry' || failedCount > 0)
}

function isOpen({ status }: Rollout): boolean {
  return openRolloutStatuses.includes(status)
}

function firmware({ firmwareId, firmwareName }: Rollout) {
  return rowLink('gateway-firmwares', firmwareId, firmwareName)
}

/** What limits a rollout: one that is limited to deleted rows alone reaches nothing. */
function scope(rollout: Rollout): string {
  const limits = limitNames(rollout)
  return limits.length === 0 ? 'All compatible gateways' : enumerated(limits)
}

function canary({ canaryCount, canaryTag }: Rollout): string {
  if (canaryTag != null) return `Gateways with the tag ${canaryTag}`
  return canaryCount == null ? 'None' : counted(canaryCount, gateways.nouns)
}

function waves({ waves: all }: Rollout): string {
  return all.length === 0 ? 'All at once' : enumerated(all.map(({ percent }) => withUnit(percent, '%')))
}

function hours({ windowFrom, windowTo, zone }: Rollout): string {
  return windowFrom == null || windowTo == null ? 'Any time' : `${windowFrom} to ${windowTo}, ${zone ?? 'UTC'}`
}

function progress(row: Rollout) {
  if (row.gatewaysCount === 0) return <NoValue />
  return (
    <>
      <StateBar label="Progress" counts={row} />
      <span className="aside soft">{shortWords(row)}</span>
    </>
  )
}

function stopWords({ stopPct, stopCount }: Rollout): string {
  const share = `${withUnit(stopPct, '%')} of a group failed`
  return stopCount == null ? share : `${share}, or ${counted(stopCount, gateways.nouns)}`
}

/** Rollouts: a firmware is assigned to a canary group and then in waves; the rollout stops itself when gateways fail. */
export const declaration = declare({
  resource: rollouts,
  columns: [
    { key: 'name', title: 'Rollout', width: 12 },
    { key: 'firmwareName', title: 'Firmware', width: 11, cell: firmware },
    { key: 'status', title: 'Status', width: 8, also: ['awaitsApproval'], cell: (row) => <RolloutStatusWord row={row} /> },
    {
      key: 'gatewaysCount',
      title: 'Progress',
      width: 10,
      also: ['succeededCount', 'failedCount', 'assignedCount', 'waitingCount', 'skippedCount'],
      cell: progress,
    },
    { key: 'startedAt', title: 'Started', width: 7, cell: (row) => <Moment value={row.startedAt} dense /> },
    {
      key: 'scopeNames',
      title: 'Scope',
      width: 10,
      minor: true,
      also: ['deletedScopeNames'],
      cell: (row) => <span className="cell-words">{scope(row)}</span>,
    },
    { key: 'requestedByName', title: 'Started by', width: 9, minor: true },
  ],
  filters: [
    { name: 'status', title: 'Status' },
    { name: 'firmwareId', title: 'Firmware' },
    { name: 'awaitsApproval', title: 'Approval', quiet: true, words: { true: 'Awaited', false: 'Not awaited' } },
  ],
  State: ({ row }) => <RolloutStatusWord row={row} look="pill" />,
  Summary: ({ row }) => (
    <>
      {firmware(row)}
      {row.gatewaysCount > 0 && <> · {counted(row.gatewaysCount, gateways.nouns)}</>}
    </>
  ),
  actions: [
    { label: 'Start', icon: Rocket, next: true, offered: can('start'), Dialog: StartDialog },
    { label: 'Approve', icon: Check, next: true, offered: can('approve'), Dialog: ApproveDialog },
    { label: 'Resume', icon: Play, next: true, offered: can('resume'), Dialog: ResumeDialog },
    { label: 'Retry failed', icon: RotateCw, offered: can('retry'), Dialog: RetryDialog },
    { label: 'Pause', icon: Pause, offered: can('pause'), Dialog: PauseDialog },
    { label: 'Stop', icon: Square, danger: true, offered: can('stop'), Dialog: StopDialog },
  ],
  More: RolloutCards,
  FormMore: FormPreview,
  changeable: ({ status }) => (status === 'draft' ? null : pausedFields),
  editable: ({ status }) => status === 'draft' || status === 'paused',
  deletable: (row) => !isOpen(row),
  sections: [
    {
      title: 'What and where',
      items: [
        { key: 'firmwareName', value: firmware },
        { key: 'scopeNames', value: scope, always: true },
        { key: 'reason' },
        { key: 'startAt', label: 'Not before', value: (row) => <Moment value={row.startAt} /> },
        { key: 'windowFrom', label: 'Hours', value: hours, always: true },
        { key: 'requestedByName' },
        { key: 'approvedByName' },
        { key: 'endedAt', value: (row) => <Moment value={row.endedAt} /> },
      ],
    },
    {
      title: 'Steps',
      items: [
        { key: 'canaryCount', label: 'Canary', value: canary, always: true },
        { key: 'waves', label: 'Waves, up to', value: waves, always: true },
        {
          key: 'goOnPct',
          label: 'Continues when',
          value: (row) => `${withUnit(row.goOnPct, '%')} of a group report the firmware`,
        },
        { key: 'withinH', label: 'Pauses after' },
        { key: 'stopPct', label: 'Stops when', value: stopWords },
      ],
    },
  ],
  form: [
    {
      title: 'Rollout',
      fields: [
        { name: 'name' },
        { name: 'firmwareId', offer: { status: ['released'] }, hint: 'A released firmware.' },
        { name: 'startAt', hint: 'Earliest time at which the started rollout begins. Empty: at once.' },
        { name: 'reason', hint: 'Allows downgrades, and hardware at its end of life.', wide: true },
      ],
    },
    {
      title: 'Gateways',
      hint: 'Leave all empty for all compatible gateways. Otherwise a gateway must match each.',
      fields: [
        { name: 'tags', hint: 'Gateways with one of these tags.' },
        { name: 'updateChannel' },
        { name: 'hardwareIds' },
        { name: 'fromFirmwareIds', hint: 'Gateways that run one of these.' },
      ],
    },
    {
      title: 'Steps',
      hint: 'First a few gateways as a canary, then the others in waves. Each group waits for the one before.',
      fields: [
        { name: 'canaryCount', hint: 'Number of gateways, chosen at random.' },
        { name: 'canaryTag', hint: 'Or those with this tag.' },
        { name: 'waves', hint: 'Empty: all others at once.' },
        { name: 'goOnPct', hint: 'The next group begins when this share of a group reports the new version.' },
        { name: 'withinH', hint: 'The rollout pauses when a group takes longer.' },
        { name: 'stopPct', hint: 'The rollout stops when this share of a group failed.' },
        { name: 'stopCount', hint: 'It also stops when this many gateways of a group failed.' },
      ],
    },
    {
      title: 'Hours of the day',
      hint: 'Gateways are assigned the firmware within these hours only. Empty: at any time.',
      fields: [
        { name: 'windowFrom', hint: 'Such as 22:00.' },
        { name: 'windowTo', hint: 'Such as 06:00.' },
        { name: 'zone', hint: 'Such as Europe/Zurich. Empty: UTC.' },
      ],
    },
  ],
  blank: { canaryCount: 5, waves: [{ percent: 25 }, { percent: 100 }], goOnPct: 95, withinH: 24, stopPct: 10 },
  example: { name: 'Hub OS 3.12 to the greenhouses', goOnPct: 95, withinH: 24, stopPct: 10 },
  removal: {
    typed: false,
    consequence: (rows) =>
      rows.some(isOpen)
        ? 'A rollout that has not ended must be stopped before it is deleted.'
        : 'The results of its gateways are deleted too. The gateways keep their installed or assigned firmware.',
  },
})
