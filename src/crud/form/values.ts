import { ValidationError, type AnyObject, type ObjectSchema } from 'yup'
import type { Declaration } from '../declaration'
import { kindOf } from '../fieldKind'

export type Values = Readonly<Record<string, unknown>>

/** Names of the form's fields, in their order. */
export function fieldNames(area: Pick<Declaration, 'form'>): string[] {
  return area.form.flatMap((section) => section.fields.map((field) => field.name))
}

/** What the form of a new row holds: the area's own values, everything else empty. */
export function blankValues(area: Pick<Declaration, 'form' | 'blank' | 'resource'>): Values {
  return Object.fromEntries(
    fieldNames(area).map((name) => [name, area.blank[name] ?? emptyOf(kindOf(area.resource.draft, name).type)]),
  )
}

function emptyOf(type: string): unknown {
  if (type === 'text' || type === 'lines') return ''
  if (type === 'flag') return false
  return type === 'words' ? [] : null
}

/** A row as the form holds it. */
export function rowValues(area: Pick<Declaration, 'form' | 'blank' | 'resource'>, row: AnyObject): Values {
  const blank = blankValues({ ...area, blank: {} })
  return Object.fromEntries(Object.keys(blank).map((name) => [name, row[name] ?? blank[name]]))
}

/** The form of a copy: what no two rows share is left empty; of a combination, its last field. */
export function cloneValues(area: Pick<Declaration, 'form' | 'blank' | 'resource'>, row: AnyObject): Values {
  const { unique, uniqueTogether } = area.resource
  const own = [...unique, ...uniqueTogether.slice(-1)]
  return {
    ...rowValues(area, row),
    ...Object.fromEntries(Object.entries(blankValues({ ...area, blank: {} })).filter(([name]) => own.includes(name))),
  }
}

/** What is sent: text without blanks at its ends, and null for what was left empty. */
export function draftOf(values: Values): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, sent(value)]))
}

function sent(value: unknown): unknown {
  if (typeof value !== 'string') return value
  const text = value.trim()
  return text === '' ? null : text
}

/** A sentence for each field that the contract refuses; the first one where there are several. */
export function draftErrors(schema: ObjectSchema<AnyObject>, draft: Values): Record<string, string> {
  try {
    schema.validateSync(draft, { strict: true, abortEarly: false })
    return {}
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    const errors: Record<string, string> = {}
    for (const { path = '', message } of error.inner) errors[path.split(/[.[]/)[0] ?? ''] ??= message
    return errors
  }
}
