import { createPasswords } from '../../../src/server/auth/passwords'

/** Hashes passwords at argon2's lowest cost, for tests that are not about hashing. */
export const quickPasswords = createPasswords({ memoryCost: 8, timeCost: 1 })
