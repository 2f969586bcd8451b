import { Checkbox } from '../../ui/controls/Checkbox'
import { FormDialog } from '../../ui/form/FormDialog'
import { FieldInput } from '../form/FieldInput'
import type { AnyStandardArea } from '../model/declaration'
import type { Values } from '../form/values'
import { counted } from '../model/words'
import { labelOf } from '../parts/FieldText'
import { bulkSections, setErrors, setOf } from './fields'

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

/** Takes the fields to change in all rows, and their new values: a checkbox for each field that can be set, and inputs for the checked ones. */
export function ChooseStep({ area, count, typed, chosen, onChoose, onSubmit, onClose }: ChooseStepProps) {
  const { resource } = area
  const sections = bulkSections(area)
  return (
    <FormDialog
      title={`Edit ${counted(count, resource.nouns)}`}
      description={
        sections.length > 0
          ? 'Select the fields to change. Unselected fields stay as they are; selected fields that are empty are cleared.'
          : `No field of ${resource.nouns.many} can be edited in bulk.`
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
      {sections.map(({ title, fields }) => (
        <fieldset key={title} className="bulk-fields">
          <legend>{title}</legend>
          {fields.map((field) => (
            <div key={field.name} className="bulk-field">
              <Checkbox
                label={labelOf({ row: resource.draft }, field.name)}
                checked={chosen.has(field.name)}
                onChange={(on) => onChoose(field.name, on)}
              />
              {chosen.has(field.name) && <FieldInput resource={resource} field={field} fixed={false} />}
            </div>
          ))}
        </fieldset>
      ))}
    </FormDialog>
  )
}
