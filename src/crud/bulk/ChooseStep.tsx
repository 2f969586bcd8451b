import { FormDialog } from '../../ui/form/FormDialog'
import type { AnyStandardArea } from '../model/declaration'
import type { Values } from '../form/values'
import { counted } from '../model/words'
import { bulkSections, setErrors, setOf } from './fields'
import { SetFields } from './SetFields'

interface ChooseStepProps {
  readonly area: AnyStandardArea
  readonly count: number
  /** Values typed before the user returned from the confirmation. */
  readonly typed: Values
  readonly chosen: ReadonlySet<string>
  readonly onChoose: (name: string, on: boolean) => void
  readonly onSubmit: (values: Values) => void
  readonly onClose: () => void
}

/** Takes the fields to change in all rows, and their new values. */
export function ChooseStep({ area, count, typed, chosen, onChoose, onSubmit, onClose }: ChooseStepProps) {
  const offers = bulkSections(area).length > 0
  return (
    <FormDialog
      title={`Edit ${counted(count, area.resource.nouns)}`}
      description={
        offers
          ? 'Select the fields to change. Unselected fields stay as they are; selected fields that are empty are cleared.'
          : `No field of ${area.resource.nouns.many} can be edited in bulk.`
      }
      unsaved={chosen.size > 0}
      action="Continue"
      busy={false}
      blocked={chosen.size === 0}
      onClose={onClose}
      initialValues={typed}
      validate={(values) => setErrors(area, setOf(values, chosen))}
      onSubmit={onSubmit}
    >
      <SetFields area={area} chosen={chosen} onChoose={onChoose} />
    </FormDialog>
  )
}
