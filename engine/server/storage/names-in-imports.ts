import { type PathRename, renamedPath } from './renamed-path.ts'
import { literal, quoted } from './sql-text.ts'

/** Rewrites a field in the choices that a user made for uploaded files: columns, corrections, match and lines. */
export function renameImportDetails(table: string, column: string, rename: PathRename): string {
  const details = quoted(column)
  const of = (name: string) => `${details} -> ${literal(name)}`
  const columns = `coalesce((select jsonb_object_agg(key, ${renamedPath('value', rename)}) from jsonb_each_text(${of('columns')})), '{}')`
  const corrections = `coalesce((select jsonb_agg(one || jsonb_build_object('field', ${renamedPath(`(one ->> 'field')`, rename)}) order by n) from jsonb_array_elements(${of('corrections')}) with ordinality as corrections(one, n)), '[]')`
  const match = `case when jsonb_typeof(${of('match')}) = 'object' then (${of('match')}) || jsonb_build_object('by', ${renamedPath(`(${of('match')} ->> 'by')`, rename)}) end`
  const lines = `coalesce((select jsonb_agg(one || ${lineChoices(rename)} order by n) from jsonb_array_elements(${of('lines')}) with ordinality as lines(one, n)), '[]')`
  const now = `jsonb_build_object('columns', ${columns}, 'corrections', ${corrections}, 'match', ${match}, 'lines', ${lines})`
  return `update ${quoted(table)} set ${details} = ${details} || ${now} where "resource" = ${literal(rename.resource)} and ${details} is not null`
}

/** The changed properties of a lines sheet. */
function lineChoices({ part, ...rename }: PathRename): string {
  if (part === undefined) return `jsonb_build_object('part', ${renamedPath(`(one ->> 'part')`, rename)})`
  const columns = `coalesce((select jsonb_object_agg(key, ${renamedPath('value', within(part, rename))}) from jsonb_each_text(one -> 'columns')), '{}')`
  return `case when one ->> 'part' = ${literal(part)} then jsonb_build_object('columns', ${columns}) else '{}' end`
}

/** Rewrites a field in the columns that a user assigned last, by head; those of lines sheets begin with their part. */
export function renameImportColumns(table: string, column: string, rename: PathRename): string {
  const { part, from, to } = rename
  const isLine = (name: string) => `starts_with(key, ${literal(`${name}/`)})`
  const key =
    part === undefined
      ? `case when ${isLine(from)} then ${literal(to)} || substr(key, ${from.length + 1}) else key end`
      : 'key'
  const own = renamedPath('value', rename)
  const value =
    part === undefined
      ? own
      : `case when ${isLine(part)} then ${renamedPath('value', within(part, rename))} else ${own} end`
  const now = `(select jsonb_object_agg(${key}, ${value}) from jsonb_each_text(${quoted(column)}))`
  return `update ${quoted(table)} set ${quoted(column)} = ${now} where "resource" = ${literal(rename.resource)} and ${quoted(column)} <> '{}'`
}

/** The rename inside of a part. */
const within = (part: string, { from, to }: Pick<PathRename, 'from' | 'to'>) => ({
  from: from.slice(part.length + 1),
  to: to.slice(part.length + 1),
})
