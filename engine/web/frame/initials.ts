/** A Chinese name's first character, or the first letters of two words. */
export function initialsOf(name: string): string {
  const [first = '', second] = name.trim().split(/\s+/)
  if (/^\p{Script=Han}/u.test(first)) return [...first][0] ?? ''
  return `${[...first][0] ?? ''}${[...(second ?? '')][0] ?? ''}`.toUpperCase()
}
