import { createHash, randomInt } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { passwordFault } from '../../fields/password/policy.ts'

/** What is stored for a password given as plain text, or as the digest that the platform's clients send. */
export const storedPassword = (given: string): Promise<string> => hash(digestOf(given))

/** Whether a password, plain or as digest, is the stored one; takes the same time when nothing is stored. */
export async function isPassword(given: string, stored: string | undefined): Promise<boolean> {
  const matches = await verify(stored ?? (await nobodys()), digestOf(given))
  return matches && stored !== undefined
}

/** A random password that the policy accepts. */
export function randomPassword(): string {
  // Without what is hard to tell apart on paper: 0 O, 1 l I.
  const letters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789-+=@#'
  for (;;) {
    const password = Array.from({ length: 14 }, () => letters[randomInt(letters.length)]).join('')
    if (passwordFault(password) === undefined) return password
  }
}

/** Whether a password came as a digest, whose strength cannot be judged. */
export const isDigest = (given: string): boolean => /^[0-9a-f]{32}$/i.test(given)

// No plain password is that long (the policy ends at 16), so the two can be told apart.
const digestOf = (given: string): string =>
  isDigest(given) ? given.toLowerCase() : createHash('md5').update(given).digest('hex')

let ofNobody: Promise<string> | undefined
function nobodys(): Promise<string> {
  ofNobody ??= hash(randomPassword())
  return ofNobody
}
