import { array, object, type InferType } from 'yup'
import { oneOf, total } from './fields'
import { curves } from './metrics'
import { namedRow } from './problem'
import { readingStatuses } from './readings'

/** Maximum of plants, and of sensors, named in a preview. */
export const PREVIEW_NAMED = 10
export const PREVIEW_SENSORS = 3

/**
 * Answer of `previewPath` and `bulkUpdatePreviewPath`: the effect of a change on the plants and sensors that use the row. Nothing is affected
 * when the fields that they depend on do not change.
 */
export const changePreview = object({
  plants: array(namedRow)
    .required()
    .meta({ description: `Plants that the change would affect, at most ${PREVIEW_NAMED}.` }),
  plantsTotal: total().meta({ description: 'Number of plants that the change would affect.' }),
  sensorsTotal: total().meta({ description: 'Number of sensors at these plants.' }),
  sensorsChanging: total().meta({
    description: 'Number of these sensors whose status would change, based on their latest readings.',
  }),
  sensors: array(
    namedRow.shape({
      metric: oneOf(curves).required(),
      from: oneOf(readingStatuses).required(),
      to: oneOf(readingStatuses).required(),
    }),
  )
    .optional()
    .default(undefined)
    .meta({ description: `Sensors whose status would change, at most ${PREVIEW_SENSORS}, each with one metric.` }),
})
export type ChangePreview = InferType<typeof changePreview>
