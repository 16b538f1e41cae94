/** `Notice letter 2026-11-21.xlsx`: the title without characters that a file name may not contain. */
export function fileName(title: string, day: string, extension: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are removed
  const plain = title.replace(/[\x00-\x1f<>:"/\\|?*]+/g, ' ').trim()
  return `${[...plain].slice(0, 80).join('')} ${day}.${extension}`
}

/** The Content-Disposition header with a file name, encoded as in RFC 5987. */
export function attachment(name: string, shown: 'attachment' | 'inline' = 'attachment'): string {
  const encoded = encodeURIComponent(name).replace(/['()*]/g, one => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)
  const latin = name.replace(/[^\x20-\x7e]+/g, '_').replace(/["\\%]/g, '_')
  return `${shown}; filename="${latin}"; filename*=UTF-8''${encoded}`
}
