import { createHash, randomInt } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { passwordFault } from '../../fields/password/policy.ts'

/** The stored form of a password that is given as plain text, or as the digest that the platform's clients send. */
export const storedPassword = (given: string): Promise<string> => hash(digestOf(given))

/** Whether a password, plain or as digest, is the stored one. Takes the same time when nothing is stored. */
export async function isPassword(given: string, stored: string | undefined): Promise<boolean> {
  const matches = await verify(stored ?? (await decoyHash()), digestOf(given))
  return matches && stored !== undefined
}

/** A random password that the policy accepts. */
export function randomPassword(): string {
  // Without characters that are hard to distinguish on paper: 0 O, 1 l I.
  const letters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789-+=@#'
  for (;;) {
    const password = Array.from({ length: 14 }, () => letters[randomInt(letters.length)]).join('')
    if (passwordFault(password) === undefined) return password
  }
}

/** Whether a password was sent as a digest, whose strength cannot be checked. */
export const isDigest = (given: string): boolean => /^[0-9a-f]{32}$/i.test(given)

// No plain password is that long (the policy allows 16 characters), so a digest is never taken for one.
const digestOf = (given: string): string =>
  isDigest(given) ? given.toLowerCase() : createHash('md5').update(given).digest('hex')

let decoy: Promise<string> | undefined
function decoyHash(): Promise<string> {
  decoy ??= hash(randomPassword())
  return decoy
}
