import { boolean, object } from 'yup'
import { EMAIL_MAX } from './constants'
import { flag, identity, instant, oneOf, personName, text } from './fields'
import { lazy, resource, type RowOf } from './resource'
import { ROLE } from './session'

/**
 * The only field of an account that an administrator may change; false ends its sessions at once. The last active account cannot be
 * deactivated: 409 `last_admin`.
 */
const draft = lazy(() => object({ active: boolean().required().label('Active') }).noUnknown())

const row = lazy(() =>
  draft().shape({
    ...identity(),
    firstName: personName().required().label('First name'),
    lastName: personName().nullable().label('Surname'),
    fullname: text(121).required().label('Name'),
    email: text(EMAIL_MAX).required().label('Email'),
    role: oneOf([ROLE]).required().label('Role'),
    emailConfirmedAt: instant().nullable().label('Email confirmed'),
    lastSignInAt: instant().nullable().label('Last signed in'),
  }),
)

/** The administrators. Accounts are created by sign-up or invitation, not by POST. */
export const users = resource({
  name: 'User',
  nouns: { one: 'user', many: 'users' },
  path: '/api/v1/users',
  ops: ['list', 'get', 'update'],
  draft,
  row,
  title: 'fullname',
  list: {
    sort: ['fullname', 'email', 'lastSignInAt', 'createdAt'],
    defaultSort: 'fullname',
    filter: () => ({ active: flag().required() }),
    search: ['fullname', 'email'],
  },
})
export type User = RowOf<typeof users>
