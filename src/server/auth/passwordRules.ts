import { grouped } from '../../contract/grouped'
import { commonPasswords } from './commonPasswords'

/** Longest password in bytes of UTF-8; longer ones would only slow the hash down. */
const PASSWORD_MAX_BYTES = 1024

/** The password's owner, whose name and address it must not contain. */
export interface Owner {
  readonly email: string
  readonly fullname: string
}

/** Checks that a text can be a password; returns a sentence, or null when it can. */
export function passwordTextFault(password: string): string | null {
  if (!password.isWellFormed() || password.includes('\0')) return 'Password contains characters that cannot be stored'
  if (Buffer.byteLength(password.normalize('NFKC')) > PASSWORD_MAX_BYTES)
    return `Password must be at most ${grouped(PASSWORD_MAX_BYTES)} bytes`
  return null
}

/** Checks a new password; returns a sentence, or null when it is acceptable. `min` counts characters, not code units. */
export function newPasswordFault(password: string, min: number, owner: Owner): string | null {
  const text = passwordTextFault(password)
  if (text !== null) return text
  const normal = password.normalize('NFKC')
  if (Array.from(normal).length < min) return `Password must be at least ${min} characters`
  if (isCommon(normal) || isPersonal(normal, owner)) return 'This password is too easy to guess, please choose another'
  return null
}

/** Whether attackers try a password early: a common one, with or without digits or punctuation at its end, or a simple pattern. */
export function isCommon(password: string): boolean {
  const lower = password.toLowerCase()
  const stem = lower.replace(/[\d!@#$%^&*?._-]+$/, '')
  return commonPasswords.has(lower) || (lower.length - stem.length <= 5 && commonPasswords.has(stem)) || isPattern(lower)
}

/** Detects sequences such as "aaaaaaa", "12345678", "87654321", "abcabcabc", "qwertyuiop". */
function isPattern(text: string): boolean {
  const rows = ['01234567890', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'qwertzuiop', 'azertyuiop']
  const runs = rows.flatMap((row) => [row, Array.from(row).toReversed().join('')])
  return /^(.{1,3}?)\1+.?.?$/su.test(text) || runs.some((run) => run.includes(text))
}

function isPersonal(password: string, { email, fullname }: Owner): boolean {
  const lower = password.toLowerCase()
  const mail = email.toLowerCase()
  return [mail, mail.split('@')[0], fullname.toLowerCase(), fullname.toLowerCase().replaceAll(' ', '')].includes(lower)
}
