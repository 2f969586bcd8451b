import { firstRows, PAGE_SIZE_MAX } from '../../contract/list'
import { troubleshoots } from '../../contract/troubleshoots'
import { declare, type AnyStandardArea } from '../../crud/model/declaration'

/** Declaration of troubleshoots for import and export, where each row names its plant. They have no list or form of their own. */
export const area: AnyStandardArea = {
  ...declare({
    resource: troubleshoots,
    columns: [],
    filters: [],
    sections: [],
    form: [],
    blank: { severity: 'medium' },
    example: {
      symptom: 'Yellow leaves',
      affectedPart: 'leaf',
      category: 'abiotic',
      cause: 'Too much water',
      'remedy.immediate': 'Let the soil dry out.',
      prevention: 'Water when the top of the soil is dry.',
    },
  }),
  slug: 'troubleshoots',
  title: 'Troubleshoots',
}

/** The query for all troubleshoots, plant by plant. */
export const byPlant = firstRows(troubleshoots, PAGE_SIZE_MAX, { sort: 'plantName,sortOrder' })
