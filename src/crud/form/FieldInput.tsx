import type { AnyObject, ObjectSchema } from 'yup'
import { CheckboxField } from '../../ui/form/CheckboxField'
import { MomentField } from '../../ui/form/MomentField'
import { NumberField } from '../../ui/form/NumberField'
import { ScanField } from '../../ui/form/ScanField'
import { SelectField } from '../../ui/form/SelectField'
import { TagsField } from '../../ui/form/TagsField'
import { TextAreaField } from '../../ui/form/TextAreaField'
import { TextField } from '../../ui/form/TextField'
import { ZoneField } from '../../ui/form/ZoneField'
import { useFieldState } from '../../ui/form/formState'
import type { Field } from '../model/declaration'
import { kindOf, type FieldKind } from '../model/fieldKind'
import { wordsOf } from '../model/words'
import { ListField } from './ListField'
import { ReferenceField } from './ReferenceField'
import { ReferencesField } from './ReferencesField'
import { blankParts, type FieldInputProps, type Values } from './values'

/** The input for a field; the contract's schema determines which. */
export function FieldInput({ resource, field, fixed }: FieldInputProps) {
  return <SchemaInput schema={resource.draft} path={field.name} field={field} fixed={fixed} />
}

interface SchemaInputProps {
  readonly schema: ObjectSchema<AnyObject>
  /** Path of the value in the form: `care.watering`, `commonNames[1].name`. */
  readonly path: string
  readonly field: Field<Values>
  readonly fixed: boolean
}

function SchemaInput({ schema, path, field, fixed }: SchemaInputProps) {
  const kind = kindOf(schema, field.name)
  const { inner } = kind
  if (inner === undefined) return <ValueInput kind={kind} path={path} field={field} fixed={fixed} />
  if (kind.type === 'parts') return <PartInputs schema={inner} path={path} words={field.parts} names={field.only} />
  return (
    <ListField
      name={path}
      label={kind.label}
      entryLabel={inner.spec.label ?? kind.label}
      hint={field.hint}
      blank={blankParts(inner)}
    >
      {(entry) => <PartInputs schema={inner} path={entry} words={field.parts} />}
    </ListField>
  )
}

interface PartInputsProps {
  readonly schema: ObjectSchema<AnyObject>
  readonly path: string
  readonly words?: Field<Values>['parts']
  /** The parts to show, in this order; defaults to all. */
  readonly names?: readonly string[] | undefined
}

/** The inputs of an object's parts. */
export function PartInputs({ schema, path, words = {}, names = Object.keys(schema.fields) }: PartInputsProps) {
  return names.map((name) => (
    <SchemaInput key={name} schema={schema} path={`${path}.${name}`} field={{ name, ...words[name] }} fixed={false} />
  ))
}

interface ValueInputProps {
  readonly kind: FieldKind
  readonly path: string
  readonly field: Field<Values>
  readonly fixed: boolean
}

function ValueInput({ kind, path, field, fixed }: ValueInputProps) {
  const { value } = useFieldState(path)
  const shared = {
    name: path,
    label: kind.label,
    hint: field.hint,
    // A checkbox may stay unchecked and a list empty.
    required: kind.required && kind.type !== 'flag' && kind.type !== 'words',
    warning: field.warn?.(value),
    className: (field.wide ?? kind.type === 'lines') ? 'field-wide' : undefined,
  }
  if (field.scan !== undefined) return <ScanField {...shared} rule={field.scan} fixed={fixed} />
  if (kind.type === 'references' && kind.target !== undefined)
    return <ReferencesField {...shared} target={kind.target} offer={field.offer} fixed={fixed} Input={FieldInput} />
  if (fixed) return <TextField {...shared} readOnly />
  return <PlainInput field={field} kind={kind} shared={shared} />
}

interface PlainInputProps {
  readonly field: Field<Values>
  readonly kind: FieldKind
  readonly shared: Parameters<typeof TextField>[0]
}

function PlainInput({ field, kind, shared }: PlainInputProps) {
  if (kind.target !== undefined) return <ReferenceField {...shared} target={kind.target} offer={field.offer} Input={FieldInput} />
  if (kind.type === 'number') return <NumberField {...shared} unit={kind.unit} whole={kind.whole} />
  if (kind.type === 'flag') return <CheckboxField {...shared} />
  if (kind.type === 'words') return <TagsField {...shared} addresses={kind.addresses} />
  if (kind.type === 'lines') return <TextAreaField {...shared} />
  if (kind.moment) return <MomentField {...shared} />
  if (kind.zone) return <ZoneField {...shared} />
  if (kind.type === 'text') return <TextField {...shared} autoComplete="off" />
  const options = kind.choices.map((value) => ({ value, label: field.words?.[value] ?? wordsOf(value) }))
  return <SelectField {...shared} options={options} {...(kind.nullable ? { placeholder: 'Not set' } : {})} />
}
