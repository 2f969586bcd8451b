/** Kinds of mails to an account's owner; `nobody` is the placeholder for an unknown address. */
export type LetterKind = 'reset' | 'confirm' | 'invitation' | NoticeKind

/** Notifications about an account, without a mailed link. */
export type NoticeKind =
  | 'password_changed'
  | 'session_ended'
  | 'google_joined'
  | 'factor_added'
  | 'factor_removed'
  | 'recovery_code_used'

/** A letter's content: sentences and one link. */
export interface Letter {
  readonly subject: string
  readonly greeting: string
  readonly before: readonly string[]
  /** Absolute URL and its label. */
  readonly link: { readonly href: string; readonly label: string }
  readonly after: readonly string[]
}

/** Data for a letter. `token` is empty for a letter without a link. */
export interface LetterFacts {
  readonly publicUrl: string
  readonly name: string | null
  readonly token: string
}

/** Composes the letter. Its link begins with PUBLIC_URL, never with the host of the request. */
export function writeLetter(kind: LetterKind, { publicUrl, name, token }: LetterFacts): Letter {
  const { subject, before, path, label, after } = letters[kind]
  return {
    subject,
    greeting: name === null ? 'Hello,' : `Hello ${name},`,
    before,
    link: { href: `${publicUrl.replace(/\/+$/, '')}${path}${encodeURIComponent(token)}`, label },
    after,
  }
}

interface Wording extends Pick<Letter, 'subject' | 'before' | 'after'> {
  /** Path of the console's page; the token is appended. */
  readonly path: string
  readonly label: string
}

const letters: Readonly<Record<LetterKind, Wording>> = {
  reset: {
    subject: 'Reset your password',
    before: ['Someone, hopefully you, asked to reset the password of your Frond account.'],
    path: '/reset-password?token=',
    label: 'Choose a new password',
    after: ['The link works once, for 30 minutes. If you did not ask for it, ignore this email: your password stays as it is.'],
  },
  confirm: {
    subject: 'Confirm your email address',
    before: [
      'A Frond account was registered with this email address.',
      'The link shows by whom and when. Confirm the address there if it was you.',
    ],
    path: '/confirm?token=',
    label: 'See the registration and confirm',
    after: ['The link works for a day. If it was not you, do nothing: the address stays unconfirmed.'],
  },
  invitation: {
    subject: 'You are invited to Frond',
    before: ['You have been invited to administer plants, sensors and gateways in Frond.'],
    path: '/sign-up?invitation=',
    label: 'Create your account',
    after: ['The link works once, for three days, and for this address only.'],
  },
  password_changed: {
    subject: 'Your password was changed',
    before: ['The password of your Frond account was just changed, and all its other sessions have ended.'],
    path: '/sign-in',
    label: 'Sign in',
    after: ['If this was not you, reset your password at once and tell another administrator.'],
  },
  session_ended: {
    subject: 'One of your sessions was ended',
    before: [
      'A token of one of your Frond sessions was used after it had been replaced. Someone may have copied it.',
      'To be safe, this session has been ended.',
    ],
    path: '/sign-in',
    label: 'Sign in again',
    after: ['If you did not expect this, reset your password.'],
  },
  google_joined: {
    subject: 'You can sign in with Google now',
    before: [
      'Someone, hopefully you, signed in to your Frond account with the Google account of this address.',
      'You can sign in with that Google account from now on. All earlier sessions have ended.',
    ],
    path: '/sign-in',
    label: 'Sign in',
    after: [
      'A password works only if it was set by an emailed link; otherwise set a new one with “Forgot password?”. Second factors and a Facebook account added before this address was confirmed were removed.',
      'If this was not you, tell another administrator at once.',
    ],
  },
  factor_added: {
    subject: 'A second factor was added',
    before: ['A second factor, such as an authenticator app or a passkey, was just added to your Frond account.'],
    path: '/pages/account',
    label: 'See your second factors',
    after: ['If this was not you, reset your password at once and tell another administrator.'],
  },
  factor_removed: {
    subject: 'A second factor was removed',
    before: ['A second factor of your Frond account was just removed, by you or by another administrator.'],
    path: '/pages/account',
    label: 'See your second factors',
    after: ['If you did not expect this, reset your password at once and tell another administrator.'],
  },
  recovery_code_used: {
    subject: 'A recovery code was used',
    before: [
      'Someone, hopefully you, signed in to your Frond account with one of its recovery codes. That code no longer works.',
    ],
    path: '/pages/account',
    label: 'See your second factors',
    after: ['If this was not you, reset your password at once and tell another administrator.'],
  },
}

/** Formats the letter as plain text. */
export function letterText({ greeting, before, link, after }: Letter): string {
  const parts = [greeting, ...before, `${link.label}:\n${link.href}`, ...after]
  return `${parts.join('\n\n')}\n`
}

/** Formats the letter's body as HTML: paragraphs and a link, without styles. */
export function letterHtml({ greeting, before, link, after }: Letter): string {
  const paragraphs = [greeting, ...before].map(escapeHtml)
  const action = `<a href="${escapeHtml(link.href)}">${escapeHtml(link.label)}</a>`
  return [...paragraphs, action, ...after.map(escapeHtml)].map((content) => `<p>${content}</p>`).join('\n')
}

/** Escapes text for HTML content and attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`)
}
