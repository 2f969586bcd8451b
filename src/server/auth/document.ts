import type { FastifyInstance, FastifySchema } from 'fastify'
import {
  confirmBody,
  emailBody,
  forgotPasswordBody,
  enrolment,
  grant,
  notice,
  registration,
  resetPasswordBody,
  sessionPaths,
  signInBody,
  signInGrant,
  signUpBody,
  socialBody,
} from '../../contract/session'
import { factorPaths, passkeyOptions, passkeySignInBody, secondFactorBody } from '../../contract/factors'
import { documented, resultOf, type Documentation } from '../http/openapi'
import { jsonSchema } from '../http/schema'

const open = (call: Omit<Documentation, 'tag'>) => documented({ tag: 'Session', open: true, ...call })
const invitation = {
  type: 'object',
  properties: { invitation: { type: 'string', description: 'Token of a mailed invitation.' } },
}
const social = (provider: string) =>
  open({ summary: `Sign in with ${provider}`, body: jsonSchema(socialBody), answers: { 200: resultOf(grant) } })

const schemas: Readonly<Record<string, FastifySchema>> = {
  [`POST ${sessionPaths.signUp}`]: open({
    summary: 'Sign up',
    querystring: invitation,
    body: jsonSchema(signUpBody),
    answers: { 201: resultOf(enrolment) },
  }),
  [`POST ${sessionPaths.signIn}`]: open({
    summary: 'Sign in',
    body: jsonSchema(signInBody),
    answers: { 200: resultOf(signInGrant) },
  }),
  [`POST ${factorPaths.secondFactor}`]: open({
    summary: 'Complete a sign-in that was answered with 401 second_factor',
    body: jsonSchema(secondFactorBody),
    answers: { 200: resultOf(signInGrant) },
  }),
  [`POST ${factorPaths.passkeyOptions}`]: open({
    summary: 'Create the WebAuthn options for a sign-in with a passkey',
    answers: { 200: resultOf(passkeyOptions) },
  }),
  [`POST ${factorPaths.passkey}`]: open({
    summary: 'Sign in with a passkey',
    body: jsonSchema(passkeySignInBody),
    answers: { 200: resultOf(grant) },
  }),
  [`POST ${sessionPaths.social.google}`]: social('Google'),
  [`POST ${sessionPaths.social.facebook}`]: social('Facebook'),
  [`GET ${sessionPaths.refresh}`]: documented({
    tag: 'Session',
    summary: 'Exchange the bearer token, which may have expired, for a new one',
    answers: { 200: resultOf(grant) },
  }),
  [`POST ${sessionPaths.signOut}`]: documented({ tag: 'Session', summary: 'Sign out', answers: { 204: null } }),
  [`POST ${sessionPaths.forgotPassword}`]: open({
    summary: 'Mail a link to reset the password',
    body: jsonSchema(forgotPasswordBody),
    answers: { 200: resultOf(notice) },
  }),
  [`POST ${sessionPaths.resetPassword}`]: open({
    summary: 'Reset the password with a mailed link; all sessions end',
    body: jsonSchema(resetPasswordBody),
    answers: { 204: null },
  }),
  [`POST ${sessionPaths.confirmation}`]: open({
    summary: 'Mail a link to confirm the email address',
    body: jsonSchema(emailBody),
    answers: { 200: resultOf(notice) },
  }),
  [`POST ${sessionPaths.confirmPreview}`]: open({
    summary: 'Preview what a mailed link confirms: who registered with the email address, and when',
    body: jsonSchema(confirmBody),
    answers: { 200: resultOf(registration) },
  }),
  [`POST ${sessionPaths.confirm}`]: open({
    summary: 'Confirm the email address with a mailed link',
    body: jsonSchema(confirmBody),
    answers: { 204: null },
  }),
}

/** Adds the documentation to session routes registered after this call. */
export function documentSessions(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const schema = schemas[`${String(route.method)} ${route.url}`]
    if (schema !== undefined) route.schema ??= schema
  })
}
