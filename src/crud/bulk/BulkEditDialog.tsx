import { useId, useState } from 'react'
import { useDispatch } from 'react-redux'
import type { ListQuery } from '../../contract/list'
import { Alert } from '../../ui/Alert'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { Form } from '../../ui/Form'
import { Progress } from '../../ui/Progress'
import type { AnyRow } from '../crudSlice'
import type { AnyStandardArea } from '../declaration'
import { plantsWords, previewNouns, sensorsWords } from '../form/previewWords'
import type { Values } from '../form/values'
import { matchOf } from '../list/query'
import type { ApiDispatch } from '../reference'
import { FailedRows } from '../removal/FailedRows'
import { namesOf } from '../removal/names'
import { counted } from '../words'
import { bulkSections, emptyValues, setErrors, setOf } from './fields'
import { lookAgain } from './lookAgain'
import { SetFields } from './SetFields'
import { SetWords } from './SetWords'
import { useBulkEdit, type Scope, type Stage } from './useBulkEdit'
import './bulk.css'

interface BulkEditDialogProps {
  readonly area: AnyStandardArea
  readonly query: ListQuery
  /** The rows picked one by one; those of the page, of which the first are named, when all that match are picked. */
  readonly rows: readonly AnyRow[]
  /** How many match, when all that match are picked. */
  readonly everything: number | null
  /** Search and filter in words; empty when the list is not narrowed. */
  readonly scope: string
  readonly onClose: () => void
  readonly onChanged: () => void
  readonly onRecounted: (count: number) => void
}

/** Sets some fields of many rows: asks which and to what, tells what that means, does it, and reports row by row. */
export function BulkEditDialog(props: BulkEditDialogProps) {
  const { area, query, rows, everything, scope: narrowed, onClose, onChanged, onRecounted } = props
  const { resource } = area
  const dispatch = useDispatch<ApiDispatch>()
  const [shown, setShown] = useState({ count: everything ?? rows.length, rows })
  const scope: Scope = {
    ...shown,
    match: everything === null ? null : { filter: matchOf(query), expectedCount: shown.count },
  }
  const onRecount = async () => {
    const now = await lookAgain(dispatch, resource, query)
    setShown(now)
    onRecounted(now.count)
  }
  const edit = useBulkEdit({ resource, scope, onRecount, onChanged, onClose })
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [typed, setTyped] = useState<Values>(() => emptyValues(area))
  const { stage } = edit

  if (stage.at === 'report')
    return (
      <FailedRows
        area={area}
        verb="changed"
        failed={stage.failed}
        asked={scope.count}
        busy={false}
        onRetry={(again) => void edit.retry(stage.set, again)}
        onClose={edit.leave}
      />
    )
  if (stage.at !== 'choose')
    return <Question area={area} scope={scope} everything={everything !== null} narrowed={narrowed} stage={stage} edit={edit} />
  return (
    <Choice
      area={area}
      scope={scope}
      typed={typed}
      chosen={chosen}
      onChoose={(name, on) => setChosen((before) => toggled(before, name, on))}
      onSubmit={async (values) => {
        setTyped(values)
        await edit.foresee(setOf(values, chosen))
      }}
      onClose={edit.leave}
    />
  )
}

function toggled(before: ReadonlySet<string>, name: string, on: boolean): ReadonlySet<string> {
  return on ? new Set([...before, name]) : new Set([...before].filter((other) => other !== name))
}

interface ChoiceProps {
  readonly area: AnyStandardArea
  readonly scope: Scope
  /** What was typed before the question was gone back from. */
  readonly typed: Values
  readonly chosen: ReadonlySet<string>
  readonly onChoose: (name: string, on: boolean) => void
  readonly onSubmit: (values: Values) => Promise<void>
  readonly onClose: () => void
}

function Choice({ area, scope, typed, chosen, onChoose, onSubmit, onClose }: ChoiceProps) {
  const formId = useId()
  const title = `Edit ${counted(scope.count, area.resource.nouns)}`
  const offers = bulkSections(area).length > 0
  const [busy, setBusy] = useState(false)
  return (
    <Dialog
      open
      title={title}
      description={
        offers
          ? 'Tick what is to be the same in all of them. What is not ticked stays as it is; what is ticked and left empty is emptied.'
          : `Every field of ${area.resource.nouns.many} is each row’s own.`
      }
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" busy={busy} disabled={chosen.size === 0}>
            Continue
          </Button>
        </>
      }
    >
      <Form
        id={formId}
        label={title}
        initialValues={typed}
        validate={(values) => setErrors(area, setOf(values, chosen))}
        onSubmit={(values) => {
          setBusy(true)
          return onSubmit(values)
        }}
      >
        <SetFields area={area} chosen={chosen} onChoose={onChoose} />
      </Form>
    </Dialog>
  )
}

interface QuestionProps {
  readonly area: AnyStandardArea
  readonly scope: Scope
  readonly everything: boolean
  readonly narrowed: string
  readonly stage: Exclude<Stage, { readonly at: 'choose' | 'report' }>
  readonly edit: ReturnType<typeof useBulkEdit>
}

function Question({ area, scope, everything, narrowed, stage, edit }: QuestionProps) {
  const { nouns } = area.resource
  const running = stage.at === 'run'
  const asked = counted(scope.count, nouns)
  return (
    <Dialog
      open
      title={`Change ${asked}?`}
      onClose={running ? edit.stop : edit.leave}
      description={
        <>
          <p>{namesOf(area, scope.rows, scope.count)}.</p>
          {narrowed !== '' && (
            <p>
              {everything ? 'These are all in' : 'Picked from'} the list narrowed to {narrowed}.
            </p>
          )}
          {everything && narrowed === '' && <p>These are all {nouns.many} there are.</p>}
        </>
      }
      footer={
        running ? (
          <Button onClick={edit.stop}>Stop</Button>
        ) : (
          <>
            <Button onClick={edit.back}>Back</Button>
            <Button variant="primary" data-autofocus disabled={scope.count === 0} onClick={() => void edit.run(stage.set)}>
              Change {asked}
            </Button>
          </>
        )
      }
    >
      <div className="bulk-course">
        <SetWords area={area} set={stage.set} />
        {stage.at === 'confirm' && stage.preview !== null && (
          <div>
            <p>
              {stage.preview.plantsTotal === 0
                ? 'No plant notices.'
                : `${counted(stage.preview.plantsTotal, previewNouns.plants)} ${stage.preview.plantsTotal === 1 ? 'changes' : 'change'} with it: ${plantsWords(stage.preview)}.`}
            </p>
            {stage.preview.plantsTotal > 0 && <p>{sensorsWords(stage.preview)}.</p>}
          </div>
        )}
        {running ? (
          <Progress label="Rows changed" value={scope.match === null ? stage.done : null} max={scope.count} />
        ) : (
          <p>It can be undone right afterwards.</p>
        )}
        {edit.error !== undefined && (
          <Alert tone="danger" role="alert">
            {edit.error}
          </Alert>
        )}
      </div>
    </Dialog>
  )
}
