import { array, boolean, number, object, string, type InferType } from 'yup'
import { secondFactorChallenge, type SecondFactorChallenge } from './factors'
import { oneOf } from './fields'

/** Every code of an error answer; clients decide by the code, never by the sentence. */
const problemCodes = [
  'bad_request',
  'bad_query',
  'bad_credentials',
  'unauthenticated',
  'token_reused',
  'second_factor',
  'second_factor_required',
  'forbidden',
  'registration_closed',
  'not_found',
  'method_not_allowed',
  'taken',
  'in_use',
  'count_changed',
  'last_admin',
  'conflict',
  'illegal_move',
  'stale',
  'version_required',
  'too_large',
  'unsupported_type',
  'invalid',
  'too_many_requests',
  'not_configured',
  'provider_unavailable',
  'unavailable',
  'internal',
] as const
export type ProblemCode = (typeof problemCodes)[number]

/** A row as an error names it. */
export const namedRow = object({ id: string().required(), name: string().required() })
export type NamedRow = InferType<typeof namedRow>

/** The only shape of an error: the body of every answer from 400 up. */
export const problem = object({
  message: string().required().meta({ description: 'One sentence for a person. The console shows it.' }),
  code: oneOf(problemCodes).required(),
  requestId: string().required().meta({ description: 'Id of the request in the server’s log.' }),
  fields: object().meta({
    map: 'string',
    description: 'Sentences by field path, such as care.watering, or parameter. Sent with 422, 409 taken and 400 bad_query.',
  }),
  holder: namedRow
    .optional()
    .default(undefined)
    .meta({ description: '409: the row that holds the value, or that was published before.' }),
  users: object({
    total: number().required(),
    rows: array(namedRow).required(),
    lasting: boolean().meta({ description: 'True: these rows cannot use another row instead.' }),
  })
    .optional()
    .default(undefined)
    .meta({ description: '409 in_use: the number of rows that use it, and up to ten of them.' }),
  moves: array(string().required())
    .optional()
    .default(undefined)
    .meta({ description: '409 illegal_move: the moves that are allowed instead.' }),
  result: object().meta({ map: 'any', description: '412 stale: the current row.' }),
  secondFactor: secondFactorChallenge
    .optional()
    .default(undefined)
    .meta({ description: '401 second_factor: the data for the second step of the sign-in.' }),
})

/** The error shape inside console and server. */
export interface Problem {
  readonly message: string
  readonly code: ProblemCode
  readonly requestId: string
  readonly fields?: Readonly<Record<string, string>>
  readonly holder?: NamedRow
  readonly users?: { readonly total: number; readonly rows: readonly NamedRow[]; readonly lasting?: boolean | undefined }
  readonly moves?: readonly string[]
  readonly result?: unknown
  readonly secondFactor?: SecondFactorChallenge
}
