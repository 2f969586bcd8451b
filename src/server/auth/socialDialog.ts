import type { Settings } from '../process/settings'

type DialogSettings = Pick<Settings, 'googleClientId' | 'googleAuthUrl' | 'facebookAppId' | 'facebookDialogUrl'>

/**
 * URLs of the providers' dialogs for the console, complete except for what belongs to one attempt: its `state` and the redirect page. Empty
 * when not configured. They contain no secrets.
 */
export function socialDialogs({ googleClientId, googleAuthUrl, facebookAppId, facebookDialogUrl }: DialogSettings) {
  return {
    google: dialog(googleAuthUrl, googleClientId, { scope: 'openid profile email', prompt: 'select_account' }),
    facebook: dialog(facebookDialogUrl, facebookAppId, {
      scope: 'email,public_profile',
      display: 'popup',
      auth_type: 'rerequest',
    }),
  }
}

function dialog(address: string, clientId: string | null, more: Readonly<Record<string, string>>): string {
  if (clientId === null) return ''
  const url = new URL(address)
  for (const [name, value] of Object.entries({ client_id: clientId, response_type: 'token', ...more }))
    url.searchParams.set(name, value)
  return url.href
}
