import { hash, verify } from '@node-rs/argon2'

/** Hashes and checks passwords, normalised to NFKC. */
export interface Passwords {
  /** Hashes a password; returns the PHC string. */
  hash(password: string): Promise<string>
  /** Whether `password` matches `passwordHash`. Without a hash, takes the same time and returns false. */
  isRight(password: string, passwordHash: string | null): Promise<boolean>
}

/** Cost of a hash: KiB of memory, and passes over it. */
export interface HashingCost {
  readonly memoryCost: number
  readonly timeCost: number
}

/** 19 MiB, two passes: about 6 ms. */
const STANDARD: HashingCost = { memoryCost: 19_456, timeCost: 2 }

/** Uses argon2id. A hash contains its cost, so that hashes of different costs can be checked. */
export function createPasswords(cost: HashingCost = STANDARD): Passwords {
  const hashOf = (password: string) => hash(password.normalize('NFKC'), { ...cost, parallelism: 1 })
  const unknown = hashOf(crypto.randomUUID())
  return {
    hash: hashOf,
    async isRight(password, passwordHash) {
      const right = await verify(passwordHash ?? (await unknown), password.normalize('NFKC'))
      return right && passwordHash !== null
    },
  }
}
