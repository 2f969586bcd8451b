import { describe, expectTypeOf, it } from 'vitest'
import { api, type Tag } from '../../src/api/api'
import type { authApi } from '../../src/api/authApi'
import { extraOf, type BaseQuery } from '../../src/api/baseQuery'
import type { ApiError, ApiExtra } from '../../src/api/extra'
import { createStore, type AppStore, type StoreDeps } from '../../src/api/store'
import type { ResourceName } from '../../src/contract'
import type { Grant, SignInBody, SignInGrant } from '../../src/contract/session'

/** The compiler checks the casts of `src/api` here. */
describe('the types of the api', () => {
  it('restrict tags to resources, the dashboard and the user’s own data', () => {
    expectTypeOf<Tag>().toEqualTypeOf<
      ResourceName | 'Analytics' | 'Attention' | 'Account' | 'Factors' | 'Session' | 'Invitation' | 'Activity'
    >()
    expectTypeOf<'Gateway' | 'User'>().toExtend<ResourceName>()
    expectTypeOf<string>().not.toExtend<ResourceName>()
    expectTypeOf(api.util.invalidateTags).parameter(0).extract<readonly unknown[]>().items.extract<string>().toEqualTypeOf<Tag>()
  })

  it('make every error an ApiError', () => {
    expectTypeOf<Extract<Awaited<ReturnType<BaseQuery>>, { error: unknown }>['error']>().toEqualTypeOf<ApiError>()
  })

  it('give the session’s calls their answers', () => {
    expectTypeOf<typeof authApi.endpoints.signIn.Types.ResultType>().toEqualTypeOf<SignInGrant>()
    expectTypeOf<typeof authApi.endpoints.signUp.Types.ResultType>().toEqualTypeOf<Pick<Grant, 'token'>>()
    expectTypeOf<typeof authApi.endpoints.signIn.Types.QueryArg>().toEqualTypeOf<Omit<SignInBody, 'role'>>()
  })

  it('give the base query what a page gives the store, and what the store knows of changes', () => {
    expectTypeOf(createStore).parameter(0).toEqualTypeOf<StoreDeps>()
    expectTypeOf(extraOf).returns.toEqualTypeOf<ApiExtra>()
    expectTypeOf<AppStore['getState']>().returns.toHaveProperty('api')
  })
})
