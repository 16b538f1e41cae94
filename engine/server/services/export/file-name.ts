/** `Notice letter 2026-11-21.xlsx`: the title without signs that a file's name may not have. */
export function fileName(title: string, day: string, extension: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
  const plain = title.replace(/[\x00-\x1f<>:"/\\|?*]+/g, ' ').trim()
  return `${[...plain].slice(0, 80).join('')} ${day}.${extension}`
}

/** The header that hands a file out under its name, as RFC 5987 writes other than Latin letters. */
export function attachment(name: string, shown: 'attachment' | 'inline' = 'attachment'): string {
  const encoded = encodeURIComponent(name).replace(/['()*]/g, one => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)
  const latin = name.replace(/[^\x20-\x7e]+/g, '_').replace(/["\\%]/g, '_')
  return `${shown}; filename="${latin}"; filename*=UTF-8''${encoded}`
}
