import type { Expression } from './compile-expression.ts'
import { dayText } from './day.ts'
import { type Decimal, decimalText } from './decimal.ts'
import type { Clock, RuleInputs } from './evaluate.ts'
import type { RuleFault, RuleFaultCode } from './fault.ts'
import type { FaultWords } from './fault-texts.ts'
import { type Run, runnerOf } from './run.ts'
import { bound, raw, ruleSql, type SqlText } from './sql-text.ts'
import { subtermsOf, type Term, type ValueSource } from './term.ts'
import { isList, type Period, type Value, type ValueType } from './value.ts'

/** Which names are columns; all other names are evaluated in memory and bound. */
export interface Columns extends Omit<RuleInputs, 'it'> {
  /** Quoted SQL of a field's column; undefined for a field without one. A time of day must be text. */
  readonly column?: (name: string) => string | undefined
  /** Quoted SQL of a column of `it.`: in `where` these are the columns, and bare names come from `record`. */
  readonly itColumn?: (name: string) => string | undefined
  /** The tables of other records; without them, an expression that reads one cannot filter rows. */
  readonly tables?: OtherTables
  readonly clock: Clock
}

/** Other tables, as subqueries that name the tenant. They ignore the actor's own conditions and deletion. */
export interface OtherTables {
  /** The value of a field of the record with this id; undefined if the field has no column. */
  value(resource: string, name: string, id: SqlText): SqlText | undefined
  /** The ids of a record of a tree and of all its descendants, as a subquery with one column. */
  branch(tree: string, root: SqlText): SqlText
  /** The ids of the records that a bind links to the record with this id, as a query with one column. */
  linked(resource: string, bind: string, id: SqlText): SqlText
  /** The records of a list, under an alias, that refer to a record of the resource or that a bind links to it. */
  related(resource: string, list: string, alias: string): RelatedRows
}

/** Related or linked records, as part of a subquery. */
export interface RelatedRows {
  /** The table with the conditions on tenant, deletion and reference or link: `from … where …`. */
  from(id: SqlText): SqlText
  /** Quoted SQL of a field's column; undefined for a field without one. */
  column(name: string): string | undefined
  /** Which of them: `it.` is one of them, other names are fields of the record. */
  readonly where?: Pick<Expression, 'text' | 'term'>
  readonly order: SqlText
}

/**
 * The expression in PostgreSQL, which is true, false or null exactly if `evaluate` gives true, false or unknown. Its
 * faults never depend on values, so that `faultInSql` finds all of them when a descriptor is compiled.
 */
export function toSql(
  { text, term }: Pick<Expression, 'text' | 'term'>,
  columns: Columns,
): SqlText | { readonly fault: RuleFault } {
  const translation = new Translation(text, columns)
  const made = translation.translate(term)
  return translation.fault ? { fault: translation.fault } : made
}

/**
 * Why rows cannot be filtered by this expression; undefined if they can. `stored` returns whether a name has a column.
 */
export function faultInSql(
  expression: Expression,
  stored: Pick<Columns, 'column' | 'itColumn' | 'tables'> = { column: name => name },
): RuleFault | undefined {
  const made = toSql(expression, { ...stored, clock: { now: new Date(0), zone: 'UTC' } })
  return 'fault' in made ? made.fault : undefined
}

const sqlTypes: Readonly<Record<ValueType, string | undefined>> = {
  string: 'text',
  int: 'bigint',
  decimal: 'numeric',
  bool: 'boolean',
  date: 'date',
  'google.protobuf.Timestamp': 'timestamptz',
  'list<string>': 'text[]',
  'list<int>': 'bigint[]',
  duration: 'interval',
  period: 'interval',
  list: undefined,
  null: undefined,
}

class Translation {
  fault: RuleFault | undefined
  private readonly text: string
  private readonly columns: Columns
  private readonly run: Run
  /** The columns of the record of a list that the function around the current part reads. */
  private line: Columns['column']
  private depth: number

