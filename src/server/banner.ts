import type { Settings } from './settings'

/** What the terminal says once the server answers. */
export function banner(address: string, settings: Settings): string {
  return [
    '',
    `  Frond is at ${settings.port === 0 ? address : settings.publicUrl}`,
    ...details(settings),
    '',
    '  Ctrl+C ends it.',
    '',
  ].join('\n')
}

function details(settings: Settings): string[] {
  if (settings.apiUrl !== null) return ['', `  API      ${settings.apiUrl} (this process serves the console alone)`]
  const lines = ['']
  if (settings.demo) lines.push(`  Sign in  ${settings.adminEmail} / ${settings.adminPassword}`)
  if (settings.databaseUrl !== null)
    return [...lines, `  Data     ${withoutPassword(settings.databaseUrl)} and ${settings.dataDir}`]
  return [
    ...lines,
    `  Data     ${settings.dataDir}`,
    '',
    '  The embedded database survives the end of this program, however abrupt, but not a power loss:',
    '  for data that matters set DATABASE_URL to a PostgreSQL.',
  ]
}

function withoutPassword(url: string): string {
  const parts = new URL(url)
  parts.password = ''
  parts.search = ''
  return parts.href
}
