import { captionOf } from '../../fields/caption.ts'
import { foldedTitle } from '../../fields/text-value.ts'
import type { Field } from '../../model/model.ts'

/** Whether a text fills more than one cell. */
export const isBlock = (text: string): boolean => /[\t\n\r]/.test(text.trimEnd())

/**
 * The cells of a copied block, by row. Spreadsheets quote a cell that contains a line break, a tab or a quotation mark.
 * Empty rows at the end are omitted.
 */
export function cellsOf(text: string): readonly (readonly string[])[] {
  const rows = [['']]
  const cell = /"((?:[^"]|"")*)"(?=[\t\n]|$)|[^\t\n]*/y
  const whole = text.replace(/\r\n?/g, '\n')
  let at = 0
  while (at <= whole.length) {
    cell.lastIndex = at
    const [found = '', quoted] = cell.exec(whole) ?? []
    const row = rows.at(-1) ?? []
    row[row.length - 1] = quoted === undefined ? found : quoted.replaceAll('""', '"')
    const end = whole[at + found.length]
    if (end === '\t') row.push('')
    else if (end === '\n') rows.push([''])
    at += found.length + 1
  }
  while (rows.length > 0 && isBlankRow(rows.at(-1) ?? [])) rows.pop()
  return rows
}

/** Whether a row is empty. */
export const isBlankRow = (cells: readonly string[]): boolean => cells.every(cell => cell.trim() === '')

/**
 * The fields that a header row names, by position; undefined if one of its cells is not a title, or two are the
 * same.
 */
export function headsOf(
  cells: readonly string[],
  fields: readonly Field[],
): readonly (Field | undefined)[] | undefined {
  const heads = cells.map(cell => (cell.trim() === '' ? undefined : fieldTitled(cell, fields)))
  const named = heads.filter(field => field !== undefined)
  const isWhole = cells.every((cell, at) => cell.trim() === '' || heads[at] !== undefined)
  return isWhole && named.length > 0 && new Set(named).size === named.length ? heads : undefined
}

function fieldTitled(cell: string, fields: readonly Field[]): Field | undefined {
  const words = foldedTitle(cell)
  const titlesOf = (field: Field) => [
    field.name,
    ...(['zh', 'en'] as const).flatMap(language => [field.title[language], captionOf(field, language)]),
  ]
  return fields.find(field => titlesOf(field).some(title => foldedTitle(title) === words))
}
