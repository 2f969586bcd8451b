import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { object } from 'yup'
import { EMAIL_PATTERN, fullnameOf } from '../../src/contract/constants'
import { id, instant, oneOf, personName, quantity, text } from '../../src/contract/fields'
import { SEMVER_PATTERN } from '../../src/contract/gatewayFirmwares'
import { webAddress } from '../../src/contract/plants'
import { signUpBody } from '../../src/contract/session'

const takes = (schema: { isValidSync(value: unknown, options: { strict: true }): boolean }, value: unknown) =>
  schema.isValidSync(value, { strict: true })

describe('a text', () => {
  it.each(['nul\0', '\ud800', 'x\udc00', 'bell\u0007', ' blank', 'blank ', '\u007f', 'x'.repeat(11)])('refuses %j', (value) => {
    expect(takes(text(10), value)).toBe(false)
  })

  it.each(['', 'ok', 'a\nb\tc', '👩‍🌾', 'Grün', '\u202eabc', '\u200b', 'می\u200cخواهم'])('accepts %j', (value) => {
    expect(takes(text(10), value)).toBe(true)
    expect(text(10).cast(value)).toBe(value)
  })

  it('that is required has a character that can be seen, and reverses none', () => {
    expect(takes(text(10, 1), '\u202eabc')).toBe(false)
    expect(() => text(10, 1).label('Name').validateSync('\u200b\u2060')).toThrow('Name must contain a visible character')
    for (const seen of ['x', '👩‍🌾', 'می\u200cخواهم']) expect(takes(text(10, 1), seen)).toBe(true)
  })

  it('that names a person has a visible character and reverses none, and may be left out', () => {
    const name = personName().label('First name')
    expect(() => name.validateSync('\u200b\u200b')).toThrow('First name must contain a visible character')
    expect(() => name.validateSync('\u202erotartsinimdA')).toThrow(
      'First name must not contain characters that reverse the text direction',
    )
    for (const seen of ['', 'Zoë', 'می\u200cخواهم']) expect(takes(name, seen)).toBe(true)
    expect(takes(personName().nullable(), null)).toBe(true)
  })

  it('accepts only text that can be stored and found again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 12 }), (value) => {
        const isStorable = value.isWellFormed() && !value.includes('\0') && value.trim() === value
        expect([isStorable, false]).toContain(takes(text(20), value))
      }),
    )
  })

  it('accepts all visible text without blanks at its ends', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 12 }), (value) => {
        expect(takes(text(1000), value.trim())).toBe(true)
      }),
    )
  })
})

describe('a number', () => {
  it.each([Number.NaN, Infinity, -Infinity, 11, -1, '5', [5], true])('from 0 to 10 cannot be %s', (value) => {
    expect(takes(quantity(0, 10, 's'), value)).toBe(false)
  })
})

describe('an id, a moment and a word', () => {
  it.each([
    ['01890000-0000-7000-8000-000000000000', true, id()],
    ['01890000-0000-7000-8000-00000000000', false, id()],
    ['01890000-0000-7000-8000-00000000000G', false, id()],
    ["01890000-0000-7000-8000-000000000000'", false, id()],
    ['2026-11-20T08:15:00.000Z', true, instant()],
    ['2026-11-20T08:15:00Z', true, instant()],
    ['2026-11-20T08:15:00.0Z', false, instant()],
    ['2026-11-20T08:15Z', false, instant()],
    ['2026-02-29T10:00:00Z', false, instant()],
    ['2026-11-20T08:15:00.000+01:00', false, instant()],
    ['infinity', false, instant()],
    ['2028-02-29T23:59:59.999Z', true, instant()],
    ['2026-02-29T10:00:00.000Z', false, instant()],
    ['2026-13-01T10:00:00.000Z', false, instant()],
    ['2026-11-20T24:00:00.000Z', false, instant()],
    ['0000-11-20T08:15:00.000Z', false, instant()],
    ['a', true, oneOf(['a', 'b'])],
    ['A', false, oneOf(['a', 'b'])],
  ])('%#: accepting %j is %s', (value, accepted, schema) => {
    expect(takes(schema, value)).toBe(accepted)
  })
})

describe('a moment without milliseconds', () => {
  it('is stored with them, like all others', () => {
    expect(instant().cast('2026-11-20T08:15:00Z')).toBe('2026-11-20T08:15:00.000Z')
  })
})

