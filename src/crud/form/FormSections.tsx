import { Card, FieldGrid } from '../../ui/Card'
import type { AnyStandardArea } from '../declaration'
import { FieldInput } from './FieldInput'

/** The form's inputs under their headings. */
export function FormSections({ area, existing }: { readonly area: AnyStandardArea; readonly existing: boolean }) {
  const { form, resource } = area
  return form.map((section) => (
    <Card key={section.title} title={section.title} description={section.hint}>
      <FieldGrid>
        {section.fields.map((field) => (
          <FieldInput
            key={field.name}
            resource={resource}
            field={field}
            fixed={existing && resource.immutable.includes(field.name)}
          />
        ))}
      </FieldGrid>
    </Card>
  ))
}
