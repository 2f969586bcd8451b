import { array, object, type InferType } from 'yup'
import { count } from './fields'
import { namedRow } from './problem'

/** Plants that a preview names. */
export const PREVIEW_NAMED = 10

const total = () => count(0, Number.MAX_SAFE_INTEGER).required()

/** What a change would do to those who use the row. Nothing is touched when the change leaves alone what they depend on. */
export const changePreview = object({
  plants: array(namedRow)
    .required()
    .meta({ description: `Plants that would change with it, up to ${PREVIEW_NAMED}.` }),
  plantsTotal: total().meta({ description: 'How many plants would change with it.' }),
  sensorsTotal: total().meta({ description: 'Sensors at these plants.' }),
  sensorsChanging: total().meta({ description: 'Those whose last reading would be judged otherwise.' }),
})
export type ChangePreview = InferType<typeof changePreview>
