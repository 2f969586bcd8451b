import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { firmwarePaths } from '../../../src/contract/firmwareCalls'
import { setOtherwise } from '../../support/server/accounts'
import type { AnyBody } from '../../support/server/calls'
import { firmwaresAt, imagePart } from '../../support/rows/firmwares'
import { callAt, oneServer } from '../../support/server/hooks'
import { interrupted } from '../../support/server/interrupted'
import { insertHardware } from '../../support/rows/rows'

const LIMIT = 1_200_000

const server = oneServer({ uploadMaxBytes: LIMIT })
const call = callAt(server)
const firmwares = firmwaresAt(server, call)
const { create, download, move, read, send, upload } = firmwares
let hardwareId: string
beforeEach(async () => {
  hardwareId = await insertHardware(server.db)
})

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const leftovers = () => {
  try {
    return readdirSync(join(server.settings.dataDir, 'uploads'))
  } catch {
    return []
  }
}

/** Lists this process's open files in the uploads' folder, unlinked ones included. */
const underWay = () =>
  readdirSync('/proc/self/fd')
    .map((fd) => {
      try {
        return readlinkSync(join('/proc/self/fd', fd))
      } catch {
        return ''
      }
    })
    .filter((target) => target.startsWith(join(server.settings.dataDir, 'uploads')))

