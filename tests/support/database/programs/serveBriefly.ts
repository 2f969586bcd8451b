// The product without console; when it is stopped, it aborts calls after half a second. Its demo has no rows and cannot be stopped.
import { fileURLToPath } from 'node:url'
import { announceStart } from '../../../../src/server/process/banner'
import { readSettings } from '../../../../src/server/process/settings'
import { endOnSignal } from '../../../../src/server/process/shutdown'
import { start } from '../../../../src/server/start'

const settings = readSettings(process.env)
const template = fileURLToPath(new URL('./template', import.meta.url))
const demo = { seed: () => Promise.resolve(), live: () => () => Promise.reject(new Error('The demo goes on')) }
const running = await start(settings, { console: '', reader: '', template, demo })
endOnSignal(running, settings, { callsMs: 500, cleanMs: 60_000 })
announceStart(running, settings, { print: (text) => console.log(text), log: running.app.log })
