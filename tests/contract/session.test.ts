import { describe, expect, it } from 'vitest'
import { EMAIL_PATTERN } from '../../src/contract/constants'
import { notificationChannels } from '../../src/contract/notificationChannels'
import { emailBody, emailForm, signInBody } from '../../src/contract/session'

const plain = ['a@b.co', 'first.last@example.com', 'a-b@my-farm.org', 'under_score@my_farm.de', 'a@b-c.d-e.com']
const others = [
  "o'neil@example.org",
  'iris+sensors@example.org',
  'iris@greenhouse.info',
  'iris@garden.photography',
  'a!#$%&*+/=?^_`{|}~-b@x.de',
  'iris@xn--gartenbau-x9a.xn--p1ai',
]
const none = [
  'iris',
  'iris@',
  'iris@example',
  '@example.org',
  'a..b@x.de',
  '.a@x.de',
  'a.@x.de',
  'a b@x.de',
  'a@x..de',
  'a@-x.de',
]
const hostile = [
  'a@x.de\n',
  'a@x.de\r\nBcc: b@x.de',
  'a@x.de,b@x.de',
  'a@x.de;b@x.de',
  '<a@x.de>',
  '"a"@x.de',
  'a@[127.0.0.1]',
  'a@b@x.de',
]

it('with another role is refused by a sentence that names the field', () => {
  const body = { email: 'a@example.com', password: 'leaf-green', role: 'user' }
  expect(() => signInBody.validateSync(body)).toThrow('Role must be one of admin')
})

describe('an address', () => {
  it.each([...plain, ...others])('is accepted by the API: %s', (email) => {
    expect(emailBody.isValidSync({ email })).toBe(true)
  })

  it.each([...plain, ...others])('is accepted as a recipient of alerts: %s', (email) => {
    expect(notificationChannels.draft.pick(['recipients']).isValidSync({ recipients: [email] })).toBe(true)
  })

  it('that is no recipient is named', () => {
    const recipients = ['anna@example.com', 'bob', 'carl']
    expect(() => notificationChannels.draft.pick(['recipients']).validateSync({ recipients })).toThrow(
      '“bob” is not an email address',
    )
  })

  it.each([...none, ...hostile])('is refused by the API: %j', (email) => {
    expect(emailBody.isValidSync({ email })).toBe(false)
  })

  it.each(plain)('is accepted by the forms, too, when it matches the specified pattern: %s', (email) => {
    expect([EMAIL_PATTERN.test(email), emailForm.isValidSync({ email })]).toEqual([true, true])
  })

  it.each(others)('is refused by the forms otherwise: %s', (email) => {
    expect(() => emailForm.validateSync({ email })).toThrow('Email must be a valid email address')
  })

  it.each([
    ['one word', (n: number) => 'a'.repeat(n)],
    ['dots', (n: number) => `${'a.'.repeat(n / 2)}!`],
    ['a domain that does not end', (n: number) => `a@${'a.'.repeat(n / 2)}`],
    ['hyphens', (n: number) => `a@${'a-'.repeat(n / 2)}!`],
    ['one label', (n: number) => `a@${'a'.repeat(n)}`],
  ])('is validated in linear time, however long: %s', (_name, of) => {
    const begun = process.cpuUsage()
    emailBody.isValidSync({ email: of(200_000) })
    // Microseconds of processor time of this process, which other programs do not lengthen.
    expect(process.cpuUsage(begun).user).toBeLessThan(1_000_000)
  })
})
