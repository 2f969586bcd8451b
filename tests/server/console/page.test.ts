import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readPage } from '../../../src/server/console/page'
import { readSettings } from '../../../src/server/process/settings'

let dir: string
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'frond-page-'))
  writeFileSync(join(dir, 'index.html'), '<meta name="frond-inspector" content="" />')
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const production = { NODE_ENV: 'production', FROND_SECRET: 'moss-and-morning-dew-under-the-old-oak' }

describe('readPage', () => {
  it.each([
    ['may send events in the demo', {}, 'send'],
    ['is off when the setting says so', { FROND_INSPECTOR: '0' }, ''],
    ['is off in production', production, ''],
    ['only looks in production when the setting turns it on', { ...production, FROND_INSPECTOR: '1' }, 'watch'],
  ])('says that the inspector %s', (_, env, mode) => {
    const { html } = readPage(join(dir, 'index.html'), readSettings({ FROND_DATA_DIR: dir, ...env }))
    expect(html).toBe(`<meta name="frond-inspector" content="${mode}" />`)
  })

  it('allows images of this server and of those that the setting names', () => {
    const FROND_IMAGE_ORIGINS = 'https://images.example.com, https://cdn.example.com'
    const { policy } = readPage(join(dir, 'index.html'), readSettings({ FROND_DATA_DIR: dir, FROND_IMAGE_ORIGINS }))
    expect(policy).toContain("; img-src 'self' data: https://images.example.com https://cdn.example.com; ")
  })
})
