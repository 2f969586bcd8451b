// The trial app beside which the console is measured: the same libraries, split by route, and nothing that a product needs. It is not part
// of this repository: `--lean DIR` names a folder with its server (`server.mjs apps.json`) and its build (`lean/dist`).
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Later } from './tidy'

/** Starts the trial app; returns its origin. */
export async function startLean(folder: string, later: Later): Promise<string> {
  if (!existsSync(join(folder, 'lean/dist/index.html')))
    throw new Error(`--lean: there is no built trial app in ${folder} (lean/dist/index.html).`)
  const { apps } = JSON.parse(readFileSync(join(folder, 'apps.json'), 'utf8')) as { apps: { name: string; port: number }[] }
  const port = apps.find(({ name }) => name === 'lean')?.port
  if (port === undefined) throw new Error(`--lean: apps.json in ${folder} names no app called lean.`)
  const server = spawn(process.execPath, ['server.mjs', 'apps.json'], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(server, 'exit')
  later(async () => {
    server.kill()
    await exited
  })
  const listens = new Promise<void>((resolve) => {
    server.stdout.on('data', (text: Buffer) => String(text).includes(`lean ${port}`) && resolve())
  })
  const ended = exited.then(() => Promise.reject(new Error(`--lean: its server ended; is port ${port} free?`)))
  await Promise.race([listens, ended])
  // From here on the server ends only on purpose: its rejection must not end the bench.
  ended.catch(() => undefined)
  return `http://127.0.0.1:${port}`
}
