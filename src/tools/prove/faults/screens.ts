import { resources } from '../../../contract/index'
import type { Resource } from '../../../contract/resource'
import { jsonRequest, type Client } from '../http'
import type { KnownRow } from '../known'
import { finishSignIn, mailedToken, PASSWORD, register, waitingSecondStep } from '../matrix/accounts'
import { resultOf } from '../stage'

/** A page of the console. */
export interface Screen {
  readonly path: string
  /** The button that submits what is typed; null: none. */
  readonly sends: string | null
  /** Values for fields, by their names; without any, a letter is added to a field that holds text. */
  readonly types?: Readonly<Record<string, unknown>>
  /** The form reads nothing of the answer but its status. */
  readonly readsNothing?: true
  /** The screen follows a sign-in with this address and PASSWORD on the page at `path`; `refund` gives such attempts back. */
  readonly after?: { email(): string; refund(): Promise<void> }
}

/** Screens of the signed-in area that belong to no resource. */
const single: readonly Screen[] = [
  { path: '/pages/dashboard', sends: null },
  { path: '/pages/activity', sends: null },
  { path: '/pages/account', sends: 'Save name' },
  { path: '/pages/account', sends: 'Change password', types: passwords(), readsNothing: true },
  { path: '/pages/users/invitations', sends: 'Send invitation', types: { email: 'fault@example.com' }, readsNothing: true },
]
/** Resources whose rows are edited on another resource's screens. */
const without = ['Troubleshoot']
/** Resources that the console changes without a form. */
const withoutForm = ['User']

/** Lists the signed-out screens. Registers the accounts that some of them need. */
export async function signedOutScreens(client: Client): Promise<Screen[]> {
  await register(client, 'unconfirmed')
  const confirm = `/confirm?token=${await mailedToken(client, '/confirm')}`
  const after = await secondSteps(client)
  const email = 'fault@example.com'
  return [
    { path: '/sign-in', sends: 'Login', types: { email, password: PASSWORD } },
    { path: '/sign-in', sends: 'Continue', types: { code: '123456' }, after },
    { path: '/sign-up', sends: 'Sign up', types: { firstName: 'Ada', email, ...passwords() } },
    { path: '/forgot-password', sends: 'Send reset instructions', types: { email }, readsNothing: true },
    { path: '/confirmation-instructions', sends: 'Send confirmation instructions', types: { email }, readsNothing: true },
    { path: '/reset-password?token=none', sends: 'Change password', types: passwords(), readsNothing: true },
    { path: confirm, sends: 'Confirm email', readsNothing: true },
  ]
}

/** Registers two people with a second factor, who take turns: one alone would spend the hourly attempts of an account. */
async function secondSteps(client: Client): Promise<NonNullable<Screen['after']>> {
  let [now, next] = ['second', 'another']
  const secrets = new Map<string, string>()
  for (const name of [now, next]) secrets.set(name, (await waitingSecondStep(client, name)).secret)
  return {
    email: () => `${now}@example.com`,
    async refund() {
      await finishSignIn(client, now, secrets.get(now) ?? '')
      ;[now, next] = [next, now]
    },
  }
}

/** Lists every screen of the signed-in area: for each resource its list, a row, its edit form and its create form. */
export async function signedInScreens(client: Client, token: string): Promise<Screen[]> {
  const screens = [...single]
  for (const { name, nouns, path, listPath, ops } of resources as readonly Resource[]) {
    if (without.includes(name)) continue
    const slug = `/pages/${path.slice(path.lastIndexOf('/') + 1).replaceAll('_', '-')}`
    screens.push({ path: slug, sends: null })
    const [row] = await resultOf<KnownRow[]>(client, jsonRequest('GET', `${listPath}?pageSize=1`, { token }))
    // No save reaches the server, so a new row may be the same as one that there is.
    if (ops.includes('create')) screens.push({ path: `${slug}/new`, sends: `Create ${nouns.one}`, ...(row && { types: row }) })
    if (row === undefined) continue
    screens.push({ path: `${slug}/${row.id}`, sends: null })
    if (ops.includes('update') && !withoutForm.includes(name))
      screens.push({ path: `${slug}/${row.id}/edit`, sends: 'Save changes' })
  }
  return screens
}

/** A new password, where it is typed twice, and the current one. */
function passwords() {
  return { current_password: PASSWORD, password: PASSWORD, password_confirmation: PASSWORD }
}
