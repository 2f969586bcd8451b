import type { JsonSchema } from '../../server/http/schema'
import { jsonRequest, type Client } from './http'

/** The part of OpenAPI that is read here. */
export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> }
}
interface Described {
  readonly security?: readonly Readonly<Record<string, unknown>>[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>>
    readonly description?: string
  }
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>> }>>
}
interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly schema: JsonSchema
}

/** Who may call an operation. */
type Audience = 'everybody' | 'gateways' | 'administrators'

/** An operation in the API's document. */
export interface Operation {
  /** Its name in a report, e.g. `GET /api/v1/gateways/{id}`. */
  readonly name: string
  readonly method: string
  /** The path, with its parameters in braces. */
  readonly template: string
  readonly audience: Audience
  readonly parameters: readonly Parameter[]
  /** The body's media type and schema; null: no body. */
  readonly body: { readonly type: string; readonly schema: JsonSchema; readonly description: string } | null
  readonly responses: Described['responses']
}

/** Fetches the API's own document. */
export async function documentOf(client: Client): Promise<Document> {
  const { body } = await client.ask(jsonRequest('GET', '/api/v1/openapi.json'))
  return JSON.parse(body.toString()) as Document
}

/** Lists every operation of a document. */
export function operationsOf({ paths }: Document): Operation[] {
  return Object.entries(paths).flatMap(([template, methods]) =>
    Object.entries(methods).map(([verb, described]) => {
      const method = verb.toUpperCase()
      const { parameters = [], responses, requestBody } = described
      const [content] = Object.entries(requestBody?.content ?? {})
      const body = content && { type: content[0], schema: content[1].schema, description: requestBody?.description ?? '' }
      return {
        name: `${method} ${template}`,
        method,
        template,
        audience: audienceOf(described),
        parameters,
        body: body ?? null,
        responses,
      }
    }),
  )
}

function audienceOf({ security }: Described): Audience {
  if (security?.length === 0) return 'everybody'
  return security?.some((way) => 'gatewayKey' in way) === true ? 'gateways' : 'administrators'
}