describe('the email pattern', () => {
  it.each(['a@b.co', 'first.last@example.com', 'a-b@my-farm.org', 'under_score@x.de', 'A@B.CD'])('accepts %s', (email) => {
    expect(EMAIL_PATTERN.test(email)).toBe(true)
  })

  it.each([
    '',
    'a',
    'a@b',
    'a@b.c',
    'a@b.info',
    '.a@b.co',
    'a.@b.co',
    'a..b@c.de',
    'a@b..co',
    'a b@c.de',
    'a@b.co\n',
    'a@b.c0',
    'a+b@c.de',
    'a@b.co,c@d.ef',
  ])('refuses %j', (email) => {
    expect(EMAIL_PATTERN.test(email)).toBe(false)
  })

  it.each([
    ['one word', (n: number) => 'a'.repeat(n)],
    ['dots', (n: number) => `${'a.'.repeat(n / 2)}!`],
    ['a domain that does not end', (n: number) => `a@${'a.'.repeat(n / 2)}`],
    ['hyphens', (n: number) => `a@${'a-'.repeat(n / 2)}!`],
  ])('takes linear time for %s', (_name, hostile) => {
    const text = hostile(200_000)
    const begun = process.cpuUsage()
    EMAIL_PATTERN.test(text)
    // Microseconds of processor time of this process, which other programs do not lengthen.
    expect(process.cpuUsage(begun).user).toBeLessThan(1_000_000)
  })
})

describe('a semantic version', () => {
  it.each(['0.0.0', '3.11.0', '1.0.0-rc.1', '1.0.0-0a', '1.0.0+build.7', '10.20.30-x.7.z.92+exp.sha'])('may be %s', (version) => {
    expect(SEMVER_PATTERN.test(version)).toBe(true)
  })
  it.each(['', '1', '1.2', '01.2.3', '1.2.3-01', '1.2.3-', 'v1.2.3', '1.2.3 ', '1.2.3.4'])('may not be %j', (version) => {
    expect(SEMVER_PATTERN.test(version)).toBe(false)
  })
})

describe('the sign-up', () => {
  const body = {
    firstName: 'Ada',
    fullname: 'Ada',
    email: 'ada@example.com',
    password: 'secret1',
    password_confirmation: 'secret1',
  }
  const messages = (changes: object) => {
    try {
      signUpBody.validateSync({ ...body, ...changes }, { strict: true, abortEarly: false })
      return []
    } catch (error) {
      return (error as { errors: string[] }).errors
    }
  }

  it('is accepted when it is valid', () => {
    expect(messages({})).toEqual([])
  })

  it.each([
    [{ firstName: '' }, 'First name is required'],
    [{ email: '' }, 'Email is required'],
    [{ email: 'ada' }, 'Email must be a valid email address'],
    [{ password: '' }, 'Password is required'],
    [{ password_confirmation: '' }, 'Confirm password is required'],
    [{ password_confirmation: 'other' }, 'Password & Confirm Password does not match'],
  ])('with %j is refused with %j', (changes, message) => {
    expect(messages(changes)).toContain(message)
  })

  it('uses the first name as the full name without a surname', () => {
    expect([fullnameOf('Ada', 'Lovelace'), fullnameOf('Ada', ''), fullnameOf('Ada', undefined)]).toEqual([
      'Ada Lovelace',
      'Ada',
      'Ada',
    ])
  })
})

describe('the messages', () => {
  it('are sentences with the field’s name', () => {
    const schema = object({ count: quantity(0, 1, '').required().label('Count') })
    expect(() => schema.validateSync({ count: 'x' }, { strict: true })).toThrow('Count must be a number')
    expect(() => schema.validateSync({}, { strict: true })).toThrow('Count is required')
  })

  it('name what an address must not have', () => {
    const source = webAddress().label('Source')
    expect(takes(source, 'https://example.com/ferns?a=b#c')).toBe(true)
    const words = 'Source must begin with https:// and have no spaces'
    for (const address of ['http://example.com', 'https://example.com/a b', 'https://'])
      expect(() => source.validateSync(address, { strict: true })).toThrow(words)
    for (const address of ['https://example.com:99999/a', 'https://256.256.256.256', 'https://[::1/a', 'https://a%zz/b'])
      expect(() => source.validateSync(address, { strict: true })).toThrow('Source is not a web address')
  })
})
