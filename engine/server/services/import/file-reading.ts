import { isNeeded } from '../../../fields/record-schema.ts'
import type { CellOptions, Chosen, Match } from '../../../model/import-view.ts'
import type { Resource } from '../../../model/model.ts'
import { uniqueSetsOf } from '../../../model/unique-sets.ts'
import { accessTo } from '../../auth/access.ts'
import type { RequestContext } from '../../auth/request-context.ts'
import type { ImportAccess } from './import-access.ts'
import { ImportRefusal, withTitle } from './import-refusal.ts'
import { assureRequiredColumns, chosenColumns, type MatchedColumn, proposedColumns, titlesOf } from './match-columns.ts'
import { type LinesPart, linesParts, lineTargets, recordTargets } from './targets.ts'

/** How the rows of a file are read: the field of each column, and how stored records are matched. */
export interface FileReading {
  readonly columns: readonly MatchedColumn[]
  /** The number of columns of the head. */
  readonly width: number
  readonly parts: readonly PartReading[]
  readonly match?: Omit<Match, 'by'> & { readonly by: MatchedColumn }
  /** Columns that are not imported. */
  readonly ignored: readonly string[]
  readonly options: CellOptions
  /** The fields that columns without a field resemble. */
  readonly proposed: readonly MatchedColumn[]
}

/** How the lines of one field are read. */
export interface PartReading {
  readonly part: LinesPart
  readonly columns: readonly MatchedColumn[]
  readonly width: number
  /** Their own sheet, and the column that names their record. */
  readonly own?: { readonly sheet: string; readonly key: MatchedColumn }
}

/** The choices made for a file. */
export interface ReadAs {
  readonly head: readonly string[]
  readonly columns: Chosen
  readonly lines: readonly LinesSheet[]
  readonly match: Match | null
  readonly options: CellOptions
}

/** A sheet with lines. */
export interface LinesSheet {
  readonly part: string
  readonly sheet: string
  readonly headRow: number
  readonly head: readonly string[]
  readonly rows: number
  readonly columns: Chosen
}

/** The parts without a sheet of their own: their lines are in columns of the records' sheet. */
export const inlineParts = (parts: readonly LinesPart[], lines: readonly { readonly part: string }[]): LinesPart[] =>
  parts.filter(({ name }) => !lines.some(one => one.part === name))

/** The reading for the given choices; throws if records cannot be read with them. */
export function readingOf(
  ctx: RequestContext,
  resource: Resource,
  { hidden, own }: Pick<ImportAccess, 'hidden' | 'own'>,
  chosen: ReadAs,
): FileReading {
  const { head, lines, match } = chosen
  const all = linesParts(ctx.model, resource, hidden)
  const inline = inlineParts(all, lines)
  const targets = recordTargets(resource, { hidden, own, keys: true, inline })
  const found = chosenColumns(targets, head, chosen.columns)
  const isNew = match === null
  assureRequiredColumns(targets, found, isNew)
  const columns = found.matched.filter(({ target }) => target.part === undefined)
  const parts = [
    ...lines.flatMap(sheet => {
      const part = all.find(({ name }) => name === sheet.part)
      return part ? [ownSheet(part, sheet)] : []
    }),
    ...inline.flatMap(part => inlineReading(part, found.matched, head.length)),
  ]
  for (const part of isNew ? all : []) {
    if (isNeeded(part.field) && !parts.some(one => one.part === part))
      throw new ImportRefusal('columns.no-lines', withTitle(part.field.title))
  }
  if (lines.length > 0 && !columns.some(({ target }) => target.finds))
    throw new ImportRefusal('columns.no-key', titlesOf(targets.filter(({ finds }) => finds)))
  const by = match && columns.find(({ target }) => target.finds && target.name === match.by)
  if (match && !by) throw new ImportRefusal('columns.no-match')
  refuseMasked(ctx, resource, by ? [by] : [], columns)
  for (const one of parts) refuseMasked(ctx, one.part.resource, [], one.columns)
  const isIdle = ({ target }: MatchedColumn) => target.isKey && parts.length === 0 && target !== by?.target
  return {
    columns,
    width: head.length,
    parts,
    ...(match && by && { match: { ...match, by } }),
    options: chosen.options,
    proposed: proposedColumns(targets, head, chosen.columns),
    ignored: [...found.ignored, ...columns.filter(isIdle).map(({ source }) => source)],
  }
}

/** Refuses columns that would tell, row by row, whether a value exists that the user reads masked: unique ones, and `by`. */
function refuseMasked(
  ctx: RequestContext,
  resource: Resource,
  by: readonly MatchedColumn[],
  columns: readonly MatchedColumn[],
): void {
  const { masked } = accessTo(ctx, resource, 'view')
  const unique = uniqueSetsOf(resource).flatMap(({ fields }) => fields.map(({ name }) => name))
  const found = columns.find(
    column =>
      masked.has(column.target.field.name) && (by.includes(column) || unique.includes(column.target.field.name)),
  )
  if (found) throw new ImportRefusal('columns.masked', withTitle(found.target.title))
}

function ownSheet(part: LinesPart, { sheet, head, columns: chosen }: LinesSheet): PartReading {
  const targets = lineTargets(part)
  const found = chosenColumns(targets, head, chosen)
  const key = found.matched.find(({ target }) => target.field === part.link)
  if (!key) throw new ImportRefusal('lines.no-key', withTitle(part.link.title, { sheet }))
  assureRequiredColumns(targets, found, true)
  return {
    part,
    columns: found.matched.filter(column => column !== key),
    width: head.length,
    own: { sheet, key },
  }
}

function inlineReading(part: LinesPart, matched: readonly MatchedColumn[], width: number): PartReading[] {
  const columns = matched.filter(({ target }) => target.part === part.name)
  return columns.length > 0 ? [{ part, columns, width }] : []
}