  constructor(text: string, columns: Columns, depth = 0) {
    const { record, input, me, clock, lookups } = columns
    this.text = text
    this.columns = columns
    this.depth = depth
    this.run = {
      now: clock.now.getTime(),
      zone: clock.zone,
      rows: { ...(record && { record }), ...(input && { input }), ...(me && { me }) },
      ...(lookups && { lookups }),
    }
  }

  translate(term: Term): SqlText {
    if (!this.touches(term)) return this.constant(term)
    switch (term.kind) {
      case 'field':
        return this.links(term)?.list ?? this.column(term)
      case 'apply':
        return this.apply(term)
      case 'and':
        return ruleSql`(${this.translate(term.left)} and ${this.translate(term.right)})`
      case 'or':
        return ruleSql`(${this.translate(term.left)} or ${this.translate(term.right)})`
      case 'choose':
        // Not "else": an unknown condition gives an unknown result.
        return ruleSql`(case ${this.translate(term.condition)} when true then ${this.translate(term.yes)} when false then ${this.translate(term.no)} end)`
      case 'isNull':
        return isList(term.of.type)
          ? ruleSql`(coalesce(cardinality(${this.translate(term.of)}), 0) ${raw(term.negated ? '>' : '=')} 0)`
          : ruleSql`(${this.translate(term.of)} is ${raw(term.negated ? 'not null' : 'null')})`
      case 'coalesce':
        return isList(term.type)
          ? ruleSql`coalesce(nullif(${this.translate(term.left)}, '{}'), ${this.translate(term.right)})`
          : ruleSql`coalesce(${this.translate(term.left)}, ${this.translate(term.right)})`
      case 'step':
        return this.links(term)?.list ?? this.step(term)
      case 'below':
        return this.below(term)
      case 'count':
      case 'aggregate':
        return this.ofList(term)
      case 'in':
        return this.membership(term)
      case 'constant':
      case 'list':
      case 'label':
        return this.wrong(term, 'rule.not-in-rows', { text: this.textOf(term) })
    }
  }

  private touches(term: Term): boolean {
    const isColumn = (source: ValueSource) =>
      (source === 'record' && this.columns.column !== undefined) ||
      (source === 'it' && this.columns.itColumn !== undefined) ||
      (source === 'line' && this.line !== undefined)
    if (term.kind === 'field') return isColumn(term.source) || term.boundBy !== undefined
    // Read where the rows are, so that nothing has to be loaded first.
    if (term.kind === 'step' || term.kind === 'below') return true
    if (term.kind === 'count' || term.kind === 'aggregate') return term.relatedTo !== undefined || isColumn(term.source)
    return subtermsOf(term).some(part => this.touches(part))
  }

  private column(term: Extract<Term, { kind: 'field' }>): SqlText {
    const { column: ofRecord, itColumn } = this.columns
    const columnOf = term.source === 'it' ? itColumn : term.source === 'line' ? this.line : ofRecord
    const column = columnOf?.(term.name)
    if (column === undefined) return this.wrong(term, 'rule.no-column', { name: term.name })
    // A missing list is an empty one.
    return raw(isList(term.type) ? `coalesce(${column}, '{}')` : column)
  }

  /** Linked records as a list, and the condition that they contain an item; undefined for any other term. */
  private links(term: Term): { readonly list: SqlText; contain(item: SqlText): SqlText } | undefined {
    const { tables } = this.columns
    const link = linkOf(term)
    if (!link || !tables) return undefined
    const id = this.translate(link.id)
    const ids = tables.linked(link.resource, link.name, id)
    const known = (value: SqlText) => (isOwnId(link.id) ? value : this.unlessMissing(link.id, id, value))
    return { list: known(ruleSql`array(${ids})`), contain: item => known(ruleSql`(${item} in (${ids}))`) }
  }

  /** Without a record, its list is missing, and not empty. A condition around the list would keep indexes from being used. */
  private unlessMissing(term: Term, id: SqlText, value: SqlText): SqlText {
    if (this.touches(term)) return ruleSql`(case when ${id} is not null then ${value} end)`
    return runnerOf(term)(this.run) === null ? raw('null') : value
  }

