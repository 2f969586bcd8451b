import type { AnyStandardArea } from '../model/declaration'
import { kindOf } from '../model/fieldKind'
import type { Values } from '../form/values'
import { FieldWords } from '../parts/FieldWords'
import { bulkSections } from './fields'

/** The new values in words, field by field. */
export function SetWords({ area, set }: { readonly area: AnyStandardArea; readonly set: Values }) {
  const fields = bulkSections(area).flatMap((section) => section.fields)
  return (
    <dl className="bulk-set">
      {fields
        .filter(({ name }) => Object.hasOwn(set, name))
        .map(({ name, words }) => {
          const kind = kindOf(area.resource.draft, name)
          return (
            <div key={name}>
              <dt>{kind.label}</dt>
              <dd>
                <FieldWords kind={kind} value={set[name]} words={words} empty={<em>cleared</em>} />
              </dd>
            </div>
          )
        })}
    </dl>
  )
}
