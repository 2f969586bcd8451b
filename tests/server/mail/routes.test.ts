import { describe, expect, it } from 'vitest'
import { queueNotice } from '../../../src/server/mail/outbox'
import { confirmAddresses, iris, register, setOtherwise } from '../../support/server/accounts'
import { emptiedServer } from '../../support/server/hooks'

const server = emptiedServer({ registration: 'open', demo: true, smtpUrl: null })

interface Visit {
  readonly headers?: Readonly<Record<string, string>>
  readonly from?: string
}

function visit(url: string, { headers = {}, from = '127.0.0.1' }: Visit = {}, of = server) {
  return of.app.inject({ method: 'GET', url, headers: { host: '127.0.0.1:4600', ...headers }, remoteAddress: from })
}

describe('/dev/mail', () => {
  it('says that there is no mail yet', async () => {
    expect((await visit('/dev/mail')).payload).toContain('No mail yet')
  })

  it('lists the mails and shows one, with its link', async () => {
    await register(server)
    const [mail] = await server.outbox()
    const list = await visit('/dev/mail')
    expect(list.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(list.payload).toContain(`href="/dev/mail/${mail?.id}"`)
    expect(list.payload).toContain(iris.email)
    const page = await visit(`/dev/mail/${mail?.id}`)
    expect(page.payload).toContain('<h1>Confirm your email address</h1>')
    expect(page.payload).toContain(`href="${server.settings.publicUrl}/confirm?token=`)
  })

  it('allows no script, no frame and no other origin, and is not cached', async () => {
    const { headers } = await visit('/dev/mail')
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    )
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    expect((await visit('/dev/mail/style.css')).headers['content-type']).toBe('text/css; charset=utf-8')
  })

  it('shows text as text', async () => {
    await register(server)
    await confirmAddresses(server)
    await queueNotice(server.db, 'factor_added', { email: iris.email, name: '<img src=x>' }, server.clock.now)
    const [mail] = await server.outbox()
    const { payload } = await visit(`/dev/mail/${mail?.id}`)
    expect(payload).not.toContain('<img')
    expect(payload).toContain('&#60;img src=x&#62;')
  })

  it('answers 404 for a mail that is not there', async () => {
    for (const id of ['01890a5d-ac96-774b-bcce-b302099a8057', 'x', "'"])
      expect((await visit(`/dev/mail/${encodeURIComponent(id)}`)).statusCode).toBe(404)
  })

  it.each<[string, Visit]>([
    ['another machine', { from: '192.0.2.7' }],
    ['another machine that says it is this one', { from: '192.0.2.7', headers: { 'x-forwarded-for': '127.0.0.1' } }],
    ['a proxy', { headers: { 'x-forwarded-for': '192.0.2.7' } }],
    ['a proxy that speaks RFC 7239', { headers: { forwarded: 'for=192.0.2.7' } }],
    ['a proxy that sends X-Real-IP', { headers: { 'x-real-ip': '192.0.2.7' } }],
    ['a proxy that sends Via', { headers: { via: '1.1 proxy' } }],
    ['a foreign name that points here', { headers: { host: 'evil.test:4600' } }],
  ])('is not there for %s', async (_name, from) => {
    await register(server)
    const [mail] = await server.outbox()
    for (const url of ['/dev/mail', `/dev/mail/${mail?.id}`]) {
      const answer = await visit(url, from)
      expect(answer.statusCode).toBe(404)
      expect(answer.payload).not.toContain('token=')
    }
  })

  it.each([
    ['outside the demo', { demo: false }],
    ['in production', { demo: true, production: true }],
    ['with a mail server', { demo: true, smtpUrl: 'smtp://127.0.0.1:1' }],
  ])('is not there %s', async (_name, settings) => {
    const other = await setOtherwise(server, settings)
    await register(other)
    const [mail] = await other.outbox()
    expect((await visit(`/dev/mail/${mail?.id}`, {}, other)).statusCode).toBe(404)
  })
})
