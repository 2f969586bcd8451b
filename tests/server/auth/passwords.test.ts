import { describe, expect, it } from 'vitest'
import { hashPassword, isPasswordRight } from '../../../src/server/auth/passwords'

describe('isPasswordRight', () => {
  it('is true for the password that was hashed, and for nothing else', async () => {
    const hash = await hashPassword('moss on the north side')
    expect(await isPasswordRight('moss on the north side', hash)).toBe(true)
    expect(await isPasswordRight('moss on the south side', hash)).toBe(false)
    expect(await isPasswordRight('', hash)).toBe(false)
  })

  it('salts: two hashes of one password differ', async () => {
    expect(await hashPassword('moss')).not.toBe(await hashPassword('moss'))
  })

  it('works as hard when there is no hash, and is never right', async () => {
    const hash = await hashPassword('moss')
    const [known, unknown]: [number[], number[]] = [[], []]
    for (let round = 0; round < 15; round += 1) {
      known.push(await timed(() => isPasswordRight('fern', hash)))
      unknown.push(await timed(() => isPasswordRight('fern', null)))
    }
    // The quickest of many: what other programs on the machine cannot shorten.
    const ratio = Math.min(...unknown) / Math.min(...known)
    expect(ratio).toBeGreaterThan(0.5)
    expect(ratio).toBeLessThan(2)
    expect(await isPasswordRight('fern', null)).toBe(false)
  })
})

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}
