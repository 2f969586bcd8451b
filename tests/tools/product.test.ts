import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { startProduct } from '../../src/tools/product'
import { buildPrograms, startProgram } from '../support/database/program'

/** Makes a folder that looks like a built checkout, with this program as its server. */
function checkoutOf(program: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'frond-checkout-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, 'dist/server'), { recursive: true })
  writeFileSync(join(folder, 'dist/server/main.js'), program)
  return folder
}

const serve = `require('node:http').createServer((_request, response) => response.end()).listen(process.env.PORT, '127.0.0.1')`
/** A port is taken at the first start. The server's own test proves that it says so in these words. */
const serveSecond = `
const { existsSync, writeFileSync } = require('node:fs')
if (existsSync('port')) ${serve}
else {
  writeFileSync('port', process.env.PORT)
  console.error('Frond cannot start. Port ' + process.env.PORT + ' of 127.0.0.1 is in use by another program: stop it.')
  process.exitCode = 1
}`

/** A process that ended but that nobody has waited for, which a container may keep, does not run. */
function isRunning(pid: number): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

describe('a product that a tool starts', { timeout: 120_000 }, () => {
  it('gets another port when another program has taken the first one meanwhile', async () => {
    const checkout = checkoutOf(serveSecond)
    const product = await startProduct({ checkout })
    await product.stop()
    expect(product.port).not.toBe(Number(readFileSync(join(checkout, 'port'), 'utf8')))
  })

  it('ends with the tool, like its PostgreSQL, and leaves no folder', async () => {
    const programs = await buildPrograms({ forgetful: 'tests/support/database/programs/forgetful.ts' })
    onTestFinished(() => rmSync(programs, { recursive: true, force: true }))
    const forgetful = startProgram(join(programs, 'forgetful.js'), [checkoutOf(serve)])
    expect(await forgetful.exited, forgetful.output()).toBe(1)
    const { pids, dataDir } = JSON.parse(forgetful.output()) as { pids: number[]; dataDir: string }
    await vi.waitFor(() => expect(pids.filter(isRunning)).toEqual([]), { timeout: 30_000 })
    expect(existsSync(dataDir)).toBe(false)
  })
})
