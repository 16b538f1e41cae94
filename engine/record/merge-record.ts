import { hasLines, isComputed } from '../fields/traits.ts'
import type { Field, Resource } from '../model/model.ts'
import { isEmptyValue } from './empty-value.ts'

type Values = Readonly<Record<string, unknown>>

/** A conflict: a field, or a whole line, that both users changed. */
export interface Conflict {
  /** `deadline`, or `lines/7` for the line with id 7. */
  readonly key: string
  readonly field: Field
  /** Set for a line: its place in my version, counted from 1, or in theirs where I deleted it. */
  readonly line?: number
  readonly before: unknown
  readonly mine: unknown
  readonly theirs: unknown
}

export type Side = 'mine' | 'theirs'

/** A field that was merged without asking. */
export interface MergedField {
  readonly field: Field
  /** Who changed it; of lines, it may be both, each other lines. */
  readonly by: Side | 'both'
}

/** The result of a merge of two versions of one record. */
export interface Merge {
  readonly clashes: readonly Conflict[]
  /** Fields that were merged without a conflict. */
  readonly settled: readonly MergedField[]
  /** The record to save once every clash has a side; it carries their version. */
  resolve(sides: Readonly<Record<string, Side>>): Record<string, unknown>
}

/**
 * Merges my version with theirs, both grown from `before`. A change of one side is taken; what both
 * changed alike is no clash; the user decides the rest. Lines are matched by id, and a line is one decision.
 */
export function mergeRecord(resource: Resource, before: Values, mine: Values, theirs: Values): Merge {
  const clashes: Conflict[] = []
  const settled: MergedField[] = []
  const parts = resource.fields
    .filter(field => !field.readOnly && !isComputed(field))
    .map(field => (hasLines(field) ? mergeLines(field) : mergeField(field)))

  return {
    clashes,
    settled,
    resolve: sides =>
      Object.assign({ ...mine, version: theirs['version'] }, ...parts.map(part => part(sides))) as Record<
        string,
        unknown
      >,
  }

  function mergeField(field: Field): (sides: Readonly<Record<string, Side>>) => Values {
    const [was, my, their] = [before[field.name], mine[field.name], theirs[field.name]]
    const label = `${field.name}Name`
    const take = (from: Values) => ({ [field.name]: from[field.name], ...(label in from && { [label]: from[label] }) })
    if (isSameValue(my, their)) return () => take(theirs)
    if (isSameValue(was, their)) return settle(field, 'mine', take(mine))
    if (isSameValue(was, my)) return settle(field, 'theirs', take(theirs))
    clashes.push({ key: field.name, field, before: was, mine: my, theirs: their })
    return sides => take(sides[field.name] === 'mine' ? mine : theirs)
  }

  function mergeLines(field: Field): (sides: Readonly<Record<string, Side>>) => Values {
    const [was, my, their] = [linesOf(before, field), linesOf(mine, field), linesOf(theirs, field)]
    const ids = new Set([...my, ...their, ...was].map(line => line['id']).filter(id => id !== undefined))
    const choices = new Map<unknown, (sides: Readonly<Record<string, Side>>) => Values | undefined>()
    const changedBy = new Set<Side>()
    for (const id of ids) {
      const [old, mineLine, theirLine] = [was, my, their].map(lines => lines.find(line => line['id'] === id))
      if (isSameLine(mineLine, theirLine)) choices.set(id, () => theirLine)
      else if (isSameLine(old, theirLine)) choices.set(id, settleLine('mine', mineLine))
      else if (isSameLine(old, mineLine)) choices.set(id, settleLine('theirs', theirLine))
      else {
        const key = `${field.name}/${id}`
        const line = (mineLine ? my.indexOf(mineLine) : their.findIndex(one => one['id'] === id)) + 1
        clashes.push({ key, field, line, before: old, mine: mineLine, theirs: theirLine })
        choices.set(id, sides => (sides[key] === 'mine' ? mineLine : theirLine))
      }
    }
    const added = my.filter(line => line['id'] === undefined)
    if (added.length > 0) changedBy.add('mine')
    const [mover, another] = changedBy
    if (mover) settled.push({ field, by: another ? 'both' : mover })
    const order = [...their.map(line => line['id']), ...[...ids].filter(id => !their.some(line => line['id'] === id))]
    return sides => ({
      [field.name]: [...order.map(id => choices.get(id)?.(sides)).filter(line => line !== undefined), ...added],
    })

    function settleLine(side: Side, line: Values | undefined) {
      changedBy.add(side)
      return () => line
    }
  }

  function settle(field: Field, by: Side, values: Values) {
    settled.push({ field, by })
    return () => values
  }
}

const linesOf = (record: Values, field: Field) => (record[field.name] ?? []) as readonly Values[]

/** Whether two values are equal; all empty values are. */
export function isSameValue(one: unknown, other: unknown): boolean {
  if (isEmptyValue(one) || isEmptyValue(other)) return isEmptyValue(one) && isEmptyValue(other)
  return JSON.stringify(one) === JSON.stringify(other)
}

const bookkeeping = new Set(['version', 'updateTime', 'updateUser', 'updateUserName', 'createTime', 'createUser'])

function isSameLine(one: Values | undefined, other: Values | undefined): boolean {
  if (!one || !other) return one === other
  const names = new Set([...Object.keys(one), ...Object.keys(other)].filter(name => !bookkeeping.has(name)))
  return [...names].every(name => isSameValue(one[name], other[name]))
}
