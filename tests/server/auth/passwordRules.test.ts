import { describe, expect, it } from 'vitest'
import { isCommon, newPasswordFault, passwordTextFault } from '../../../src/server/auth/passwordRules'

const owner = { email: 'iris@example.com', fullname: 'Iris Blau' }

describe('isCommon', () => {
  it.each([
    'password',
    'PASSWORD',
    'Password2026!',
    'letmein',
    'dragon12',
    'monkey!',
    'abcdefgh',
    '98765432',
    'abababab',
    'poiuytr',
  ])('finds %s', (password) => expect(isCommon(password)).toBe(true))

  it.each(['moss on the north side', 'dragonfly-lamp', 'm0ss-y', 'a1b2-fern', 'correct horse battery'])(
    'lets %s pass',
    (password) => expect(isCommon(password)).toBe(false),
  )
})

describe('newPasswordFault', () => {
  it('counts characters, not code units', () => {
    expect(newPasswordFault('🌱🌿🍀🌵🌴', 6, owner)).toBe('Password must be at least 6 characters')
    expect(newPasswordFault('🌱🌿🍀🌵🌴🌲', 6, owner)).toBeNull()
  })

  it('refuses the owner’s name and address, in any case', () => {
    for (const password of ['IRIS@example.com', 'iris blau', 'IrisBlau'])
      expect(newPasswordFault(password, 4, owner)).toBe('This password is too easy to guess, please choose another')
  })

  it('refuses a common password in another Unicode form', () => {
    expect(newPasswordFault('ｐａｓｓｗｏｒｄ', 6, owner)).toBe('This password is too easy to guess, please choose another')
  })
})

describe('passwordTextFault', () => {
  it('measures bytes after normalization', () => {
    expect(passwordTextFault('e\u0301'.repeat(512))).toBeNull()
    expect(passwordTextFault('\u00e9'.repeat(513))).toBe('Password must be at most 1,024 bytes')
  })
})
