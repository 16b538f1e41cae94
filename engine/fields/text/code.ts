import type { Field } from '../../model/model.ts'
import { numberOption, textOption } from '../options.ts'

/** Whether a text is a code, a number or a name for machines: read sign by sign, so that it is never cut. */
export function isCode({ type, options }: Field): boolean {
  if (type !== 'text') return false
  const only = options['only']
  return (
    options['spaces'] === 'strip' ||
    options['pattern'] !== undefined ||
    (only !== undefined && only !== 'chinese' && only !== 'noEmoji')
  )
}

/** How many signs each such text has, where the descriptor fixes it: by a pattern, or a least that is the most. */
export function lengthOfCode(field: Field): number | undefined {
  const [min, max, pattern] = [numberOption(field, 'min'), numberOption(field, 'max'), textOption(field, 'pattern')]
  if (min !== undefined && min === max) return max
  return pattern === undefined ? undefined : lengthOf(pattern)
}

/** Of patterns that are a row of signs and classes, each so many times; others have no one length. */
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
