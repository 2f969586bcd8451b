import { ValidationError } from 'yup'
import { describe, expect, it } from 'vitest'
import { signInFaults } from '../../src/app/signedOut/signInFaults'
import { signInForm } from '../../src/contract/session'

const emails = [
  '',
  'ada',
  'ada@example',
  'ada@example.c',
  'ada@example.com',
  'ada@example.info',
  'ada.lovelace-king@sub.example.org',
  'ada..b@example.com',
  '.ada@example.com',
  'ada@exa mple.com',
  'a@b.co',
  'ädä@example.com',
  `${'a'.repeat(250)}@example.com`,
  `${'a.'.repeat(40_000)}@`,
]
const passwords = ['', 'x', ' ', 'a fern in spring', 'p'.repeat(1024), 'p'.repeat(1025)]
const cases = emails.flatMap((email) => passwords.map((password) => ({ email, password })))

/** Returns the contract's objections to the same values: the first sentence for each field. */
function contractFaults(values: object): Record<string, string> {
  try {
    signInForm.validateSync({ ...values, role: 'admin' }, { strict: true, abortEarly: false })
    return {}
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    const faults: Record<string, string> = {}
    for (const { path, message } of error.inner) if (path !== undefined) faults[path] ??= message
    return faults
  }
}

describe('signInFaults', () => {
  it.each(cases)("says what the contract's schema says of %j", (values) => {
    expect(signInFaults(values)).toEqual(contractFaults(values))
  })

  it('ignores blanks around the address, and does not send them', () => {
    expect(signInFaults({ email: ' ada@example.com ', password: 'x' })).toEqual({})
  })
})
