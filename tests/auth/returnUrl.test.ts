import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DASHBOARD_PATH, safeReturnUrl } from '../../src/auth/returnUrl'

const ORIGIN = 'https://console.example'
const safe = (value: string | null | undefined) => safeReturnUrl(value, ORIGIN)

const good = [
  '/pages/gateways',
  '/pages/gateways?page=3&sort=-lastSeenAt&q=a%20b',
  '/pages/sensors/0192f0c1-2b3c-7d4e-8f50-112233445566#history',
  '/pages/gateways?next=//elsewhere.example',
  '/pages/gateways?q=%2F%2F',
  '/pages/plants/%C3%A9rable',
  '/pages',
]

const hostile = [
  ['', ' ', 'pages/gateways', '?page=2', '#x', '.', '..', '/', '//', '///', '\\', '/\\', '\\\\', '/%00'],
  ['//evil.example', '///evil.example', '////evil.example', '/\\evil.example', '\\/evil.example', '\\\\evil.example'],
  ['https://evil.example', 'https:evil.example', 'HTTPS://evil.example', 'http:/evil.example', '//evil.example/pages'],
  ['javascript:alert(1)', 'JavaScript:alert(1)', 'data:text/html,x', 'blob:x', 'vbscript:x', '/javascript:\u0000'],
  ['/\t/evil.example', '/\n/evil.example', '/\r\n/evil.example', '\t//evil.example', ' //evil.example', '/ /evil.example'],
  ['/.//evil.example', '/..//evil.example', '/./\\evil.example', '/pages/..//evil.example', '/pages/..//..//evil.example'],
  ['/%2e%2e//evil.example', '/%2F%2Fevil.example', '/%2fevil.example', '/%5Cevil.example', '/pages/%5c%5cevil.example'],
  ['/%252f%252fevil.example', '/%25252fevil.example', '/pages/%', '/pages/%zz', '/pages/%c3'],
  [
    '/\u2028/evil.example',
    '/\ufeff/evil.example',
    '/pages\u007f',
    '/pages\u0000',
    '//user:pass@evil.example',
    '/\\@evil.example',
  ],
  ['/sign-in', '/sign-in/', '/SIGN-IN', '/%73ign-in', '/sign-in?returnUrl=/sign-in', '/pages/../sign-in', '/sign-in/deeper'],
  ['/sign-up', '/forgot-password', '/confirmation-instructions', '/reset-password?token=x', '/confirm?token=x', '/invited'],
  [`/pages?q=${'x'.repeat(2_048)}`],
].flat()

describe('safeReturnUrl', () => {
  it.each(good)('keeps %j', (value) => {
    expect(safe(value)).toBe(value)
  })

  it.each(hostile)('replaces %j by the dashboard', (value) => {
    expect(safe(value)).toBe(DASHBOARD_PATH)
  })

  it.each([null, undefined])('replaces %s by the dashboard', (value) => {
    expect(safe(value)).toBe(DASHBOARD_PATH)
  })

  it('returns an address of this origin for any input, and keeps that address', { timeout: 180_000 }, () => {
    const pieces = [
      '/',
      '//',
      '\\',
      '.',
      '..',
      '%2f',
      '%5c',
      '%2e',
      '%25',
      '@',
      ':',
      'evil.example',
      'pages',
      '\t',
      '\n',
      '?',
      '#',
      'sign-in',
      ' ',
    ]
    const made = fc
      .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 4 })), { maxLength: 9 })
      .map((parts) => parts.join(''))
    const value = fc.oneof(
      made,
      made.map((text) => `/${text}`),
      fc.string({ unit: 'binary' }),
      fc.webUrl(),
    )
    fc.assert(
      fc.property(value, (text) => {
        const answer = safe(text)
        const target = new URL(answer, `${ORIGIN}/sign-in`)
        expect(target.origin).toBe(ORIGIN)
        expect(answer).toMatch(/^\/[^/\\]/)
        // A router navigates to the path alone, which is parsed once more.
        expect(new URL(target.pathname, ORIGIN).origin).toBe(ORIGIN)
        expect(decodeURIComponent(target.pathname)).not.toMatch(/\/\/|\\/)
        expect(safe(answer)).toBe(answer)
      }),
      { numRuns: 1_000 },
    )
  })
})
