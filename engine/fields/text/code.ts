import type { Field } from '../../model/model.ts'
import { numberOption, textOption } from '../options.ts'

/** Whether a text is a code, a number or a machine name: read character by character, so never truncated. */
export function isCode({ type, options }: Field): boolean {
  if (type !== 'text') return false
  const only = options['only']
  return (
    options['spaces'] === 'strip' ||
    options['pattern'] !== undefined ||
    (only !== undefined && only !== 'chinese' && only !== 'noEmoji')
  )
}

/**
 * The number of characters of such a text where the descriptor fixes it: by a pattern, or a minimum equal to the
 * maximum.
 */
export function lengthOfCode(field: Field): number | undefined {
  const [min, max, pattern] = [numberOption(field, 'min'), numberOption(field, 'max'), textOption(field, 'pattern')]
  if (min !== undefined && min === max) return max
  return pattern === undefined ? undefined : lengthOf(pattern)
}

/**
 * For patterns that are a sequence of characters and classes, each repeated a fixed number of times; others have no
 * fixed length.
 */
function lengthOf(pattern: string): number | undefined {
  const part = /(?:\\[dw]|\[[^\]\\]+\]|[A-Za-z0-9_-])(?:\{(\d{1,3})\})?/y
  let length = 0
  while (part.lastIndex < pattern.length) {
    const found = part.exec(pattern)
    if (!found) return undefined
    length += Number(found[1] ?? 1)
  }
  return length
}
