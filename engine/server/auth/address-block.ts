import { isIPv6 } from 'node:net'

/**
 * The part of a client's address that is assigned to one client: an IPv4 address, or the first 64 bits of an IPv6 one,
 * within which a client chooses its address freely.
 */
export function addressBlock(address: string): string {
  if (!isIPv6(address)) return address
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? []
  if (mapped !== undefined) return mapped
  const [head = '', tail] = (address.split('%', 1)[0] ?? '').split('::')
  const groups = (part: string) => (part === '' ? [] : part.split(':'))
  const [first, last] = [groups(head), groups(tail ?? '')]
  // A final IPv4 part has two groups.
  const length = first.length + last.length + (address.includes('.') ? 1 : 0)
  const zeros = tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - length) }, () => '0')
  return [...first, ...zeros, ...last]
    .slice(0, 4)
    .map(group => Number.parseInt(group, 16).toString(16))
    .join(':')
}
