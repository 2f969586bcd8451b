import { bulkFields, bulkSet } from '../../contract/bulk'
import type { AnyStandardArea, Field, FormSection } from '../model/declaration'
import { kindOf } from '../model/fieldKind'
import { blankValues, draftErrors, draftOf, type Values } from '../form/values'

/** What a bulk edit offers of an area's form: the fields that may be set for many, and hold one thing each. */
export function bulkSections({ resource, form }: AnyStandardArea): FormSection<Values>[] {
  const settable = new Set(bulkFields(resource))
  const simple = ({ name }: Field<Values>) => {
    const { type } = kindOf(resource.draft, name)
    return settable.has(name) && type !== 'list' && type !== 'parts'
  }
  return form
    .map((section) => ({ ...section, fields: (section.fields as readonly Field<Values>[]).filter(simple) }))
    .filter(({ fields }) => fields.length > 0)
}

/** Every field empty, as its input begins. */
export function emptyValues(area: AnyStandardArea): Values {
  return blankValues({ ...area, blank: {} })
}

/** What is sent for the chosen fields: one that was left empty is emptied. */
export function setOf(values: Values, chosen: ReadonlySet<string>): Values {
  return draftOf(Object.fromEntries(Object.entries(values).filter(([name]) => chosen.has(name))))
}

/** Faults of the chosen fields, each by itself; how they go with the others of a row, the server says row by row. */
export function setErrors({ resource }: AnyStandardArea, set: Values): Readonly<Record<string, string>> {
  return draftErrors(bulkSet(resource), set)
}
