// Characters that XML cannot contain, a carriage return (which it would turn into a line feed), and text that looks
// like this escape.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are matched
const unholdable = /[\x00-\x08\x0b-\x1f\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)/g

/** Escapes a text for an element or an attribute of a spreadsheet's XML. */
export function inXml(text: string): string {
  return text
    .replace(unholdable, sign => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
