// Tests the embedded database, or no database.
// @module-tag embedded
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { lockFolder } from '../../../src/server/db/lock'
import { buildPrograms, startProgram, type Program } from '../../support/database/program'
import { standingClock } from '../../support/server/clock'

let programs: string
let folder: string
const started: Program[] = []

beforeAll(async () => {
  programs = await buildPrograms({ holdFolder: 'tests/support/database/programs/holdFolder.ts' })
})
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'frond-lock-'))
})
afterEach(async () => {
  for (const program of started.splice(0)) {
    program.kill('SIGKILL')
    await program.exited
  }
  rmSync(folder, { recursive: true, force: true })
})
afterAll(() => rmSync(programs, { recursive: true, force: true }))

function hold(path = folder): Program {
  const program = startProgram(join(programs, 'holdFolder.js'), [path])
  started.push(program)
  return program
}

describe('lockFolder', () => {
  it('refuses a folder that another process holds, and names that process and its address', async () => {
    const holder = hold()
    await holder.says('held')
    await expect(lockFolder(folder, 'http://second.test')).rejects.toThrow(
      new RegExp(
        `^The data folder ${folder} is in use by process ${holder.pid} \\(http://holder\\.test, since [^)]+\\): stop it first`,
      ),
    )
  })

  it('refuses a second time in the same process', async () => {
    const lock = await lockFolder(folder, 'http://first.test')
    await expect(lockFolder(folder, 'http://second.test')).rejects.toThrow(`process ${process.pid}`)
    await lock.release()
  })

  it('can be taken again after its release', async () => {
    const lock = await lockFolder(folder, 'http://first.test')
    expect(existsSync(join(folder, 'lock.json'))).toBe(true)
    await lock.release()
    expect(existsSync(join(folder, 'lock.json'))).toBe(false)
    await hold().says('held')
  })

  it('takes over at once when the holder was killed', async () => {
    const holder = hold()
    await holder.says('held')
    holder.kill('SIGKILL')
    await holder.exited
    expect(existsSync(join(folder, 'lock.json'))).toBe(true)
    const lock = await lockFolder(folder, 'http://next.test')
    expect(readFileSync(join(folder, 'lock.json'), 'utf8')).toContain(`"pid":${process.pid}`)
    await lock.release()
  })

  it('ends a holder that was paused once another process has taken over', async () => {
    const holder = hold()
    await holder.says('held')
    writeFileSync(join(folder, 'lock.json'), noteOf(elsewhere))
    expect(await holder.exited).toBe(1)
    expect(holder.output()).toContain(
      `Frond ended: while it was paused or cut off, process 17 on greenhouse-2 took over the data folder ${folder}.`,
    )
    expect(readFileSync(join(folder, 'lock.json'), 'utf8')).toBe(noteOf(elsewhere))
  })

  it('admits one of six that start at once', async () => {
    const starters = Array.from({ length: 6 }, () => hold())
    await Promise.all(starters.map((starter) => Promise.race([starter.says('held'), starter.exited])))
    const winners = starters.filter((starter) => starter.output().includes('held'))
    expect(winners).toHaveLength(1)
    for (const loser of starters.filter((starter) => starter !== winners[0])) {
      expect(await loser.exited).toBe(1)
      expect(loser.output()).toContain(`is in use by process ${winners[0]?.pid}`)
    }
  })

  it('recognises the folder by another path', async () => {
    const link = `${folder}-link`
    symlinkSync(folder, link)
    const lock = await lockFolder(folder, 'http://first.test')
    await expect(lockFolder(link, 'http://second.test')).rejects.toThrow('is in use')
    await lock.release()
    rmSync(link)
  })

  it('treats a new folder at a moved folder’s path as another one', async () => {
    const lock = await lockFolder(folder, 'http://first.test')
    renameSync(folder, `${folder}-moved`)
    const other = await lockFolder(folder, 'http://second.test')
    expect(readFileSync(join(folder, 'lock.json'), 'utf8')).toContain('http://second.test')
    await other.release()
    await lock.release()
    rmSync(`${folder}-moved`, { recursive: true })
  })

  it('refuses a folder that was moved while another process holds it', async () => {
    const lock = await lockFolder(folder, 'http://first.test')
    const moved = `${folder}-moved`
    renameSync(folder, moved)
    await expect(lockFolder(moved, 'http://second.test')).rejects.toThrow('is in use')
    renameSync(moved, folder)
    await lock.release()
  })

  it('refuses a folder on macOS whichever folder for temporary files a process has', async () => {
    const { platform } = process
    onTestFinished(() => void Object.defineProperty(process, 'platform', { value: platform }))
    Object.defineProperty(process, 'platform', { value: 'darwin' })
    const lock = await lockFolder(folder, 'http://first.test')
    vi.stubEnv('TMPDIR', folder)
    onTestFinished(() => void vi.unstubAllEnvs())
    await expect(lockFolder(folder, 'http://second.test')).rejects.toThrow('is in use')
    await lock.release()
  })

  it('waits for the heartbeat of a holder where processes do not know whether they see each other', async () => {
    const where = { host: 'greenhouse-1', place: '' }
    writeFileSync(join(folder, 'lock.json'), noteOf(where))
    const { sleep, waited } = standingClock()
    const lock = await lockFolder(folder, 'http://here.test', { sleep, where })
    expect(waited()).toBe(9000)
    await lock.release()
  })

  it('refuses while a holder on another machine updates its lock file', async () => {
    const note = join(folder, 'lock.json')
    writeFileSync(note, noteOf(elsewhere))
    const { sleep, waited } = standingClock((ms) => {
      if (ms === 8900) utimesSync(note, 1, 1)
    })
    await expect(lockFolder(folder, 'http://here.test', { sleep })).rejects.toThrow(
      'is in use by process 17 (http://there.test, since 2026-11-20T08:00:00.000Z) on greenhouse-2',
    )
    expect(waited()).toBe(8900)
  })

  it('takes over from another machine whose lock file was not updated for nine seconds', async () => {
    writeFileSync(join(folder, 'lock.json'), noteOf(elsewhere))
    const { sleep, waited } = standingClock()
    const lock = await lockFolder(folder, 'http://here.test', { sleep })
    expect(waited()).toBe(9000)
    await lock.release()
  })

  it('takes over a folder with a truncated lock file', async () => {
    writeFileSync(join(folder, 'lock.json'), '{"id":"7')
    const { sleep, waited } = standingClock()
    const lock = await lockFolder(folder, 'http://here.test', { sleep })
    expect(waited()).toBe(0)
    await lock.release()
  })
})

const elsewhere = { host: 'greenhouse-2', place: 'x' }

/** Makes the lock file of a process at another address. */
function noteOf(where: typeof elsewhere): string {
  return JSON.stringify({ id: 'there', pid: 17, ...where, address: 'http://there.test', since: '2026-11-20T08:00:00.000Z' })
}
