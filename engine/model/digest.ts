/**
 * A short hash of a text, given in parts: 106 bits in hexadecimal. The compiler runs where there is no crypto module.
 */
export function digest(parts: Iterable<string>): string {
  let [a, b, c, d] = [0x40dae60e, 0xdff1bf6f, 0x5b4674c4, 0xc424a43d]
  for (const part of parts)
    for (let at = 0; at < part.length; at++) {
      const unit = part.charCodeAt(at)
      a = Math.imul(a ^ unit, 2654435761)
      b = Math.imul(b ^ unit, 1597334677)
      c = Math.imul(c ^ unit, 2654435761)
      d = Math.imul(d ^ unit, 1597334677)
    }
  return mixed(a, b) + mixed(c, d)
}

/** The hash of a text of lines, which is the same for both kinds of line ends. */
export const digestOfLines = (text: string): string => digest([text.replaceAll('\r\n', '\n')])

/** The last step of cyrb53, a public-domain hash of 53 bits. */
function mixed(a: number, b: number): string {
  const high = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909)
  const low = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(16).padStart(14, '0')
}
