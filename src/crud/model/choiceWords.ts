import type { Declaration, Field } from './declaration'

/** Where words of choices are declared, if there are any. */
export type Worded = Pick<Declaration, 'resource'> & Partial<Pick<Declaration, 'form' | 'filters'>>

/** An area's words for the choices of a field (`draft.toxicity`): those of its form, or else of its filter. */
export function choiceWords({ form = [], filters = [] }: Worded, name: string): Field<object>['words'] {
  const [first, ...parts] = name.split('.')
  for (const input of form.flatMap(({ fields }) => fields)) {
    const field = parts.reduce<Partial<typeof input> | undefined>((within, part) => within?.parts?.[part], input)
    if (input.name === first && field?.words !== undefined) return field.words
  }
  return filters.find((filter) => filter.name === name)?.words
}
