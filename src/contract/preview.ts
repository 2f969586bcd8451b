import { array, object, type InferType } from 'yup'
import { count } from './fields'
import { namedRow } from './problem'

/** Maximum of plants named in a preview. */
export const PREVIEW_NAMED = 10

const total = () => count(0, Number.MAX_SAFE_INTEGER).required()

/**
 * The effect of a change on the plants and sensors that use the row. Nothing is affected when the fields that they depend on do not change.
 */
export const changePreview = object({
  plants: array(namedRow)
    .required()
    .meta({ description: `Plants that would change with it, up to ${PREVIEW_NAMED}.` }),
  plantsTotal: total().meta({ description: 'How many plants would change with it.' }),
  sensorsTotal: total().meta({ description: 'Sensors at these plants.' }),
  sensorsChanging: total().meta({ description: 'Those whose last reading would be judged otherwise.' }),
})
export type ChangePreview = InferType<typeof changePreview>
