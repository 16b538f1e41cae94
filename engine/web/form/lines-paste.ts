import { typeOf } from '../../fields/index.ts'
import type { Field, Model, Resource } from '../../model/model.ts'
import { isTyped, type Line, newLine } from './lines-columns.ts'

/** A text that fills more than one cell. */
export const isBlock = (text: string): boolean => /[\t\n]/.test(text.trimEnd())

interface PastePlace {
  readonly model: Model
  readonly resource: Resource
  readonly columns: readonly Field[]
  /** The cell from which on cells are filled. */
  readonly row: number
  readonly column: number
  /** How many lines there may be. */
  readonly max: number
}

/** Lines with a block pasted into them; what a cell's type cannot read stays as it was. */
export function withPasted(lines: readonly Line[], text: string, place: PastePlace): readonly Line[] {
  const { model, resource, columns, row, column, max } = place
  const filled = [...lines]
  const block = text.replace(/\r\n?/g, '\n').replace(/\n$/, '').split('\n')
  for (const [down, cells] of block.entries()) {
    if (row + down >= max) break
    const changes = cells.split('\t').flatMap((cell, along) => {
      const target = columns[column + along]
      if (!target || !isTyped(target) || cell.trim() === '') return []
      const read = typeOf(target).parse(cell.trim(), target, model)
      return 'value' in read ? [[target.name, read.value] as const] : []
    })
    filled[row + down] = { ...(filled[row + down] ?? newLine(resource)), ...Object.fromEntries(changes) }
  }
  return filled
}
