/** What a test token says of itself; times in seconds. */
export interface TestClaims {
  readonly sub?: string
  readonly sid?: string
  readonly gen?: number
  readonly iat?: number
  readonly exp?: number
}

/** A token in the shape of a JWT, signed by nobody. */
export function jwt(claims: TestClaims = { sub: 'ada', sid: 's1' }): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}.c2lnbmF0dXJl`
}

/** What such a token says. */
export function claimsIn(token: string): TestClaims {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as TestClaims
}
