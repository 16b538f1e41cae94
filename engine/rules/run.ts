import type { Decimal } from './decimal.ts'
import type { Moment } from './operations.ts'
import type { LineList, Term, ValueSource } from './term.ts'
import { readers } from './transmitted-value.ts'
import { isList, type Value, type ValueType } from './value.ts'

type Row = Readonly<Record<string, unknown>>

/** The values of each source during an evaluation, in transmitted form. */
export interface Run extends Moment {
  readonly lookups?: Lookups | undefined
  readonly rows: Readonly<Partial<Record<ValueSource, Row>>>
}

/** Other records, as far as an evaluation may read them. The browser has none. */
export interface Lookups {
  /** The values of a record, in transmitted form, whether it is deleted or not. */
  record(resource: string, id: bigint): Row | undefined
  /** Whether a record of a tree is another, or one of its descendants. Null is unknown. */
  isBelow(tree: string, node: bigint, root: bigint): boolean | null
}

/** Computes a value; null is unknown. Never throws, whatever the rows contain. */
export type Runner = (run: Run) => Value

/** Compiles a checked term to a function. */
export function runnerOf(term: Term): Runner {
  switch (term.kind) {
    case 'constant': {
      const { value } = term
      return () => value
    }
    case 'field':
      return reading(term)
    case 'apply':
      return applying(term)
    case 'and':
    case 'or': {
      const [left, right, decisive] = [runnerOf(term.left), runnerOf(term.right), term.kind === 'or']
      return run => {
        const first = left(run)
        if (first === decisive) return first
        const second = right(run)
        return second === decisive ? second : first === null ? null : second
      }
    }
    case 'choose': {
      const [condition, yes, no] = [runnerOf(term.condition), runnerOf(term.yes), runnerOf(term.no)]
      return run => {
        const chosen = condition(run)
        return chosen === null ? null : chosen ? yes(run) : no(run)
      }
    }
    case 'isNull': {
      const [of, { negated }] = [runnerOf(term.of), term]
      return run => isMissing(of(run)) !== negated
    }
    case 'list': {
      const items = term.items.map(runnerOf)
      return run => items.map(item => item(run)) as readonly bigint[]
    }
    case 'in':
      return seeking(term)
    case 'coalesce': {
      const [left, right] = [runnerOf(term.left), runnerOf(term.right)]
      return run => {
        const value = left(run)
        return isMissing(value) ? right(run) : value
      }
    }
    case 'label': {
      const [of, { titles }] = [runnerOf(term.of), term]
      const titleOf = (key: string) => (Object.hasOwn(titles, key) ? (titles[key] ?? key) : key)
      return run => {
        const value = of(run) as string | readonly string[] | null
        if (typeof value === 'string') return titleOf(value)
        return value && !isMissing(value) ? value.map(titleOf).join('、') : null
      }
    }
    case 'step': {
      const [of, { resource, name }] = [runnerOf(term.of), term]
      const read = readerOf(term.type)
      return run => {
        const id = of(run) as bigint | null
        const record = id === null ? undefined : run.lookups?.record(resource, id)
        return record ? read(record[name], run.zone) : null
      }
    }
    case 'below': {
      const [node, root, { tree }] = [runnerOf(term.node), runnerOf(term.root), term]
      return run => {
        const [one, other] = [node(run) as bigint | null, root(run) as bigint | null]
        return one === null || other === null ? null : (run.lookups?.isBelow(tree, one, other) ?? null)
      }
    }
    case 'count':
      return run => {
        const lines = linesOf(term, run)
        return lines ? BigInt(lines.length) : null
      }
    case 'aggregate':
      return aggregating(term)
  }
}

function reading({ source, name, type }: Extract<Term, { kind: 'field' }>): Runner {
  const read = readerOf(type)
  return ({ rows, zone }) => {
    const row = rows[source]
    return row ? read(row[name], zone) : null
  }
}

/** Whether a value is unknown or an empty list: the two are one value. */
const isMissing = (value: Value): boolean => value === null || (Array.isArray(value) && value.length === 0)

function readerOf(type: ValueType): (raw: unknown, zone: string) => Value {
  if (type === 'duration' || type === 'period' || type === 'list' || type === 'null') return () => null
  const [read, missing] = [readers[type], isList(type) ? [] : null]
  return (raw, zone) => (raw === null || raw === undefined ? missing : read(raw, zone))
}

function applying({ operation, args }: Extract<Term, { kind: 'apply' }>): Runner {
  const [first, second] = args.map(runnerOf)
  const { run: work } = operation
  if (!first) return run => work(run)
  if (!second) {
    return run => {
      const one = first(run)
      return one === null ? null : work(one, run)
    }
  }
  return run => {
    const one = first(run)
    if (one === null) return null
    const two = second(run)
    return two === null ? null : work(one, two, run)
  }
}

/** Like PostgreSQL's `= any`: an empty list contains nothing, and an unknown item may equal anything. */
function seeking({ item, list }: Extract<Term, { kind: 'in' }>): Runner {
  const [wanted, listed] = [runnerOf(item), runnerOf(list)]
  const alike = item.type === 'decimal' ? sameDecimal : (a: Value, b: Value) => a === b
  return run => {
    const items = listed(run) as readonly Value[] | null
    if (items === null) return null
    if (items.length === 0) return false
    const value = wanted(run)
    if (value === null) return null
    if (items.some(one => one !== null && alike(one, value))) return true
    return items.includes(null) ? null : false
  }
}

function aggregating(term: Extract<Term, { kind: 'aggregate' }>): Runner {
  const { operation, each } = term
  const value = runnerOf(each)
  const between: Runner = term.separator ? runnerOf(term.separator) : () => ''
  return run => {
    const lines = linesOf(term, run)
    const separator = between(run)
    if (!lines || separator === null) return null
    const values = lines.map(line => value({ ...run, rows: { ...run.rows, line } }))
    return operation.run(values, each.type, String(separator))
  }
}

/** The lines of a list; undefined if they were not loaded. */
function linesOf({ source, list }: LineList, { rows }: Run): readonly Row[] | undefined {
  const lines = rows[source]?.[list]
  return lines === null ? [] : Array.isArray(lines) ? lines : undefined
}

function sameDecimal(a: Value, b: Value): boolean {
  const [x, y] = [a as Decimal, b as Decimal]
  const scale = Math.max(x.scale, y.scale)
  return x.units * 10n ** BigInt(scale - x.scale) === y.units * 10n ** BigInt(scale - y.scale)
}
