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
      [{ data: '/var/lib/frond', embedded: false, database: 'a:5432,b:5433/frond' }, `Frond is at ${ADDRESS}`],
    ])
    expect(print).not.toHaveBeenCalled()
    expect(warn).not.toHaveBeenCalled()
  })

  it('warns in production that no mail is sent without a mail server', () => {
    const { warn } = announced({ NODE_ENV: 'production', SMTP_URL: '' })
    expect(warn).toHaveBeenCalledWith(expect.stringMatching(/^No mail server is set.*set SMTP_URL$/))
  })

  it('prints them on a terminal', () => {
    const { print } = announced({})
    expect(print).toHaveBeenCalledWith(expect.stringContaining('  Data     a:5432,b:5433/frond and /var/lib/frond\n'))
  })
})
