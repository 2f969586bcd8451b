import { readFileSync } from 'node:fs'
import { relyingParty } from '../auth/factors/relyingParty'
import { socialDialogs } from '../auth/socialDialog'
import { pagePolicy } from './policy'
import type { Settings } from '../process/settings'

/** The console's page and its Content-Security-Policy. */
export interface Page {
  readonly html: string
  readonly policy: string
}

type Shown = Pick<
  Settings,
  'apiUrl' | 'imageOrigins' | 'passwordMin' | 'registration' | 'secondFactor' | 'publicUrl' | 'inspector' | 'production'
> &
  Parameters<typeof socialDialogs>[0]

/** Reads the built index.html and inserts the console's settings. */
export function readPage(file: string, settings: Shown): Page {
  const html = withSettings(readFileSync(file, 'utf8'), settings)
  return { html, policy: pagePolicy(html, settings) }
}

/** Inserts the settings that the console needs before its first request, as `<meta name="frond-…">`. */
function withSettings(html: string, settings: Shown): string {
  const dialogs = socialDialogs(settings)
  const values: Readonly<Record<string, string>> = {
    'frond-api-url': settings.apiUrl ?? '',
    'frond-password-min': String(settings.passwordMin),
    'frond-registration': settings.registration,
    // In production the inspector is read-only.
    'frond-inspector': settings.inspector ? (settings.production ? 'watch' : 'send') : '',
    'frond-image-origins': settings.imageOrigins.join(' '),
    'frond-second-factor': settings.secondFactor,
    // Unknown with another backend.
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
