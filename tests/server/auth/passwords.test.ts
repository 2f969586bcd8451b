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
    await isPasswordRight('fern', null)
    let [known, unknown] = [0, 0]
    for (let round = 0; round < 15; round += 1) {
      known += await cpuOf(() => isPasswordRight('fern', hash))
      unknown += await cpuOf(() => isPasswordRight('fern', null))
    }
    expect(unknown / known).toBeGreaterThan(0.4)
    expect(unknown / known).toBeLessThan(2.5)
    expect(await isPasswordRight('fern', null)).toBe(false)
  })
})

/** Microseconds of this process, which other programs on the machine do not lengthen as they do the time it takes. */
async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const begun = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(begun)
  return user + system
}
