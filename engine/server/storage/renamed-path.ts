import { literal } from './sql-text.ts'

/** The rename of a field, or of a field of lines: `lines.price`, whose part is `lines`. */
export interface PathRename {
  readonly resource: string
  readonly from: string
  readonly to: string
  readonly part?: string
}

/** SQL of a path after a rename: `lines` and the paths that begin with `lines.`. */
export const renamedPath = (path: string, { from, to }: Pick<PathRename, 'from' | 'to'>): string =>
  `(case when ${path} = ${literal(from)} then ${literal(to)} when starts_with(${path}, ${literal(`${from}.`)}) then ${literal(to)} || substr(${path}, ${from.length + 1}) else ${path} end)`
