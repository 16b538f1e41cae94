import { displayFieldOf } from '../model/display.ts'
import { isLines } from '../model/lines.ts'
import type { Field, Resource } from '../model/model.ts'
import { isCode } from './text/code.ts'

/** Column that contains the pinyin key of the display text; see `keyedDisplay`. */
export const displayKeyColumn = 'display_key'

/**
 * The display field whose text has a stored pinyin key; undefined where the display is no free text: a code, a serial
 * number, a reference. Lines have none, since neither references nor the command palette look them up.
 */
export function keyedDisplay(resource: Resource): (Field & { readonly column: string }) | undefined {
  const field = displayFieldOf(resource)
  return field && !isLines(resource) && field.type === 'text' && !isCode(field) ? field : undefined
}
