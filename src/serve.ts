import { fileURLToPath } from 'node:url'
import { startDemoLife } from './demo/life'
import { seedDemo } from './demo/seed'
import { announceStart } from './server/process/banner'
import { settingsError } from './server/process/environment'
import { messageOf } from './server/process/messageOf'
import { readSettings } from './server/process/settings'
import { endOnSignal } from './server/process/shutdown'
import { start, type Parts } from './server/start'

/** Composition root of the server: wires settings, server, demo, and the files that the build put beside the program. */
const parts: Parts = {
  console: fileURLToPath(new URL('../console', import.meta.url)),
  reader: fileURLToPath(new URL('../reader', import.meta.url)),
  template: fileURLToPath(new URL('./template', import.meta.url)),
  demo: { seed: seedDemo, live: startDemoLife },
}

try {
  if (process.argv[2] !== undefined && process.argv[2].startsWith('-'))
    throw settingsError(`Frond has settings instead of options: see src/server/SETTINGS.md`)
  const settings = readSettings(process.env)
  const running = await start(settings, parts)
  endOnSignal(running, settings)
  announceStart(running, settings, { print: (text) => console.log(text), log: running.app.log })
} catch (error) {
  console.error(`Frond cannot start. ${messageOf(error)}.`)
  // A mail server may still hold a connection open.
  process.exit(1)
}
