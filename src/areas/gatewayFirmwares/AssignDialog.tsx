import { useId } from 'react'
import type { AssignEvent } from '../../../machines/assignMachine'
import { ASSIGN_MAX, type AssignBody } from '../../contract/firmwareCalls'
import { gateways } from '../../contract/gateways'
import { firstRows } from '../../contract/list'
import type { GatewayFirmware } from '../../contract/gatewayFirmwares'
import { crudCalls } from '../../crud/model/crudCalls'
import type { RowDialogProps } from '../../crud/model/declaration'
import { ReferencesField } from '../../crud/form/ReferencesField'
import { draftOf } from '../../crud/form/values'
import { counted } from '../../crud/model/words'
import { Unloaded } from '../../crud/parts/Unloaded'
import { Failure } from '../../ui/overlay/Failure'
import { Button } from '../../ui/controls/Button'
import { CancelButton } from '../../ui/overlay/CancelButton'
import { Dialog } from '../../ui/overlay/Dialog'
import { Form } from '../../ui/form/Form'
import { useFieldState } from '../../ui/form/formState'
import { grouped } from '../../ui/text/numberWords'
import { SelectField } from '../../ui/form/SelectField'
import { TextAreaField } from '../../ui/form/TextAreaField'
import { AssignReport } from './AssignReport'
import { useAssign, type AssignSnapshot } from './useAssign'

interface Choice {
  readonly scope: 'all' | 'some'
  readonly gatewayIds: readonly string[]
  readonly reason: string
}

/**
 * Assigns a firmware: the user selects gateways, the server checks each in a dry run, those that pass are assigned, and the outcome is
 * shown.
 */
export function AssignDialog({ row, onClose }: RowDialogProps<GatewayFirmware>) {
  const [snapshot, send] = useAssign(row, onClose)
  const step = { row, snapshot, send }
  if (snapshot.hasTag('choosing')) return <ChooseStep {...step} />
  return snapshot.matches('reporting') ? <ReportStep {...step} /> : <ConfirmStep {...step} />
}

interface StepProps {
  readonly row: GatewayFirmware
  readonly snapshot: AssignSnapshot
  readonly send: (event: AssignEvent) => void
}

function ChooseStep({ row, snapshot, send }: StepProps) {
  const { body, failure } = snapshot.context
  const formId = useId()
  const filter = { hardwareId: row.hardwareIds }
  const query = crudCalls(gateways).list.useQuery(firstRows(gateways, 1, { filter }))
  const { data, error } = query
  const total = data?.meta.total ?? 0
  const tooMany = data?.meta.totalCapped === true
  return (
    <Dialog
      title={`Assign ${row.title}`}
      description="Gateways fetch an assigned firmware the next time they report."
      unsaved={isTyped(body)}
      onClose={() => send({ type: 'close' })}
      footer={
        <>
          <CancelButton />
          <Button
            type="submit"
            form={formId}
            variant="primary"
            busy={snapshot.matches('checking')}
            disabled={data === undefined || total === 0}
          >
            Check
          </Button>
        </>
      }
    >
      {data === undefined && error !== undefined ? (
        <Unloaded query={query} columns={1} label="Counting the gateways" />
      ) : data !== undefined && total === 0 ? (
        <p>No gateway has compatible hardware.</p>
      ) : (
        <Form<Choice>
          id={formId}
          label="Gateways"
          initialValues={choiceOf(body)}
          validate={({ scope, gatewayIds }): Record<string, string> => {
            if (scope === 'all') return tooMany ? { scope: `At most ${grouped(ASSIGN_MAX)} at once: pick some` } : {}
            return gatewayIds.length === 0 ? { gatewayIds: 'Select at least one gateway' } : {}
          }}
          onSubmit={(values) => send({ type: 'check', body: bodyOf(values, filter, total) })}
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
            hint="Required for downgrades and for hardware at its end of life. Without a reason, those gateways are left out."
          />
          <Failure>{failure}</Failure>
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

/** The form's values for a body that was checked before, or of the first selection. */
function choiceOf({ gatewayIds, reason }: AssignBody): Choice {
  return { scope: gatewayIds === undefined ? 'all' : 'some', gatewayIds: gatewayIds ?? [], reason: reason ?? '' }
}

/** Whether a body has more than a dialog that nobody has changed. */
function isTyped({ gatewayIds, reason }: AssignBody): boolean {
  return gatewayIds !== undefined || reason !== undefined
}

function ConfirmStep({ row, snapshot, send }: StepProps) {
  const { body, outcome, failure } = snapshot.context
  const busy = snapshot.matches('assigning')
  const count = outcome.assigned.length
  const noun = counted(count, gateways.nouns)
  return (
    <Dialog
      title={count === 0 ? `No gateway can take ${row.title}` : `Assign ${row.title} to ${noun}?`}
      unsaved={isTyped(body)}
      asks={!busy}
      onClose={() => send({ type: 'close' })}
      footer={
        <>
          <Button onClick={() => send({ type: 'back' })} disabled={busy}>
            Back
          </Button>
          <Button variant="primary" busy={busy} disabled={count === 0} onClick={() => send({ type: 'assign' })}>
            Assign to {noun}
          </Button>
        </>
      }
    >
      <AssignReport outcome={outcome} />
      <Failure>{failure}</Failure>
    </Dialog>
  )
}

function ReportStep({ row, snapshot, send }: StepProps) {
  const close = () => send({ type: 'close' })
  return (
    <Dialog title={`${row.title} assigned`} onClose={close} footer={<Button onClick={close}>Close</Button>}>
      <AssignReport outcome={snapshot.context.outcome} done />
    </Dialog>
  )
}
