import { hash, verify } from '@node-rs/argon2'

/** Hashes and checks passwords; NFKC normalization comes first. */
export interface Passwords {
  /** The password's hash in PHC form. */
  hash(password: string): Promise<string>
  /** Whether `password` is the one `passwordHash` was made of. Without a hash it takes the same time and is never right. */
  isRight(password: string, passwordHash: string | null): Promise<boolean>
}

/** What one hash costs: KiB of memory, and passes over them. */
export interface HashingCost {
  readonly memoryCost: number
  readonly timeCost: number
}

/** 19 MiB, two passes: about 6 ms. */
const STANDARD: HashingCost = { memoryCost: 19_456, timeCost: 2 }

/** argon2id, the library's default kind. A hash carries its cost, so hashes of several costs can be checked. */
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
