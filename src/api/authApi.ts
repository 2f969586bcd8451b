import { createApi } from '@reduxjs/toolkit/query/react'
import type { BaseQueryFn } from '@reduxjs/toolkit/query'
import { factorCalls, ROLE, sessionPaths } from '../contract/constants'
import type { PasskeyOptions, PasskeySignInBody, SecondFactorBody } from '../contract/factors'
import type {
  ForgotPasswordBody,
  Grant,
  Provider,
  Registration,
  ResetPasswordBody,
  SignInBody,
  SignInGrant,
  SignUpBody,
} from '../contract/session'
import { extraOf } from './baseQuery'
import { isAlerting, isUnsupported } from './errors'
import type { ApiError } from './extra'
import { send, type Request } from './request'
import { enrolmentOf, grantOf, noticeOf, nothingOf, passkeyOptionsOf, registrationOf, signInGrantOf } from './sessionAnswers'

/** A call outside the session's base query: it sends only the bearer that it is given. */
interface SessionRequest extends Request {
  readonly bearer?: string
  /** Raises no alert on failure, because the user did not start it. */
  readonly quiet?: boolean
  readonly read: NonNullable<Request['read']>
}

const baseQuery: BaseQueryFn<SessionRequest, unknown, ApiError> = async ({ bearer, quiet, optional, ...request }, api) => {
  const extra = extraOf(api)
  const answer = await send(request, extra, api.signal, bearer ?? null)
  if ('data' in answer) return answer
  const { error } = answer
  const isExpected = quiet === true || (optional === true && isUnsupported(error))
  if (!isExpected && isAlerting(error)) extra.alert(error)
  return { error }
}

/**
 * The session's own calls. A separate API that is never reset, because a reset would abort a sign-in in flight. All are mutations, so that
 * no answer is cached, and the machine's actors start them untracked, so that no token reaches the store.
 */
export const authApi = createApi({
  reducerPath: 'authApi',
  baseQuery,
  endpoints: (build) => ({
    signIn: build.mutation<SignInGrant, Omit<SignInBody, 'role'>>({
      query: (fields) => post(sessionPaths.signIn, { ...fields, role: ROLE }, signInGrantOf),
    }),
    signUp: build.mutation<Pick<Grant, 'token'>, { fields: SignUpBody; invitation: string | null }>({
      query: ({ fields, invitation }) => ({
        ...post(sessionPaths.signUp, fields, enrolmentOf),
        params: new URLSearchParams(invitation === null ? {} : { invitation }),
      }),
    }),
    social: build.mutation<Grant, { provider: Provider; access_token: string }>({
      query: ({ provider, access_token }) => post(sessionPaths.social[provider], { access_token, role: ROLE }, grantOf),
    }),
    secondFactor: build.mutation<SignInGrant, SecondFactorBody>({
      query: (body) => post(factorCalls.secondFactor, body, signInGrantOf),
    }),
    passkeyOptions: build.mutation<PasskeyOptions, void>({
      query: () => post(factorCalls.passkeyOptions, undefined, passkeyOptionsOf),
    }),
    passkey: build.mutation<Grant, PasskeySignInBody>({
      query: (body) => post(factorCalls.passkey, body, grantOf),
    }),
    forgotPassword: build.mutation<string, ForgotPasswordBody>({
      query: (body) => post(sessionPaths.forgotPassword, body, noticeOf),
    }),
    refresh: build.mutation<Grant, { bearer: string }>({
      query: ({ bearer }) => ({ url: sessionPaths.refresh, bearer, quiet: true, read: grantOf }),
    }),
    signOut: build.mutation<true, { bearer: string }>({
      query: ({ bearer }) => ({ ...post(sessionPaths.signOut, undefined, nothingOf), bearer, quiet: true, keepalive: true }),
    }),
    resetPassword: build.mutation<true, ResetPasswordBody>({
      query: (body) => post(sessionPaths.resetPassword, body, nothingOf),
    }),
    confirmation: build.mutation<string, { email: string }>({
      query: (body) => post(sessionPaths.confirmation, body, noticeOf),
    }),
    confirmPreview: build.mutation<Registration, { token: string }>({
      query: (body) => ({ ...post(sessionPaths.confirmPreview, body, registrationOf), optional: true }),
    }),
    confirm: build.mutation<true, { token: string }>({
      query: (body) => post(sessionPaths.confirm, body, nothingOf),
    }),
  }),
})

function post(url: string, body: unknown, read: SessionRequest['read']): SessionRequest {
  return { url, method: 'POST', body, read }
}
