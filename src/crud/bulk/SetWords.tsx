import { Time } from '../../ui/text/Time'
import type { AnyResource, AnyStandardArea, Field } from '../model/declaration'
import { kindOf } from '../model/fieldKind'
import type { Values } from '../form/values'
import { fieldWords } from '../model/words'
import { idsIn, ReferenceNames } from '../parts/ReferenceNames'
import { bulkSections } from './fields'

/** The new values in words, field by field. */
export function SetWords({ area, set }: { readonly area: AnyStandardArea; readonly set: Values }) {
  const fields = bulkSections(area).flatMap((section) => section.fields)
  return (
    <dl className="bulk-set">
      {fields
        .filter(({ name }) => Object.hasOwn(set, name))
        .map((field) => (
          <div key={field.name}>
            <dt>{kindOf(area.resource.draft, field.name).label}</dt>
            <dd>
              <ValueWords resource={area.resource} field={field} value={set[field.name]} />
            </dd>
          </div>
        ))}
    </dl>
  )
}

interface ValueWordsProps {
  readonly resource: AnyResource
  readonly field: Field<Values>
  readonly value: unknown
}

function ValueWords({ resource, field, value }: ValueWordsProps) {
  const kind = kindOf(resource.draft, field.name)
  const { target } = kind
  const ids = idsIn(value)
  if (target !== undefined && ids.length > 0) return <ReferenceNames target={target} ids={ids} />
  if (kind.moment && typeof value === 'string') return <Time value={value} show="absolute" focusable={false} />
  const word = typeof value === 'string' ? field.words?.[value] : undefined
  return word ?? fieldWords(kind, value) ?? <em>emptied</em>
}
