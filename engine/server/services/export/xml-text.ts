// What XML cannot hold, a carriage return (which it would turn into a line's end), and what looks like this escape.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const unholdable = /[\x00-\x08\x0b-\x1f\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)/g

/** A text within an element of a spreadsheet's XML, or within quotes. */
export function inXml(text: string): string {
  return text
    .replace(unholdable, sign => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
