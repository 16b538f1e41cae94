/**
 * The approximate width of a text in pixels: a Chinese character or a sign of its font its size, a digit or capital two
 * thirds, a narrow letter a third, another one a little over half.
 */
export function textWidth(text: string, size = 12): number {
  let width = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    width += code > 0x2013 ? 1 : code >= 0x30 && code < 0x5b ? 0.66 : widthOf(text.charAt(at))
  }
  return width * size
}

const widthOf = (letter: string) => ("fijlrt .,'|!()[]·".includes(letter) ? 0.33 : 'mw%'.includes(letter) ? 0.95 : 0.6)

const [size, padding] = [14, 28]

/** The width of a column that shows the text whole. */
export const columnFor = (text: string): number => Math.ceil(textWidth(text, size)) + padding
