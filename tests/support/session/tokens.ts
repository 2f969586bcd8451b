/** Claims of a test token; times in seconds. */
export interface TestClaims {
  readonly sub?: string
  readonly sid?: string
  readonly gen?: number
  readonly iat?: number
  readonly exp?: number
}

/** Makes a token in the shape of a JWT, with a false signature. */
export function jwt(claims: TestClaims = { sub: 'ada', sid: 's1' }): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}.c2lnbmF0dXJl`
}

/** Reads the claims of such a token. */
export function claimsIn(token: string): TestClaims {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as TestClaims
}
