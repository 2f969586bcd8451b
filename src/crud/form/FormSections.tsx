import { Card, FieldGrid } from '../../ui/layout/Card'
import { useFormState } from '../../ui/form/formState'
import type { AnyRow } from '../model/crudCalls'
import type { AnyStandardArea } from '../model/declaration'
import { FieldInput } from './FieldInput'
import { shownFields } from './values'

/** The form's inputs under their headings. */
export function FormSections({ area, row }: { readonly area: AnyStandardArea; readonly row: AnyRow | null }) {
  const { form, resource } = area
  const { values } = useFormState()
  const sections = form.map((section) => ({
    ...section,
    fields: shownFields(section.fields, values),
  }))
  return sections.map(
    (section) =>
      section.fields.length > 0 && (
        <Card key={section.title} title={section.title} description={section.hint}>
          <FieldGrid>
            {section.fields.map((field) => (
              <FieldInput
                key={field.name}
                resource={resource}
                field={field}
                fixed={row !== null && (resource.immutable.includes(field.name) || field.fixed?.(row) === true)}
              />
            ))}
          </FieldGrid>
        </Card>
      ),
  )
}
