import { resources } from '../../../contract/index'
import type { Resource } from '../../../contract/resource'
import { jsonRequest, type Client } from '../http'
import type { KnownRow } from '../known'
import { resultOf } from '../stage'

/** A page of the console. */
export interface Screen {
  readonly path: string
  /** The button that submits a form whose values are already valid; null: none. */
  readonly sends: string | null
  /** The form reads nothing of the answer but its status. */
  readonly readsNothing?: true
}

/** Screens of the signed-in area that belong to no resource. */
const single = ['/pages/dashboard', '/pages/activity', '/pages/account', '/pages/users/invitations']
/** Resources whose rows are edited on another resource's screens. */
const without = ['Troubleshoot']
/** Resources that the console changes without a form. */
const withoutForm = ['User']

/** Signed-out screens, each with the button that submits its form. */
export const signedOut: readonly Screen[] = [
  { path: '/sign-in', sends: 'Login' },
  { path: '/sign-up', sends: 'Sign up' },
  { path: '/forgot-password', sends: 'Send reset instructions', readsNothing: true },
  { path: '/confirmation-instructions', sends: 'Send confirmation instructions', readsNothing: true },
  { path: '/reset-password?token=none', sends: 'Change password', readsNothing: true },
]

/** Lists every screen of the signed-in area: for each resource its list, a row, its edit form and its create form. */
export async function signedInScreens(client: Client, token: string): Promise<Screen[]> {
  const screens: Screen[] = single.map((path) => ({ path, sends: null }))
  for (const { name, path, listPath, ops } of resources as readonly Resource[]) {
    if (without.includes(name)) continue
    const slug = `/pages/${path.slice(path.lastIndexOf('/') + 1).replaceAll('_', '-')}`
    screens.push({ path: slug, sends: null })
    if (ops.includes('create')) screens.push({ path: `${slug}/new`, sends: null })
    const [row] = await resultOf<KnownRow[]>(client, jsonRequest('GET', `${listPath}?pageSize=1`, { token }))
    if (row === undefined) continue
    screens.push({ path: `${slug}/${row.id}`, sends: null })
    if (ops.includes('update') && !withoutForm.includes(name))
      screens.push({ path: `${slug}/${row.id}/edit`, sends: 'Save changes' })
  }
  return screens
}
