import { describe, expect, it, vi } from 'vitest'
import { announceStart } from '../../../src/server/process/banner'
import { readSettings } from '../../../src/server/process/settings'

const ADDRESS = 'http://127.0.0.1:4600'

/** What a start on a PostgreSQL of two hosts prints and logs. */
function announced(env: Record<string, string>) {
  const [print, info, warn] = [vi.fn(), vi.fn(), vi.fn()]
  const settings = readSettings({
    FROND_SECRET: 'a secret for tests, and for tests only',
    FROND_DEMO: '0',
    FROND_DATA_DIR: '/var/lib/frond',
    SMTP_URL: 'smtp://127.0.0.1:25',
    MAIL_FROM: 'frond@example.com',
    PUBLIC_URL: 'https://frond.example.com',
    TRUSTED_PROXIES: '127.0.0.1',
    DATABASE_URL: 'postgres://frond:hunter22@a:5432,b:5433/frond?target_session_attrs=read-write',
    ...env,
  })
  announceStart({ address: ADDRESS, adminOpens: true }, settings, { print, log: { info, warn } })
  return { print, info, warn }
}

describe('announceStart', () => {
  it('names all hosts of the database, without the password, in production', () => {
    const { print, info, warn } = announced({ NODE_ENV: 'production' })
    expect(info.mock.calls).toEqual([
      [{ data: '/var/lib/frond', embedded: false, database: 'a:5432,b:5433/frond' }, 'Frond is at https://frond.example.com'],
    ])
    expect(print).not.toHaveBeenCalled()
    expect(warn).not.toHaveBeenCalled()
  })

  it.each([
    [
      'one client can lock everybody out',
      'TRUSTED_PROXIES',
      /^All clients behind the proxy count as one.*: set TRUSTED_PROXIES to the proxy’s address$/,
    ],
    ['no mail is sent', 'SMTP_URL', /^No mail server is set.*set SMTP_URL$/],
    [
      'links in mails lead to the machine itself',
      'PUBLIC_URL',
      /^Links in emails and alerts begin with http:\/\/127\.0\.0\.1:4600: set PUBLIC_URL to the address that people type$/,
    ],
    ['mails have no sender', 'MAIL_FROM', /^Emails are sent from Frond <frond@localhost>, .*: set MAIL_FROM$/],
  ])('warns in production, and there alone, that %s without %s', (_what, name, sentence) => {
    expect(announced({ NODE_ENV: 'production', [name]: '' }).warn.mock.calls).toEqual([[expect.stringMatching(sentence)]])
    expect(announced({ [name]: '' }).warn).not.toHaveBeenCalled()
  })

  it('warns of one thing only where mails have neither server nor sender', () => {
    expect(announced({ NODE_ENV: 'production', SMTP_URL: '', MAIL_FROM: '' }).warn).toHaveBeenCalledOnce()
  })

  it('asks for no proxy’s address where people type an http address', () => {
    const env = { NODE_ENV: 'production', PUBLIC_URL: 'http://frond.example.com', TRUSTED_PROXIES: '' }
    expect(announced(env).warn).not.toHaveBeenCalled()
  })

  it('prints them on a terminal', () => {
    const { print } = announced({})
    expect(print).toHaveBeenCalledWith(expect.stringContaining('  Data     a:5432,b:5433/frond and /var/lib/frond\n'))
  })
})
