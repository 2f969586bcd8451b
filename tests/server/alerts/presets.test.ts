// Tests the embedded database, or no database.
// @module-tag embedded
import { expect, it } from 'vitest'
import type { Message } from '../../../src/server/alerts/message'
import { postOf } from '../../../src/server/alerts/presets'

const name = 'Shed <!channel> & @all [more](https://evil.example)'
const title = `${name} is offline`
const url = 'https://frond.example/pages/alerts'
const alert: Message['alerts'][number] = {
  id: '01890000-0000-7000-8000-000000000000',
  title,
  kind: 'gateway_offline',
  severity: 'critical',
  status: 'open',
  subject: 'Gateway',
  subjectId: '01890000-0000-7000-8000-000000000001',
  subjectName: name,
  ruleName: 'Offline',
  openedAt: '2026-11-29T08:00:00.000Z',
  url: `${url}/01890000-0000-7000-8000-000000000000`,
}
const message: Message = { id: alert.id, kind: 'alerts', subject: title, alerts: [alert], more: 0, url }
const bodyFor = (preset: 'slack' | 'teams') => JSON.parse(postOf(preset, 'https://hooks.example', message).body) as unknown

it('a device’s name is no mention and no link in Slack or Mattermost', () => {
  const shown = 'Shed &lt;!channel&gt; &amp; @\u200ball [more]\u200b(https://evil.example) is offline'
  expect(bodyFor('slack')).toEqual({ text: `*${shown}*\nCRITICAL: ${shown}, since 2026-11-29 08:00 UTC\n${url}` })
})

it('a device’s name is plain text in Teams', () => {
  const content = { body: [title, `CRITICAL: ${title}, since 2026-11-29 08:00 UTC`].map(plain) }
  expect(bodyFor('teams')).toMatchObject({ attachments: [{ content }] })
})

function plain(text: string) {
  return { type: 'RichTextBlock', inlines: [{ type: 'TextRun', text }] }
}