  private step(term: Extract<Term, { kind: 'step' }>): SqlText {
    const { tables, lookups } = this.columns
    const id = lookups && !this.touches(term.of) ? runnerOf(term.of)(this.run) : null
    // A record that may not be stored yet.
    if (typeof id === 'bigint' && lookups?.record(term.resource, id)) return this.constant(term)
    if (!tables) return this.wrong(term, 'rule.not-in-rows', { text: this.textOf(term) })
    const value = tables.value(term.resource, term.name, this.translate(term.of))
    return value ?? this.wrong(term, 'rule.no-column', { name: this.textOf(term) })
  }

  private below({ node, root, tree, ...term }: Extract<Term, { kind: 'below' }>): SqlText {
    const { tables } = this.columns
    if (!tables) return this.wrong({ node, root, tree, ...term }, 'rule.not-in-rows', { text: 'below()' })
    const top = this.translate(root)
    return ruleSql`(case when ${top} is not null then ${this.translate(node)} in ${tables.branch(tree, top)} end)`
  }

  /** A subquery over the related or linked records. */
  private ofList(term: Extract<Term, { kind: 'count' | 'aggregate' }>): SqlText {
    const { tables, column, itColumn, record } = this.columns
    const { source, list, relatedTo, start, end } = term
    if (!tables || relatedTo === undefined) return this.wrong(term, 'rule.not-in-rows', { text: this.textOf(term) })
    const rows = tables.related(relatedTo, list, `list${this.depth}`)
    const from = rows.from(this.translate({ kind: 'field', type: 'int', source, name: 'id', start, end }))
    this.depth += 1
    const which =
      rows.where && this.which(rows.where, rows, source === 'it' ? { column: itColumn } : { column, record })
    const found = which ? ruleSql`${from} and ${which}` : from
    const result = term.kind === 'count' ? ruleSql`(select count(*) ${found})` : this.aggregated(term, rows, found)
    this.depth -= 1
    return result
  }

  private which(
    { text, term }: Pick<Expression, 'text' | 'term'>,
    { column: itColumn }: RelatedRows,
    ofRecord: { readonly column: Columns['column'] | undefined; readonly record?: Columns['record'] | undefined },
  ): SqlText {
    const { tables, clock } = this.columns
    const { column, record } = ofRecord
    const inner = new Translation(
      text,
      { ...(record && { record }), ...(column && { column }), ...(tables && { tables }), itColumn, clock },
      this.depth,
    )
    const made = inner.translate(term)
    this.fault ??= inner.fault
    return made
  }

  /** Values are computed below the aggregate: one of outer columns only would belong to the outer query. */
  private aggregated(
    term: Extract<Term, { kind: 'aggregate' }>,
    { column, order }: RelatedRows,
    found: SqlText,
  ): SqlText {
    const { operation, each } = term
    const outer = this.line
    this.line = column
    const value = this.translate(each)
    this.line = outer
    const separator = term.separator ? this.translate(term.separator) : raw("''")
    // Texts are compared by code point, as in memory.
    const compared = each.type === 'string' ? ruleSql`(${value} collate "C")` : value
    const position = operation.hasSeparator ? ruleSql`, row_number() over (order by ${order}) as n` : raw('')
    const values = `value${this.depth}`
    const result = operation.sql(raw(`${values}.v`), separator, raw(`${values}.n`))
    return ruleSql`(select ${result} from (select ${compared} as v${position} ${found}) ${raw(values)})`
  }

  private apply(term: Extract<Term, { kind: 'apply' }>): SqlText {
    const { operation, args } = term
    if (!operation.sql) return this.wrong(term, 'rule.not-in-rows', { text: this.textOf(term) })
    return operation.sql(...args.map(arg => this.translate(arg)), ruleSql`${bound(this.run.zone)}::text`)
  }

