import { readFileSync } from 'node:fs'
import { pagePolicy } from './policy'
import { withSettings, type PageSettings } from './withSettings'

/** The console's page and its Content-Security-Policy. */
export interface Page {
  readonly html: string
  readonly policy: string
}

/** Reads the built index.html and inserts the console's settings. */
export function readPage(file: string, settings: PageSettings): Page {
  const html = withSettings(readFileSync(file, 'utf8'), settings)
  return { html, policy: pagePolicy(html, settings) }
}
