import { object, string, type InferType } from 'yup'
import { id, instant } from './fields'

/** GET: the open invitations, newest first; DELETE `{path}/{id}` revokes one. POST `sessionPaths.invitation` sends one. */
export const INVITATIONS_PATH = '/api/v1/users/invitations'

/** An invitation to register that is still valid: the latest for its address. */
export const invitation = object({
  id: id().required().label('Id'),
  email: string().required().label('Email'),
  /** Name of the sender; null when that account is deleted. */
  invitedBy: string().nullable().label('Invited by'),
  createdAt: instant().required().label('Sent'),
  expiresAt: instant().required().label('Expires'),
})
export type Invitation = InferType<typeof invitation>
