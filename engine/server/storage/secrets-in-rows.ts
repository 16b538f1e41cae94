import { both, type ChangeDraft, countingRows } from './change.ts'
import type { Pair } from './pair.ts'
import { quoted } from './sql-text.ts'
import { type Column, shownName } from './table.ts'
import { commentOnColumn } from './table-text.ts'

/** The values of a column that is secret from now on, or no longer: a digest is no text, and a text is no digest. */
export interface Clearing {
  /** The condition that a value is lost. */
  readonly isLost: (value: string) => string
  /** What remains of a value; null where it is lost. */
  readonly kept: (value: string) => string
}

/** Undefined for a column that loses nothing like this. */
export function clearingOf(column: Column, before: Column): Clearing | undefined {
  if (column.field === undefined || column.rules.secret === before.rules.secret) return undefined
  return { isLost: value => `${value} is not null`, kept: () => `null::${before.type}` }
}

/** Clears these values, and records whether the column is secret. No loss shows them. */
export function secretsInRows(pair: Pair, column: Column, before: Column, after: Column): ChangeDraft[] {
  const { wanted, found } = pair
  const comment = commentOnColumn(wanted.name, after, before.rules)
  const clearing = clearingOf(column, before)
  if (!clearing && comment.length === 0) return []
  const draft = { phase: 'columns', mark: 'additive' } as const
  const [name, secret] = [`${wanted.name}.${shownName(column)}`, column.rules.secret]
  const recording: ChangeDraft = {
    ...draft,
    what: secret
      ? both(`登记 ${name} 只存密文`, `Record that ${name} contains digests only.`)
      : both(`登记 ${name} 的值可读`, `Record that the values of ${name} are readable.`),
    statements: comment,
  }
  if (!clearing) return [recording]
  const counting = countingRows(found, wanted.name, clearing.isLost(`mine.${quoted(column.name)}`))
  const own = quoted(column.name)
  return [
    {
      ...draft,
      what: secret
        ? both(`清空 ${name}：原来的值不是密文`, `Clear ${name}: its values are no digests.`)
        : both(`清空 ${name}：原来的密文不能变为可读`, `Clear ${name}: its digests must not become readable.`),
      counting,
      losing: { name: `retype:${wanted.name}.${column.name}`, mark: 'data-losing' },
      onlyIfAny: true,
      statements: [`update ${quoted(wanted.name)} set ${own} = null where ${clearing.isLost(own)}`],
    },
    ...(comment.length > 0 ? [recording] : []),
  ]
}
