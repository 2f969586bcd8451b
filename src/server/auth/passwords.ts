import { hash, verify } from '@node-rs/argon2'

/** argon2id (the library's default kind), 19 MiB, two passes. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** A password's hash in PHC form, of its NFKC normalization. */
export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFKC'), cost)
}

/** Whether `password` is the one `passwordHash` was made of. Without a hash it takes the same time and is never right. */
export async function isPasswordRight(password: string, passwordHash: string | null): Promise<boolean> {
  const right = await verify(passwordHash ?? (await unknown), password.normalize('NFKC'))
  return right && passwordHash !== null
}

const unknown = hashPassword(crypto.randomUUID())
