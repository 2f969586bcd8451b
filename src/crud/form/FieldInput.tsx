import { CheckboxField } from '../../ui/CheckboxField'
import { NumberField } from '../../ui/NumberField'
import { SelectField } from '../../ui/SelectField'
import { TagsField } from '../../ui/TagsField'
import { TextAreaField } from '../../ui/TextAreaField'
import { TextField } from '../../ui/TextField'
import { useFieldState } from '../../ui/formState'
import type { AnyResource, Field } from '../declaration'
import { kindOf, type FieldKind } from '../fieldKind'
import { wordsOf } from '../words'
import { EuiField } from './EuiField'
import { ReferenceField } from './ReferenceField'
import type { Values } from './values'

export interface FieldInputProps {
  readonly resource: AnyResource
  readonly field: Field<Values>
  /** An existing row's: what never changes is shown, not asked. */
  readonly fixed: boolean
}

/** The input that fits what the contract says of a field. */
export function FieldInput({ resource, field, fixed }: FieldInputProps) {
  const kind = kindOf(resource.draft, field.name)
  const { value } = useFieldState(field.name)
  const shared = {
    name: field.name,
    label: kind.label,
    hint: field.hint,
    // A box may stay unticked and a list empty.
    required: kind.required && kind.type !== 'flag' && kind.type !== 'words',
    warning: field.warn?.(value),
    className: field.wide === true || kind.type === 'lines' ? 'field-wide' : undefined,
  }
  if (field.kind === 'eui') return <EuiField {...shared} fixed={fixed} />
  if (fixed) return <TextField {...shared} readOnly />
  return <PlainInput field={field} kind={kind} shared={shared} />
}

interface PlainInputProps {
  readonly field: Field<Values>
  readonly kind: FieldKind
  readonly shared: Parameters<typeof TextField>[0]
}

function PlainInput({ field, kind, shared }: PlainInputProps) {
  if (kind.target !== undefined) return <ReferenceField {...shared} target={kind.target} offer={field.offer} />
  if (kind.type === 'number') return <NumberField {...shared} unit={kind.unit} whole={kind.whole} />
  if (kind.type === 'flag') return <CheckboxField {...shared} />
  if (kind.type === 'words') return <TagsField {...shared} />
  if (kind.type === 'lines') return <TextAreaField {...shared} />
  if (kind.type === 'text') return <TextField {...shared} autoComplete="off" />
  const options = kind.choices.map((value) => ({ value, label: field.words?.[value] ?? wordsOf(value) }))
  return <SelectField {...shared} options={options} {...(kind.required ? {} : { placeholder: 'None' })} />
}
