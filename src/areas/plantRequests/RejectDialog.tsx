import {
  plantRequests,
  rejectionReasons,
  type PlantRequest,
  type PlantRequestDraft,
  type RejectionReason,
} from '../../contract/plantRequests'
import { plants } from '../../contract/plants'
import type { RowDialogProps } from '../../crud/model/declaration'
import { kindOf } from '../../crud/model/fieldKind'
import { ReferenceField } from '../../crud/form/ReferenceField'
import { counted } from '../../crud/model/words'
import { draftErrors, draftOf, writableFields } from '../../crud/form/values'
import { CheckboxField } from '../../ui/form/CheckboxField'
import { FormDialog } from '../../ui/form/FormDialog'
import { useFieldState } from '../../ui/form/formState'
import { SelectField } from '../../ui/form/SelectField'
import { TextAreaField } from '../../ui/form/TextAreaField'
import { useMove } from './useMove'
import { otherRequests, othersOf, reasonWords } from './words'

interface Rejection {
  readonly rejectionReason: RejectionReason | null
  readonly rejectionNote: string
  readonly duplicateOfPlantId: string | null
}

interface RejectionForm extends Rejection {
  readonly withOthers: boolean
}

interface RejectDialogProps extends RowDialogProps<PlantRequest> {
  readonly title?: string
  /** Initial values of the form. */
  readonly start?: Partial<Rejection>
}

const options = rejectionReasons.map((value) => ({ value, label: reasonWords[value] }))
const nothing: Rejection = { rejectionReason: null, rejectionNote: '', duplicateOfPlantId: null }

/** Rejects a request: with a reason, and for a duplicate its plant, or for other reasons a note. */
export function RejectDialog({ row: shown, onClose, title, start = {} }: RejectDialogProps) {
  const { row, busy, problem, move } = useMove(shown, onClose)
  const others = othersOf(row)
  return (
    <FormDialog<RejectionForm>
      title={title ?? `Reject ${row.requestedName}?`}
      description="The request is kept with the reason, and can be reviewed again."
      action="Reject"
      danger
      busy={busy}
      failure={problem?.fields === undefined ? problem?.message : null}
      onClose={onClose}
      initialValues={{ ...nothing, ...start, withOthers: others > 0 }}
      validate={(values) => faults(row, values)}
      onSubmit={async (values, { setFieldErrors }) => {
        const refused = await move({ status: 'rejected', ...rejectionOf(values) }, 'rejected', values.withOthers ? others : 0)
        if (refused?.fields !== undefined) setFieldErrors(refused.fields)
      }}
    >
      <RejectionFields />
      {others > 0 && <CheckboxField name="withOthers" label={`Also reject ${counted(others, otherRequests)} for this name`} />}
    </FormDialog>
  )
}

/** Asks for the plant only for a duplicate. */
function RejectionFields() {
  const { value } = useFieldState('rejectionReason')
  const { label } = kindOf(plantRequests.draft, 'duplicateOfPlantId')
  return (
    <>
      <SelectField name="rejectionReason" label="Reason" options={options} required />
      {value === 'duplicate' && <ReferenceField name="duplicateOfPlantId" label={label} target={plants} required />}
      <TextAreaField name="rejectionNote" label="Note" required={value === 'other'} hint="The requester can read this." />
    </>
  )
}

/** The request body: the plant is only sent for a duplicate. */
function rejectionOf({ rejectionReason, rejectionNote, duplicateOfPlantId }: Rejection): Partial<PlantRequestDraft> {
  const plantId = rejectionReason === 'duplicate' ? duplicateOfPlantId : null
  return draftOf({ rejectionReason, rejectionNote, duplicateOfPlantId: plantId })
}

function faults(row: PlantRequest, values: Rejection): Record<string, string> {
  const errors = draftErrors(plantRequests.draft, {
    ...writableFields(plantRequests, row),
    ...rejectionOf(values),
    status: 'rejected',
  })
  const names = Object.keys(nothing)
  const formErrors = Object.fromEntries(Object.entries(errors).filter(([name]) => names.includes(name)))
  if (values.rejectionReason !== 'duplicate' || values.duplicateOfPlantId !== null) return formErrors
  return { ...formErrors, duplicateOfPlantId: 'Choose the plant that it duplicates' }
}
