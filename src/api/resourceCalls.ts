import type {
  Api,
  coreModuleName,
  EndpointBuilder,
  EndpointDefinitions,
  MutationDefinition,
  QueryDefinition,
  reactHooksModuleName,
} from '@reduxjs/toolkit/query/react'
import { api, endpointName, type Tag } from './api'
import type { BaseQuery } from './baseQuery'

export type Query<Result, Arg> = QueryDefinition<Arg, BaseQuery, Tag, Result, 'api'>
export type Mutation<Result, Arg> = MutationDefinition<Arg, BaseQuery, Tag, Result, 'api'>
export type Build = EndpointBuilder<BaseQuery, Tag, 'api'>

/** A resource's calls by verb, with their hooks. */
export type Calls<Definitions extends EndpointDefinitions> = Api<
  BaseQuery,
  Definitions,
  'api',
  Tag,
  typeof coreModuleName | typeof reactHooksModuleName
>['endpoints']

/**
 * Injects a resource's endpoints and returns them by verb. Call it once per resource: RTK Query identifies endpoints by verb and resource.
 */
export function injectCalls<Definitions extends EndpointDefinitions>(
  resource: Tag,
  define: (build: Build) => Definitions,
): Calls<Definitions> {
  let verbs: readonly string[] = []
  const { endpoints } = api.enhanceEndpoints({ addTagTypes: [resource] }).injectEndpoints({
    endpoints(build): EndpointDefinitions {
      const definitions = Object.entries(define(build))
      verbs = definitions.map(([verb]) => verb)
      return Object.fromEntries(definitions.map(([verb, definition]) => [endpointName(verb, resource), definition]))
    },
  })
  // RTK Query loses the types of computed names; crudCalls.test-d.ts tests this cast.
  return Object.fromEntries(verbs.map((verb) => [verb, endpoints[endpointName(verb, resource)]])) as Calls<Definitions>
}
