import { createPasswords } from '../../../src/server/auth/passwords'

/** Hashes at the least cost that argon2 knows, for tests that are not about hashing. */
export const quickPasswords = createPasswords({ memoryCost: 8, timeCost: 1 })