  private membership({ item, list }: Extract<Term, { kind: 'in' }>): SqlText {
    if (list.kind === 'list' && this.touches(list)) {
      return this.wrong(list, 'rule.not-in-rows', { text: this.textOf(list) })
    }
    const links = this.links(list)
    if (links) return links.contain(this.translate(item))
    // The cast makes a subquery one value, a list, and not the rows to search.
    if (list.kind === 'step')
      return ruleSql`(${this.translate(item)} = any(${this.translate(list)}::${raw(sqlTypes[list.type] ?? 'bigint[]')}))`
    if (list.kind !== 'list') return ruleSql`(${this.translate(item)} = any(${this.translate(list)}))`
    const items = runnerOf(list)(this.run) as readonly Value[]
    const listed = bound(items.map(one => bindable(one, item.type)))
    const type = sqlTypes[item.type]
    if (!type) return this.wrong(list, 'rule.not-in-rows', { text: this.textOf(list) })
    return ruleSql`(${this.translate(item)} = any(${listed}::${raw(type)}[]))`
  }

  /** A term without columns is evaluated in memory and bound, so that clock, zone and overflow agree. */
  private constant(term: Term): SqlText {
    if (term.type === 'null') return raw('null')
    const type = sqlTypes[term.type]
    if (!type) return this.wrong(term, 'rule.not-in-rows', { text: this.textOf(term) })
    const value = runnerOf(term)(this.run)
    // In memory, a day may be outside the years that a text can express, and an integer outside of bigint.
    if (term.type === 'date') return ruleSql`('1970-01-01'::date + ${bound(value)}::int)`
    if (term.type === 'period') {
      const { months = null, days = null } = (value ?? {}) as Partial<Period>
      return ruleSql`make_interval(months => ${bound(months)}::int, days => ${bound(days)}::int)`
    }
    if (term.type === 'duration') {
      const [hours, seconds] = value === null ? [null, null] : inHours(value as number)
      return ruleSql`make_interval(hours => ${bound(hours)}::int, secs => ${bound(seconds)}::float8)`
    }
    if (term.type === 'int')
      return ruleSql`${bound(bindable(value, 'int'))}::${raw(fitsBigint(value) ? 'bigint' : 'numeric')}`
    return ruleSql`${bound(bindable(value, term.type))}::${raw(type)}`
  }

  private textOf({ start, end }: Term): string {
    return this.text.slice(start, end)
  }

  private wrong({ start, end }: Term, code: RuleFaultCode, words: FaultWords = {}): SqlText {
    this.fault ??= { code, words, start, end }
    return raw('null')
  }
}

const isOwnId = (id: Term): boolean => id.kind === 'field' && id.name === 'id'

/** The bind whose list a term reads, and the id of the record. */
function linkOf(term: Term): { readonly resource: string; readonly name: string; readonly id: Term } | undefined {
  if (term.kind === 'step') return term.isBound && { resource: term.resource, name: term.name, id: term.of }
  if (term.kind !== 'field' || term.boundBy === undefined) return undefined
  const { source, start, end, name, boundBy: resource } = term
  return { resource, name, id: { kind: 'field', type: 'int', source, name: 'id', start, end } }
}

/** A duration as whole hours and seconds, both of which an interval expresses exactly. */
const inHours = (ms: number): [hours: number, seconds: number] => {
  const hours = Math.trunc(ms / 3_600_000)
  return [hours, (ms - hours * 3_600_000) / 1000]
}

const fitsBigint = (value: Value) => typeof value !== 'bigint' || BigInt.asIntN(64, value) === value

/** In the form that both drivers accept for a parameter of this type. */
function bindable(value: Value, type: ValueType): unknown {
  if (value === null) return null
  switch (type) {
    case 'int':
      return String(value)
    case 'decimal':
      return decimalText(value as Decimal)
    case 'date':
      return dayText(value as number)
    case 'google.protobuf.Timestamp':
      return new Date(value as number).toISOString()
    case 'list<int>':
      return (value as readonly bigint[]).map(String)
    case 'string':
    case 'bool':
    case 'list<string>':
    case 'duration':
    case 'period':
    case 'list':
    case 'null':
      return value
  }
}
