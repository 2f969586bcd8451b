import { Checkbox } from '../../ui/controls/Checkbox'
import type { AnyStandardArea } from '../model/declaration'
import { FieldInput } from '../form/FieldInput'
import { labelOf } from '../parts/FieldText'
import { bulkSections } from './fields'

interface SetFieldsProps {
  readonly area: AnyStandardArea
  readonly chosen: ReadonlySet<string>
  readonly onChoose: (name: string, on: boolean) => void
}

/** A checkbox for each field that can be set, and inputs for the checked ones. */
export function SetFields({ area, chosen, onChoose }: SetFieldsProps) {
  return bulkSections(area).map(({ title, fields }) => (
    <fieldset key={title} className="bulk-fields">
      <legend>{title}</legend>
      {fields.map((field) => (
        <div key={field.name} className="bulk-field">
          <Checkbox
            label={labelOf({ row: area.resource.draft }, field.name)}
            checked={chosen.has(field.name)}
            onChange={(on) => onChoose(field.name, on)}
          />
          {chosen.has(field.name) && <FieldInput resource={area.resource} field={field} fixed={false} />}
        </div>
      ))}
    </fieldset>
  ))
}
