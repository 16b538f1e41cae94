const longest = 31

/** A sheet name from a title: without forbidden characters, short enough and unique. */
export function sheetTitle(title: string, part: number, usedTitles: ReadonlySet<string>): string {
  const plain =
    title
      .replace(/[[\]:*?/\\]/g, ' ')
      .replace(/^'+|'+$/g, '')
      .trim() || 'Sheet'
  for (let number = part; ; number++) {
    const end = number === 1 ? '' : ` ${number}`
    const name = `${cut(plain, longest - end.length)}${end}`
    if (!usedTitles.has(name.toLowerCase())) return name
  }
}

function cut(text: string, most: number): string {
  let start = ''
  for (const sign of text) {
    if (start.length + sign.length > most) break
    start += sign
  }
  return start
}
