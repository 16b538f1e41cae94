// Strings (with or without triple quotes) and comments, in which ?? is text.
const tokens = /"""[\s\S]*?"""|'''[\s\S]*?'''|[rR]"[^"]*"|[rR]'[^']*'|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\/\/.*|\?\?/g

/**
 * The text with `??` written as `||`, which the parser knows: it has no `??`, and both have the same length and
 * precedence. `isCoalesce` tells them apart in the tree.
 */
export const parsable = (text: string): string =>
  text.includes('??') ? text.replace(tokens, token => (token === '??' ? '||' : token)) : text

/** Whether the operator between two operands is `??` in the original text. */
export const isCoalesce = (between: string): boolean => between.replace(/\/\/.*/g, '').includes('??')

/** Whether an operand has parentheses of its own; its text excludes them, and may lack those of its own operands. */
export function isEnclosed(operand: string, between: string, side: 'left' | 'right'): boolean {
  const [own, outer] = side === 'left' ? ['(', ')'] : [')', '(']
  const text = operand.replace(tokens, '')
  return count(between, outer) > count(text, own) - count(text, outer)
}

const count = (text: string, character: string): number => text.split(character).length - 1
