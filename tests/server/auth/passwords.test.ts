import { describe, expect, it } from 'vitest'
import { createPasswords } from '../../../src/server/auth/passwords'

const { hash: hashPassword, isRight: isPasswordRight } = createPasswords()

describe('isPasswordRight', () => {
  it('is true for the password that was hashed, and for nothing else', async () => {
    const hash = await hashPassword('moss on the north side')
    expect(await isPasswordRight('moss on the north side', hash)).toBe(true)
    expect(await isPasswordRight('moss on the south side', hash)).toBe(false)
    expect(await isPasswordRight('', hash)).toBe(false)
  })

  it('uses argon2id with 19 MiB and two passes by default', async () => {
    expect(await hashPassword('moss')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await createPasswords({ memoryCost: 8, timeCost: 1 }).hash('moss')).toMatch(/^\$argon2id\$v=19\$m=8,t=1,p=1\$/)
  })

  it('salts: two hashes of one password differ', async () => {
    expect(await hashPassword('moss')).not.toBe(await hashPassword('moss'))
  })

  it('takes as long without a hash, and returns false', async () => {
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

/**
 * Returns the processor time that `work` takes in this process, in microseconds: unlike elapsed time, other programs do not lengthen it.
 */
async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const begun = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(begun)
  return user + system
}
