// `npm run bench`: how fast Frond is: its console beside plain HTML, then the server as it grows to ten million readings, which takes a
// quarter of an hour. `-- --only console`, `api`, `lists`, `live` or `grow` measures one part, and passes it the options that follow.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fail, root } from './root.mjs'

const parts = ['console', 'api', 'lists', 'live', 'grow']
const usual = ['console', 'grow']
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']

try {
  const [flag, only, ...rest] = process.argv.slice(2)
  if (flag !== undefined && (flag !== '--only' || !parts.includes(only)))
    throw new Error(`Say --only and one of ${parts.join(', ')} first, then the options of that part`)
  for (const part of flag === undefined ? usual : [only]) {
    const program = spawn(process.execPath, [join(root, '.scripts/bench', `${part}.mjs`), ...rest], { stdio: 'inherit' })
    // It takes down what it built before it ends.
    const pass = (signal) => program.kill(signal)
    for (const signal of signals) process.on(signal, pass)
    const [code] = await once(program, 'exit')
    for (const signal of signals) process.off(signal, pass)
    if (code !== 0) process.exit(code ?? 1)
  }
} catch (error) {
  fail(error)
}
