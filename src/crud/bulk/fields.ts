import { bulkFields, bulkSet } from '../../contract/bulk'
import type { AnyStandardArea, Field, FormSection } from '../model/declaration'
import { kindOf } from '../model/fieldKind'
import { blankValues, draftErrors, draftOf, type Values } from '../form/values'

/** The fields of an area's form that a bulk edit offers: those that may be set for many rows and hold a single value. */
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

/** Empty values for every field, as the inputs' initial values. */
export function emptyValues(area: AnyStandardArea): Values {
  return blankValues({ ...area, blank: {} })
}

/** The request's values for the chosen fields; an input left empty clears its field. */
export function setOf(values: Values, chosen: ReadonlySet<string>): Values {
  return draftOf(Object.fromEntries(Object.entries(values).filter(([name]) => chosen.has(name))))
}

/** Validates each chosen field by itself; the server validates it with the other fields of each row. */
export function setErrors({ resource }: AnyStandardArea, set: Values): Readonly<Record<string, string>> {
  return draftErrors(bulkSet(resource), set)
}
