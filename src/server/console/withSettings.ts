import { relyingParty } from '../auth/factors/relyingParty'
import { socialDialogs } from '../auth/socialDialog'
import type { Settings } from '../process/settings'

/** The settings that the console's page needs. */
export type PageSettings = Pick<
  Settings,
  'apiUrl' | 'imageOrigins' | 'passwordMin' | 'registration' | 'secondFactor' | 'publicUrl' | 'inspector' | 'production'
> &
  Parameters<typeof socialDialogs>[0]

/** Inserts the settings that the console needs before its first request, as `<meta name="frond-…">`. */
export function withSettings(html: string, settings: PageSettings): string {
  const dialogs = socialDialogs(settings)
  const values: Readonly<Record<string, string>> = {
    'frond-api-url': settings.apiUrl ?? '',
    'frond-password-min': String(settings.passwordMin),
    // In production the inspector is read-only.
    'frond-inspector': settings.inspector ? (settings.production ? 'watch' : 'send') : '',
    'frond-image-origins': settings.imageOrigins.join(' '),
    'frond-second-factor': settings.secondFactor,
    // Unknown with another backend.
    'frond-registration': settings.apiUrl === null ? settings.registration : '',
    'frond-passkeys': settings.apiUrl === null && relyingParty(settings) !== null ? '1' : '',
    'frond-google': dialogs.google,
    'frond-facebook': dialogs.facebook,
  }
  return html.replace(/<meta name="(frond-[a-z-]+)" content="[^"]*"/g, (meta, name: string) =>
    name in values ? `<meta name="${name}" content="${escapeAttribute(values[name] ?? '')}"` : meta,
  )
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
