import { useId, useState } from 'react'
import type { AssignBody, AssignOutcome } from '../../contract/firmwareCalls'
import { ASSIGN_MAX } from '../../contract/firmwareCalls'
import { gateways } from '../../contract/gateways'
import type { GatewayFirmware } from '../../contract/gatewayFirmwares'
import { crudCalls } from '../../crud/model/crudSlice'
import { ReferencesField } from '../../crud/form/ReferencesField'
import { draftOf } from '../../crud/form/values'
import { sentenceOf } from '../../crud/model/problems'
import { counted } from '../../crud/model/words'
import { Alert } from '../../ui/overlay/Alert'
import { Button } from '../../ui/controls/Button'
import { Dialog } from '../../ui/overlay/Dialog'
import { Form } from '../../ui/form/Form'
import { useFieldState } from '../../ui/form/formState'
import { grouped } from '../../ui/text/numberWords'
import { SelectField } from '../../ui/form/SelectField'
import { TextAreaField } from '../../ui/form/TextAreaField'
import { AssignReport } from './AssignReport'
import { useAssignFirmwareMutation } from './firmwareApi'

interface AssignDialogProps {
  readonly row: GatewayFirmware
  readonly onClose: () => void
}

interface Choice {
  readonly scope: 'all' | 'some'
  readonly gatewayIds: readonly string[]
  readonly reason: string
}

/** The requested assignment, and the server's dry run of it. */
interface Trial {
  readonly reason: string | null
  readonly outcome: AssignOutcome
}

/**
 * Assigns a firmware: the user selects gateways, the server checks each in a dry run, those that pass are assigned, and the outcome is
 * shown.
 */
export function AssignDialog({ row, onClose }: AssignDialogProps) {
  const [assign, { isLoading, error }] = useAssignFirmwareMutation()
  const [choice, setChoice] = useState<Choice>({ scope: 'all', gatewayIds: [], reason: '' })
  const [trial, setTrial] = useState<Trial | null>(null)
  const [outcome, setOutcome] = useState<AssignOutcome | null>(null)
  const confirm = async ({ outcome, reason }: Trial) => {
    const gatewayIds = outcome.assigned.map(({ id }) => id)
    const { data } = await assign({ id: row.id, body: { gatewayIds, reason } })
    if (data !== undefined) setOutcome({ assigned: data.assigned, skipped: [...outcome.skipped, ...data.skipped] })
  }
  const shared = { row, onClose, busy: isLoading, problem: error === undefined ? null : sentenceOf(error) }
  if (outcome !== null)
    return (
      <Dialog open title={`${row.title} assigned`} onClose={onClose} footer={<Button onClick={onClose}>Close</Button>}>
        <AssignReport outcome={outcome} done />
      </Dialog>
    )
  if (trial !== null)
    return <ConfirmStep {...shared} trial={trial} onBack={() => setTrial(null)} onConfirm={() => void confirm(trial)} />
  return (
    <ChooseStep
      {...shared}
      choice={choice}
      onCheck={async (body, values) => {
        setChoice(values)
        const { data } = await assign({ id: row.id, body: { ...body, dryRun: true } })
        if (data !== undefined) setTrial({ reason: body.reason ?? null, outcome: data })
      }}
    />
  )
}

interface StepProps extends AssignDialogProps {
  readonly busy: boolean
  readonly problem: string | null
}

interface ChooseStepProps extends StepProps {
  /** The selection before the dry run. */
  readonly choice: Choice
  readonly onCheck: (body: AssignBody, choice: Choice) => Promise<void>
}

function ChooseStep({ row, onClose, busy, problem, choice, onCheck }: ChooseStepProps) {
  const formId = useId()
  const filter = { hardwareId: row.hardwareIds }
  const { data } = crudCalls(gateways).list.useQuery({ page: 1, pageSize: 1, sort: gateways.list.defaultSort, q: '', filter })
  const total = data?.meta.total ?? 0
  const tooMany = data?.meta.totalCapped === true
  return (
    <Dialog
      open
      title={`Assign ${row.title}`}
      description="Gateways take an assigned firmware when they next report."
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" busy={busy} disabled={data === undefined || total === 0}>
            Check
          </Button>
        </>
      }
    >
      {data !== undefined && total === 0 ? (
        <p>No gateway has compatible hardware.</p>
      ) : (
        <Form<Choice>
          id={formId}
          label="Gateways"
          initialValues={choice}
          validate={({ scope, gatewayIds }): Record<string, string> => {
            if (scope === 'all') return tooMany ? { scope: `At most ${grouped(ASSIGN_MAX)} at once: pick some` } : {}
            return gatewayIds.length === 0 ? { gatewayIds: 'Select at least one gateway' } : {}
          }}
          onSubmit={(values) => onCheck(bodyOf(values, filter, total), values)}
        >
          <SelectField
            name="scope"
            label="Gateways"
            options={[
              { value: 'all', label: `All compatible gateways (${grouped(total)}${tooMany ? '+' : ''})` },
              { value: 'some', label: 'Some of them' },
            ]}
          />
          <Some offer={filter} />
          <TextAreaField
            name="reason"
            label="Reason"
            hint="A downgrade needs one, and so does hardware at its end of life. Without it such gateways are skipped."
          />
          {problem !== null && (
            <Alert tone="danger" role="alert">
              {problem}
            </Alert>
          )}
        </Form>
      )}
    </Dialog>
  )
}

function Some({ offer }: { readonly offer: Readonly<Record<string, readonly string[]>> }) {
  const { value } = useFieldState('scope')
  if (value !== 'some') return null
  return <ReferencesField name="gatewayIds" label="Which" target={gateways} offer={offer} fixed={false} required />
}

function bodyOf({ scope, gatewayIds, reason }: Choice, filter: object, expectedCount: number): AssignBody {
  const which = scope === 'all' ? { filter, expectedCount } : { gatewayIds: [...gatewayIds] }
  return { ...which, ...draftOf({ reason }) }
}

interface ConfirmStepProps extends StepProps {
  readonly trial: Trial
  readonly onBack: () => void
  readonly onConfirm: () => void
}

function ConfirmStep({ row, onClose, busy, problem, trial, onBack, onConfirm }: ConfirmStepProps) {
  const count = trial.outcome.assigned.length
  const noun = counted(count, gateways.nouns)
  return (
    <Dialog
      open
      title={count === 0 ? `No gateway can take ${row.title}` : `Assign ${row.title} to ${noun}?`}
      onClose={busy ? () => undefined : onClose}
      footer={
        <>
          <Button onClick={onBack} disabled={busy}>
            Back
          </Button>
          <Button variant="primary" busy={busy} disabled={count === 0} onClick={onConfirm}>
            Assign to {noun}
          </Button>
        </>
      }
    >
      <AssignReport outcome={trial.outcome} />
      {problem !== null && (
        <Alert tone="danger" role="alert">
          {problem}
        </Alert>
      )}
    </Dialog>
  )
}
