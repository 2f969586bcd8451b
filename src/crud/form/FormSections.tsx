import { Card, FieldGrid } from '../../ui/layout/Card'
import { useFormState } from '../../ui/form/formState'
import type { AnyRow } from '../model/crudCalls'
import { mayChange, type AnyStandardArea } from '../model/declaration'
import { FieldInput } from './FieldInput'
import { shownFields } from './values'

/** The form's inputs under their headings. */
export function FormSections({ area, row }: { readonly area: AnyStandardArea; readonly row: AnyRow | null }) {
  const { form, resource } = area
  const { values } = useFormState()
  return form.map(({ title, hint, fields }) => {
    const shown = shownFields(fields, values).filter(({ name }) => mayChange(area, row, name))
    return (
      shown.length > 0 && (
        <Card key={title} title={title} description={hint}>
          <FieldGrid>
            {shown.map((field) => (
              <FieldInput
                key={field.name}
                resource={resource}
                field={field}
                fixed={row !== null && (resource.immutable.includes(field.name) || field.fixed?.(row) === true)}
              />
            ))}
          </FieldGrid>
        </Card>
      )
    )
  })
}
