import { useState, type ReactNode } from 'react'
import { useGetAccountQuery } from '../../api/accountApi'
import { gateways } from '../../contract/gateways'
import type { RolloutMove } from '../../contract/rolloutCalls'
import type { Rollout, RolloutGroup } from '../../contract/rollouts'
import type { RowDialogProps } from '../../crud/model/declaration'
import { sentenceOf } from '../../crud/model/problems'
import { counted, withUnit } from '../../crud/model/words'
import { useMoveRolloutMutation, type RolloutMoveBody } from './rolloutsApi'
import { Checkbox } from '../../ui/controls/Checkbox'
import { NoteInput } from '../../ui/controls/NoteInput'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog'
import { useToast } from '../../ui/overlay/Toaster'
import { useEnvironment } from '../../ui/environment/Environment'
import { isShort, waitsUntil } from './next'
import { groupTitle } from './words'

const hours = { one: 'hour', many: 'hours' }

export function StartDialog(props: RowDialogProps<Rollout>) {
  const { row } = props
  const { now } = useEnvironment()
  return (
    <MoveDialog {...props} move="start" title={`Start ${row.name}?`} label="Start" done={startedWords}>
      {waitsUntil(row, now()) === null
        ? 'Its gateways are chosen now, or once another administrator has approved it where that is required, and the first group is assigned the firmware.'
        : 'Its gateways are chosen when its time has come, and once another administrator has approved it where that is required.'}{' '}
      Its gateways can no longer be changed afterwards.
    </MoveDialog>
  )
}

function startedWords({ status, awaitsApproval }: Rollout): string {
  if (awaitsApproval) return 'awaits approval'
  return status === 'scheduled' ? 'is scheduled' : 'started'
}

export function ApproveDialog(props: RowDialogProps<Rollout>) {
  const { row } = props
  const { now } = useEnvironment()
  const { data: account } = useGetAccountQuery()
  const isOwn = account !== undefined && account.id === row.requestedById
  return (
    <MoveDialog {...props} move="approve" title={`Approve ${row.name}?`} label="Approve" done="approved" blocked={isOwn}>
      {isOwn
        ? 'You started this rollout: another administrator must approve it.'
        : `${row.requestedByName ?? 'Another administrator'} started it. ${
            waitsUntil(row, now()) === null ? 'It begins with your approval.' : 'With your approval it begins at its time.'
          }`}
    </MoveDialog>
  )
}

export function PauseDialog(props: RowDialogProps<Rollout>) {
  return (
    <MoveDialog {...props} move="pause" title={`Pause ${props.row.name}?`} label="Pause" done="paused" asksReason>
      Nothing more is assigned until it is resumed. {counted(props.row.assignedCount, gateways.nouns)} already assigned will
      continue.
    </MoveDialog>
  )
}

export function ResumeDialog(props: RowDialogProps<Rollout>) {
  const { name, groups, goOnPct } = props.row
  const short = groups.find((group) => isShort(group, goOnPct))
  return (
    <MoveDialog {...props} move="resume" title={`Resume ${name}?`} label="Resume" done="resumed" blocked={short !== undefined}>
      {short === undefined
        ? `It continues where it stopped.${againWords(props.row)}`
        : `${groupTitle(short, groups)} can no longer reach the success threshold of ${withUnit(goOnPct, '%')}: it would pause again at once. Retry the failed gateways, or lower the threshold first.`}
    </MoveDialog>
  )
}

/** Says that the time limit of the running group starts again; empty when that has not begun. */
function againWords({ groups, withinH }: Rollout): string {
  const isTimed = ({ state, dueAt }: RolloutGroup) => state === 'running' && dueAt != null
  return groups.some(isTimed) ? ` The time limit of the running group starts again: ${counted(withinH, hours)}.` : ''
}

export function RetryDialog(props: RowDialogProps<Rollout>) {
  const { name, failedCount } = props.row
  return (
    <MoveDialog
      {...props}
      move="retry"
      title={`Retry the failed gateways of ${name}?`}
      label="Retry failed"
      done="is retrying its failed gateways"
    >
      {counted(failedCount, gateways.nouns)} that failed {failedCount === 1 ? 'forms' : 'form'} a new group, which is assigned the
      firmware again.{againWords(props.row)}
    </MoveDialog>
  )
}

export function StopDialog(props: RowDialogProps<Rollout>) {
  const [takeBack, setTakeBack] = useState(true)
  const { name, assignedCount } = props.row
  return (
    <MoveDialog
      {...props}
      move="stop"
      title={`Stop ${name}?`}
      label="Stop"
      done="stopped"
      danger
      asksReason
      brings={{ takeBack }}
      fields={
        assignedCount > 0 && (
          <Checkbox
            label="Take the firmware back from gateways that have not fetched it"
            checked={takeBack}
            onChange={setTakeBack}
          />
        )
      }
    >
      It ends here and cannot be resumed. Gateways that have begun to fetch the firmware may still install it.
      {takeBack && assignedCount > 0 && ' The others get their previously assigned firmware back.'}
    </MoveDialog>
  )
}

interface MoveDialogProps extends RowDialogProps<Rollout> {
  readonly move: RolloutMove
  readonly title: string
  readonly label: string
  /** What the toast says of the rollout as it is after the move. */
  readonly done: string | ((moved: Rollout) => string)
  readonly danger?: boolean
  readonly asksReason?: boolean
  /** The server would refuse the move, or undo it at once. */
  readonly blocked?: boolean
  readonly brings?: RolloutMoveBody
  readonly fields?: ReactNode
  readonly children: ReactNode
}

function MoveDialog({
  row,
  onClose,
  move,
  title,
  label,
  done,
  danger = false,
  asksReason = false,
  blocked = false,
  brings,
  fields,
  children,
}: MoveDialogProps) {
  const [send, { isLoading, error }] = useMoveRolloutMutation()
  const [reason, setReason] = useState('')
  const toast = useToast()
  const confirm = async () => {
    const trimmedReason = reason.trim()
    const answer = await send({ id: row.id, move, body: { ...brings, ...(trimmedReason !== '' && { reason: trimmedReason }) } })
    if (answer.error !== undefined) return
    toast({ message: `${row.name} ${typeof done === 'string' ? done : done(answer.data)}` })
    onClose()
  }
  return (
    <ConfirmDialog
      tone={danger ? 'danger' : 'primary'}
      title={title}
      confirmLabel={label}
      fields={
        <>
          {fields}
          {asksReason && <NoteInput label="Reason" value={reason} onChange={setReason} maxLength={500} />}
        </>
      }
      blocked={blocked}
      busy={isLoading}
      error={error === undefined ? null : sentenceOf(error)}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      {children}
    </ConfirmDialog>
  )
}
