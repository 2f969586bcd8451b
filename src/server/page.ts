import { readFileSync } from 'node:fs'
import { pagePolicy } from './policy'
import type { Settings } from './settings'

/** The console's one page, ready to be sent. */
export interface Page {
  readonly html: string
  readonly policy: string
}

type Shown = Pick<Settings, 'apiUrl' | 'passwordMin' | 'registration' | 'inspector'>

/** Reads the built index.html and tells it what the console has to know before its first request, in `<meta name="frond-…">`. */
export function readPage(file: string, settings: Shown): Page {
  const values: Readonly<Record<string, string>> = {
    'frond-api-url': settings.apiUrl ?? '',
    'frond-password-min': String(settings.passwordMin),
    'frond-registration': settings.registration,
    'frond-inspector': settings.inspector ? '1' : '0',
  }
  const html = readFileSync(file, 'utf8').replace(/<meta name="(frond-[a-z-]+)" content="[^"]*"/g, (meta, name: string) =>
    name in values ? `<meta name="${name}" content="${escapeAttribute(values[name] ?? '')}"` : meta,
  )
  return { html, policy: pagePolicy(html, settings.apiUrl) }
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
