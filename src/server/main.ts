import { fileURLToPath } from 'node:url'
import { banner } from './banner'
import { settingsError } from './environment'
import { readSettings } from './settings'
import { endOnSignal } from './shutdown'
import { start, type Parts } from './start'

const parts: Parts = {
  console: fileURLToPath(new URL('../console', import.meta.url)),
  template: fileURLToPath(new URL('./template', import.meta.url)),
}

try {
  if (process.argv[2] !== undefined && process.argv[2].startsWith('-'))
    throw settingsError(`Frond has no options, it has settings: see src/server/SETTINGS.md`)
  const settings = readSettings(process.env)
  const running = await start(settings, parts)
  endOnSignal(running, settings)
  console.log(banner(running.address, settings))
} catch (error) {
  console.error(`Frond cannot start. ${error instanceof Error ? error.message : String(error)}.`)
  process.exitCode = 1
}
