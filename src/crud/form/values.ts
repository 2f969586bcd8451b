import { Schema, ValidationError, type AnyObject, type ObjectSchema } from 'yup'
import { isRecord } from '../../api/json'
import type { AnyRow } from '../model/crudCalls'
import { mayChange, type AnyResource, type Declaration, type Field } from '../model/declaration'
import { kindOf, type FieldKind } from '../model/fieldKind'

export type Values = Readonly<Record<string, unknown>>

/** Props of a form's input. */
export interface FieldInputProps {
  readonly resource: AnyResource
  readonly field: Field<Values>
  /** Shows the value read-only: an existing row's field that cannot change. */
  readonly fixed: boolean
}

/** The fields that apply to the form's values. */
export function shownFields<Shown extends Pick<Field<Values>, 'isShown'>>(fields: readonly Shown[], values: Values): Shown[] {
  return fields.filter(({ isShown }) => isShown?.(values) ?? true)
}

/**
 * The form's values, where a field that does not apply or may no longer change keeps its value of `base`: what was typed there before is
 * neither judged nor sent. A field that is hidden only because it was emptied applies.
 */
export function applicableValues(
  area: Pick<Declaration, 'form' | 'changeable'>,
  values: Values,
  base: Values,
  row: AnyRow | null = null,
): Values {
  const fields = area.form.flatMap((section) => section.fields)
  const kept = fields.filter(
    ({ name, isShown }) =>
      !mayChange(area, row, name) || (isShown?.(values) === false && !isShown({ ...values, [name]: base[name] })),
  )
  return { ...values, ...Object.fromEntries(kept.map(({ name }) => [name, base[name]])) }
}

/** Names of the form's fields, in order. */
export function fieldNames(area: Pick<Declaration, 'form'>): string[] {
  return area.form.flatMap((section) => section.fields.map((field) => field.name))
}

/** Initial values of a new row: the area's defaults, everything else empty. */
export function blankValues(area: Pick<Declaration, 'form' | 'blank' | 'resource'>): Values {
  return Object.fromEntries(
    fieldNames(area).map((name) => [name, area.blank[name] ?? emptyOf(kindOf(area.resource.draft, name))]),
  )
}

/** Initial values of a new row, with the query string's values for text fields and references. */
export function initialValues(area: Pick<Declaration, 'form' | 'blank' | 'resource'>, params: URLSearchParams): Values {
  return Object.fromEntries(
    Object.entries(blankValues(area)).map(([name, blank]) => {
      const { type } = kindOf(area.resource.draft, name)
      if (type === 'references' && params.has(name)) return [name, params.getAll(name)]
      return [name, type === 'text' || type === 'reference' ? (params.get(name) ?? blank) : blank]
    }),
  )
}

function emptyOf({ type, inner }: FieldKind): unknown {
  if (type === 'text' || type === 'lines') return ''
  if (type === 'flag') return false
  if (type === 'parts' && inner !== undefined) return blankParts(inner)
  return type === 'words' || type === 'references' || type === 'list' ? [] : null
}

/** An object of this shape with empty form values. */
export function blankParts(schema: ObjectSchema<AnyObject>): Values {
  return Object.fromEntries(Object.keys(schema.fields).map((name) => [name, emptyOf(kindOf(schema, name))]))
}

/** A row's form values; a field that its backend omits gets the value of a new row. */
export function rowValues(area: Pick<Declaration, 'form' | 'blank' | 'resource' | 'proposed'>, row: AnyRow): Values {
  const filled: AnyObject = { ...area.blank, ...row, ...area.proposed?.(row) }
  return Object.fromEntries(fieldNames(area).map((name) => [name, formValue(kindOf(area.resource.draft, name), filled[name])]))
}

/** An object's form values; properties outside the shape are dropped. */
export function formParts(schema: ObjectSchema<AnyObject>, parts: AnyObject): Values {
  return Object.fromEntries(Object.keys(schema.fields).map((name) => [name, formValue(kindOf(schema, name), parts[name])]))
}

function formValue(kind: FieldKind, value: unknown): unknown {
  const { type, inner } = kind
  if (value === null || value === undefined) return emptyOf(kind)
  if (inner === undefined) return value
  if (type === 'list') return Array.isArray(value) ? value.map((one: unknown) => formParts(inner, isRecord(one) ? one : {})) : []
  return formParts(inner, isRecord(value) ? value : {})
}

/** Form values without the fields that the contract marks as secret: browser storage never holds those. */
export function withoutSecrets(resource: AnyResource | undefined, values: Values): Values {
  const isSecret = (field: unknown) => field instanceof Schema && (field as Schema).spec.meta?.['secret'] === true
  return Object.fromEntries(Object.entries(values).filter(([name]) => !isSecret(resource?.draft.fields[name])))
}

/** Form values of a clone: unique fields are empty; of a unique combination, the last field that has a value. */
export function cloneValues(area: Pick<Declaration, 'form' | 'blank' | 'resource'>, row: AnyRow): Values {
  const { unique, uniqueTogether } = area.resource
  const identifying = [...unique, uniqueTogether.findLast((name) => row[name] != null)]
  return {
    ...rowValues(area, row),
    ...Object.fromEntries(Object.entries(blankValues({ ...area, blank: {} })).filter(([name]) => identifying.includes(name))),
  }
}

/** The request body of form values: text is trimmed, and empty inputs become null. */
export function draftOf(values: Values): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, trimmed(value)]))
}

function trimmed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one: unknown) => (typeof one === 'string' ? one : trimmed(one)))
  if (typeof value === 'object' && value !== null) return draftOf(value as Values)
  if (typeof value !== 'string') return value
  const text = value.trim()
  return text === '' ? null : text
}

/** The writable fields of a row: a form for some of them is validated together with the others' current values. */
export function writableFields({ draft }: Pick<Declaration['resource'], 'draft'>, row: AnyObject | null): Values {
  return Object.fromEntries(Object.entries(row ?? {}).filter(([name]) => Object.hasOwn(draft.fields, name)))
}

/** The first validation error of each field, by path. */
export function draftErrors(schema: ObjectSchema<AnyObject>, draft: Values): Record<string, string> {
  try {
    schema.validateSync(draft, { strict: true, abortEarly: false })
    return {}
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    const errors: Record<string, string> = {}
    for (const { path = '', message } of error.inner) errors[fieldPath(schema, path)] ??= message
    return errors
  }
}

/** The path of the input that shows an error: that of an object's part, but for an entry of a list of words that of the list. */
function fieldPath(schema: ObjectSchema<AnyObject>, path: string): string {
  const name = path.split(/[.[]/)[0] ?? ''
  return name in schema.fields && kindOf(schema, name).inner !== undefined ? path : name
}