describe('an upload', () => {
  it('is stored byte by byte with its size and SHA-256, and comes back as an attachment', async () => {
    const id = await create(hardwareId)
    const bytes = randomBytes(LIMIT)
    const stored = await upload(id, bytes, { name: '../../etc/frond «2».bin', query: `?sha256=${sha256(bytes).toUpperCase()}` })
    expect(stored.status).toBe(201)
    expect(stored.headers.get('etag')).toBe('"2"')
    expect(stored.body.result).toMatchObject({ sizeBytes: LIMIT, sha256: sha256(bytes), fileName: 'frond «2».bin', version: 2 })

    const answer = await download(id)
    expect(answer.status).toBe(200)
    expect(Buffer.compare(Buffer.from(await answer.arrayBuffer()), bytes)).toBe(0)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-length': String(LIMIT),
      'content-disposition': `attachment; filename="frond _2_.bin"; filename*=UTF-8''frond%20%C2%AB2%C2%BB.bin`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      etag: `"${sha256(bytes)}"`,
    })
    expect((await download(id, { 'if-none-match': `"x", "${sha256(bytes)}"` })).status).toBe(304)
    expect(leftovers()).toEqual([])
  })

  it.each([1, LIMIT * 9])('is refused with 413 when it is %i bytes over the limit, and leaves no file', async (over) => {
    const id = await create(hardwareId)
    const { status, body } = await upload(id, randomBytes(LIMIT + over))
    expect([status, body.code]).toEqual([413, 'too_large'])
    expect(await read(id)).toMatchObject({ sha256: null, version: 1 })
    expect(leftovers()).toEqual([])
  })

  it.each([
    ['no bytes', () => [['file', imagePart(new Uint8Array())]] as const, 422, ['file']],
    [
      'two parts',
      () =>
        [
          ['file', imagePart(randomBytes(9))],
          ['file', imagePart(randomBytes(9))],
        ] as const,
      422,
      ['file'],
    ],
    [
      'a field beside the file',
      () =>
        [
          ['file', imagePart(randomBytes(9))],
          ['note', 'x'],
        ] as const,
      422,
      ['file'],
    ],
    [
      'a field before the file',
      () =>
        [
          ['note', 'x'],
          ['file', imagePart(randomBytes(9))],
        ] as const,
      422,
      ['file'],
    ],
    ['a part of another name', () => [['image', imagePart(randomBytes(9))]] as const, 422, ['file']],
    ['no part', () => [] as const, 422, ['file']],
    ['a part of another type', () => [['file', imagePart(randomBytes(9), 'text/html')]] as const, 415, []],
  ])('of %s is refused', async (_what, parts, expected, fields) => {
    const id = await create(hardwareId)
    const form = new FormData()
    for (const [name, value] of parts()) form.append(name, value)
    const { status, body } = await send(id, form)
    expect([status, Object.keys(body.fields ?? {})]).toEqual([expected, fields])
    expect(await read(id)).toMatchObject({ sha256: null, version: 1 })
    expect(leftovers()).toEqual([])
  })

  const cut =
    '--x\r\nContent-Disposition: form-data; name="file"; filename="f"\r\nContent-Type: application/octet-stream\r\n\r\ncut'
  it.each([
    ['JSON', 'application/json', '{}', 415],
    ['bare bytes', 'application/octet-stream', 'bytes', 415],
    ['multipart without a boundary', 'multipart/form-data', '--x', 400],
    ['multipart without a part', 'multipart/form-data; boundary=x', 'nothing of the kind', 400],
    ['a part that is cut off', 'multipart/form-data; boundary=x', cut, 400],
  ])('of %s is refused', async (_what, type, text, expected) => {
    const id = await create(hardwareId)
    const { status, body } = await send(id, text, { headers: { 'content-type': type } })
    expect([status, body.requestId]).toEqual([expected, expect.any(String)])
    expect(leftovers()).toEqual([])
  })

  it('leaves no files of many aborted uploads', async () => {
    const id = await create(hardwareId)
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    // In rounds: of two hundred at once, some wait so long for a connection on a busy machine that they are answered 503.
    for (let round = 0; round < 5; round += 1) {
      const answers = await Promise.all(Array.from({ length: 40 }, () => send(id, cut, { headers })))
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400]))
    }
    expect(leftovers()).toEqual([])
  })

  it('is refused when its SHA-256 differs from the announced one', async () => {
    const id = await create(hardwareId)
    const { status, body } = await upload(id, randomBytes(9), { query: `?sha256=${'0'.repeat(64)}` })
    expect([status, Object.keys(body.fields)]).toEqual([422, ['sha256']])
    expect((await upload(id, randomBytes(9), { query: '?sha256=abc' })).status).toBe(400)
    expect((await read(id))['sha256']).toBeNull()
  })

  it('needs a session, an existing firmware, and the current version', async () => {
    const id = await create(hardwareId)
    expect((await upload(id, randomBytes(9), { headers: { authorization: 'Bearer x' } })).status).toBe(401)
    expect((await upload('01890000-0000-7000-8000-000000000000', randomBytes(9))).status).toBe(404)
    const stale = await upload(id, randomBytes(9), { headers: { 'if-match': '"7"' } })
    expect([stale.status, stale.body.result.version]).toEqual([412, 1])
    expect((await upload(id, randomBytes(9), { headers: { 'if-match': '"1"' } })).status).toBe(201)
  })

  it.runIf(existsSync('/dev/full'))('says what the operator must do when the disk is full, and leaves no file', async () => {
    const id = await create(hardwareId)
    const fullDisk = await open('/dev/full', 'w')
    const handles = Object.getPrototypeOf(fullDisk) as typeof fullDisk
    const { writeFile } = handles
    const writing = vi.spyOn(handles, 'writeFile').mockImplementation((data) => writeFile.call(fullDisk, data))
    onTestFinished(async () => {
      writing.mockRestore()
      await fullDisk.close()
    })
    const { status, body } = await upload(id, randomBytes(9))
    expect([status, body.code]).toEqual([507, 'unavailable'])
    expect(body.message).toBe('The server has no room for this file. Its operator must free space in the data folder')
    expect(await read(id)).toMatchObject({ sha256: null, version: 1 })
    expect([leftovers(), underWay()]).toEqual([[], []])
  })

  it('is refused when its sender was deactivated while it arrived, and leaves no file', async () => {
    const id = await create(hardwareId)
    const setActive = (active: boolean) => server.db.query(sql`update users set active = ${active}`)
    onTestFinished(async () => void (await setActive(true)))
    const head =
      '--x\r\nContent-Disposition: form-data; name="file"; filename="f"\r\nContent-Type: application/octet-stream\r\n\r\n'
    const answer = await server.app.inject({
      method: 'POST',
      url: firmwarePaths.file(id),
      headers: { ...firmwares.bearer(), 'content-type': 'multipart/form-data; boundary=x' },
      payload: interrupted(Buffer.from(`${head}image of a gateway\r\n--x--\r\n`), () => setActive(false)),
    })
    expect([answer.statusCode, answer.json<AnyBody>().code]).toEqual([401, 'unauthenticated'])
    await setActive(true)
    expect(await read(id)).toMatchObject({ sha256: null, version: 1 })
    expect(leftovers()).toEqual([])
  })

  it('replaces the previous file while the firmware is a draft, and never afterwards', async () => {
    const id = await create(hardwareId)
    await upload(id, randomBytes(LIMIT))
    const second = randomBytes(5)
    await upload(id, second)
    expect(Buffer.from(await (await download(id)).arrayBuffer())).toEqual(second)
    await move(id, 'released')
    expect((await upload(id, randomBytes(5))).status).toBe(409)
    expect(Buffer.from(await (await download(id)).arrayBuffer())).toEqual(second)
  })

  it('leaves no file when its sender disconnects, nor if this process were killed', async () => {
    const id = await create(hardwareId)
    await server.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = server.app.server.address() as AddressInfo
    const outgoing = request({
      port,
      method: 'POST',
      path: firmwarePaths.file(id),
      headers: {
        ...firmwares.bearer(),
        'content-type': 'multipart/form-data; boundary=x',
        'content-length': '900000',
      },
    })
    outgoing.on('error', () => undefined)
    outgoing.write(
      '--x\r\nContent-Disposition: form-data; name="file"; filename="f"\r\nContent-Type: application/octet-stream\r\n\r\n',
    )
    outgoing.write(randomBytes(300_000))
    await expect.poll(underWay).toHaveLength(1)
    await expect.poll(leftovers).toEqual([])
    outgoing.destroy()
    await expect.poll(underWay).toEqual([])
    expect(await read(id)).toMatchObject({ sha256: null, version: 1 })
  })

  it('is deleted at the next start if a killed process left it', async () => {
    const folder = join(server.settings.dataDir, 'uploads')
    mkdirSync(join(folder, 'lost+found'), { recursive: true })
    onTestFinished(() => rmSync(folder, { recursive: true }))
    writeFileSync(join(folder, randomUUID()), 'cut')
    await setOtherwise(server, {})
    expect(leftovers()).toEqual(['lost+found'])
  })

  it('answers 413 to a sender that has not finished, and disconnects it', async () => {
    const id = await create(hardwareId)
    const { port } = server.app.server.address() as AddressInfo
    const form = new FormData()
    form.append('file', imagePart(randomBytes(LIMIT * 10)), 'f')
    const answer = await fetch(`http://127.0.0.1:${port}${firmwarePaths.file(id)}`, {
      method: 'POST',
      headers: { ...firmwares.bearer() },
      body: form,
    })
    expect([answer.status, ((await answer.json()) as AnyBody).code]).toEqual([413, 'too_large'])
  })
})

describe('a download', () => {
  it('is 404 while there is no file', async () => {
    expect((await download(await create(hardwareId))).status).toBe(404)
  })
})
