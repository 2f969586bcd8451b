// The product without console and demo; when it is stopped, it aborts calls after half a second.
import { fileURLToPath } from 'node:url'
import { announceStart } from '../../../../src/server/process/banner'
import { readSettings } from '../../../../src/server/process/settings'
import { endOnSignal } from '../../../../src/server/process/shutdown'
import { start } from '../../../../src/server/start'

const settings = readSettings(process.env)
const template = fileURLToPath(new URL('./template', import.meta.url))
const none = () => Promise.resolve()
const running = await start(settings, { console: '', reader: '', template, demo: { seed: none, live: () => none } })
endOnSignal(running, settings, { callsMs: 500, cleanMs: 60_000 })
announceStart(running, settings, { print: (text) => console.log(text), log: running.app.log })
