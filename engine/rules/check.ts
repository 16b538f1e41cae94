import type { ASTNode } from '@marcbachmann/cel-js'
import type { RuleType } from '../model/model.ts'
import { isCoalesce, isEnclosed } from './coalesce.ts'
import { decimalOf } from './decimal.ts'
import type { RuleFault, RuleFaultCode } from './fault.ts'
import type { FaultWords } from './fault-texts.ts'
import { type ListOperation, listOperations } from './list-operations.ts'
import { meTypes, rolePrefix } from './me.ts'
import { near } from './near.ts'
import { type Moment, type RuleOperation, ruleOperations, toDecimal } from './operations.ts'
import { onlyValue, valueOnDay } from './parameter.ts'
import type { Entries, Expected, Scope, TargetScope, Titles, Types } from './scope.ts'
import { suggestedFunction, suggestedName } from './suggestions.ts'
import type { LineList, Span, Term, ValueSource } from './term.ts'
import { isList, type Value, type ValueType } from './value.ts'
import { maxWorkdays } from './workdays.ts'

/** The line to which names inside a function over lines refer. */
interface Line {
  readonly name: string
  readonly list: string
  readonly types: Types
}

const byName = new Map<string, RuleOperation[]>()
for (const one of ruleOperations) byName.set(one.name, [...(byName.get(one.name) ?? []), one])
const overLines = new Map(listOperations.map(one => [one.name, one]))
/** The functions by name, each with its usage. */
const usages = new Map([
  ...[...byName.keys()].flatMap(name =>
    /^\.?[a-z]/i.test(name)
      ? [[name.replace('.', ''), name.startsWith('.') ? `….${name.slice(1)}(…)` : `${name}(…)`] as const]
      : [],
  ),
  ...[...overLines.keys()].map(name => [name, `lines.${name}(l, …)`] as const),
  ...['label', 'below', 'parameter'].map(name => [name, `${name}(…)`] as const),
])
// Only literals are evaluated here, and no operation on a single literal reads the clock.
const noMoment: Moment = { now: 0, zone: 'UTC' }

/** Resolves each part of a parsed expression, or returns the first fault in this scope. */
export function check(
  root: ASTNode,
  text: string,
  scope: Scope,
  wanted?: Expected,
): { term: Term } | { fault: RuleFault } {
  const reader = new Reader(text, scope, wanted)
  const term = reader.expected(root, reader.read(root))
  return reader.fault ? { fault: reader.fault } : { term }
}

class Reader {
  fault: RuleFault | undefined
  private readonly text: string
  private readonly scope: Scope
  private readonly wanted: Expected | undefined

  constructor(text: string, scope: Scope, wanted: Expected | undefined) {
    this.text = text
    this.scope = scope
    this.wanted = wanted
  }

  /** Stores the first fault; the returned term fits any type, so that no further fault follows from it. */
  private wrong({ start, end }: Span, code: RuleFaultCode, words: FaultWords = {}): Term {
    this.fault ??= { code, words, start, end }
    return { kind: 'constant', type: 'null', value: null, start, end }
  }

  private textOf({ start, end }: Span): string {
    return this.text.slice(start, end)
  }

  read(node: ASTNode, line?: Line): Term {
    switch (node.op) {
      case 'value':
        return this.literal(node)
      case 'id':
        return this.bareName(node, node.args, line)
      case '.':
        return this.dotted(node, node.args[0], node.args[1], line)
      case 'call':
        return this.call(node, node.args[0], node.args[1], line)
      case 'rcall':
        return this.method(node, node.args[0], node.args[1], node.args[2], line)
      case '||':
        if (this.isCoalesce(node)) return this.coalesce(node, node.args, line)
        return this.either(node, node.args, line)
      case '&&':
        return this.either(node, node.args, line)
      case '!_':
      case '-_':
        return this.apply(node, node.op[0] ?? '', [this.read(node.args, line)])
      case '?:':
        return this.choice(
          node,
          this.truth(node.args[0], line),
          this.read(node.args[1], line),
          this.read(node.args[2], line),
        )
      case 'in':
        return this.membership(node, this.read(node.args[0], line), this.read(node.args[1], line))
      case '==':
      case '!=':
        return this.equality(node, this.read(node.args[0], line), this.read(node.args[1], line))
      case 'list':
        return this.list(
          node,
          node.args.map(item => this.read(item, line)),
        )
      case '<':
      case '<=':
      case '>':
      case '>=':
      case '+':
      case '-':
      case '*':
      case '/':
      case '%':
        return this.apply(node, node.op, [this.read(node.args[0], line), this.read(node.args[1], line)])
      case '[]':
      case '[?]':
      case '.?':
      case 'map':
        return this.wrong(node, 'rule.construct', { text: this.textOf(node) })
    }
  }

  /** The text between the two operands, with the operator and any parentheses. */
  private between(node: ASTNode): string {
    const [left, right] = Array.isArray(node.args) ? (node.args as readonly ASTNode[]) : []
    return this.text.slice(left?.end, right?.start)
  }

  private isCoalesce(node: ASTNode): boolean {
    return node.op === '||' && isCoalesce(this.between(node))
  }

  private either(node: ASTNode, [a, b]: readonly [ASTNode, ASTNode], line?: Line): Term {
    const mixed = this.mixedOperand(node, a, b)
    if (mixed) return mixed
    const [left, right] = [this.truth(a, line), this.truth(b, line)]
    return { kind: node.op === '&&' ? 'and' : 'or', type: 'bool', left, right, ...span(node) }
  }

  private coalesce(node: ASTNode, [a, b]: readonly [ASTNode, ASTNode], line?: Line): Term {
    const mixed = this.mixedOperand(node, a, b)
    if (mixed) return mixed
    const alike = this.alike(this.read(a, line), this.read(b, line))
    if ('found' in alike) return this.wrong(node, 'rule.types', { operator: '??', found: alike.found })
    const { left, right, type, known } = alike
    return { kind: 'coalesce', type, left, right, ...known, ...span(node) }
  }

  /** `??` next to `&&` or `||` needs parentheses, because readers expect different precedences. */
  private mixedOperand(node: ASTNode, left: ASTNode, right: ASTNode): Term | undefined {
    const between = this.between(node)
    const operands = [[left, 'left'] as const, [right, 'right'] as const]
    const [mixed] =
      operands.find(
        ([one, side]) =>
          (one.op === '&&' || one.op === '||') &&
          this.isCoalesce(one) !== this.isCoalesce(node) &&
          !isEnclosed(this.textOf(one), between, side),
      ) ?? []
    return mixed && this.wrong(mixed, 'rule.coalesce-mixed', { text: this.textOf(mixed) })
  }

  private literal(node: ASTNode): Term {
    const value: unknown = node.args
    const constant = (type: ValueType, constantValue: Value): Term => ({
      kind: 'constant',
      type,
      value: constantValue,
      ...span(node),
    })
    if (value === null || typeof value === 'boolean') return constant(value === null ? 'null' : 'bool', value)
    if (typeof value === 'bigint') return constant('int', value)
    // Taken from the text: the parser has converted it to a binary fraction.
    if (typeof value === 'number') return constant('decimal', decimalOf(this.textOf(node)))
    if (typeof value === 'string' && !value.includes('\0') && !/\p{Surrogate}/u.test(value))
      return constant('string', value)
    return this.wrong(node, typeof value === 'string' ? 'rule.text-wrong' : 'rule.construct', {
      found: this.textOf(node),
      text: this.textOf(node),
    })
  }

  private bareName(node: ASTNode, name: string, line?: Line): Term {
    if (name === line?.name || name === 'me' || name === 'it' || name === 'input') {
      return this.wrong(node, 'rule.name-part', { name })
    }
    // A bind is also a value: a list of ids.
    const isLines = Object.hasOwn(this.scope.lists ?? {}, name) && !Object.hasOwn(this.scope.fields, name)
    if (isLines) return this.wrong(node, 'rule.list-use', { name })
    return this.field(node, 'record', name, this.scope.fields, name)
  }

  private dotted(node: ASTNode, object: ASTNode, name: string, line?: Line): Term {
    if (object.op === '.' && this.textOf(object) === 'me.roles') return this.ofRoles(node, name)
    if (object.op === '.') return this.step(node, this.read(object, line), name)
    if (object.op !== 'id') return this.wrong(node, 'rule.construct', { text: this.textOf(node) })
    const prefix = object.args
    if (prefix === 'me' && name === 'roles') return this.wrong(node, 'rule.name-part', { name: 'me.roles' })
    if (prefix === line?.name) return this.field(node, 'line', name, line.types, `${line.list}.${name}`)
    const types: Readonly<Record<string, Types | undefined>> = {
      me: this.scope.me ? { ...meTypes, ...this.scope.meFields } : undefined,
      it: this.scope.it,
      input: this.scope.input,
    }
    if (!Object.hasOwn(types, prefix)) {
      if (Object.hasOwn(this.scope.fields, prefix)) return this.step(node, this.read(object, line), name)
      if (Object.hasOwn(this.scope.lists ?? {}, prefix)) return this.wrong(node, 'rule.list-use', { name: prefix })
      // `this.endDay` in place of the field's name alone.
      const meant = suggestedName(prefix, this.scope.fields, this.scope)
      const alone = meant['near'] === undefined && Object.hasOwn(this.scope.fields, name) && { near: name }
      return this.wrong(object, 'rule.name-unknown', { name: prefix, ...(alone || meant) })
    }
    const known = types[prefix]
    if (!known) return this.wrong(node, 'rule.name-not-here', { name: this.textOf(node) })
    return this.field(node, prefix as ValueSource, name, known, `${prefix}.${name}`)
  }

  private ofRoles(node: ASTNode, name: string): Term {
    if (!this.scope.me) return this.wrong(node, 'rule.name-not-here', { name: this.textOf(node) })
    const ofRoles = Object.entries(this.scope.meFields ?? {}).filter(([one]) => one.startsWith(rolePrefix))
    const types = Object.fromEntries(ofRoles.map(([one, type]) => [one.slice(rolePrefix.length), type]))
    const term = this.field(node, 'me', name, types, `me.${rolePrefix}${name}`)
    return term.kind === 'field' ? { ...term, name: `${rolePrefix}${name}` } : term
  }

  private field(node: ASTNode, source: ValueSource, name: string, types: Types, written: string): Term {
    const type = this.typeNamed(node, name, types)
    if (typeof type !== 'string') return type
    const isDerived = this.scope.derived?.includes(written) === true
    const boundBy = found(this.scope.binds, written)
    const known = {
      ...namedIn(this.scope, written),
      ...(isDerived && { isDerived }),
      ...(boundBy !== undefined && { boundBy }),
    }
    return { kind: 'field', type, source, name, ...known, ...span(node) }
  }

  private typeNamed(node: ASTNode, name: string, types: Types): RuleType | Term {
    const type = Object.hasOwn(types, name) ? types[name] : undefined
    if (type) return type
    return this.wrong(node, 'rule.name-unknown', { name, ...suggestedName(name, types, this.scope) })
  }

  /** A field of the record to which a reference refers. */
  private step(node: ASTNode, of: Term, name: string): Term {
    const target = of.refersTo === undefined ? undefined : this.scope.of?.(of.refersTo)
    if (of.refersTo === undefined || of.type !== 'int' || of.kind === 'step' || !target) return this.noStep(node, of)
    const type = this.typeNamed(node, name, target.fields)
    if (typeof type !== 'string') return type
    const isBound = found(target.binds, name) !== undefined
    const known = { ...namedIn(target, name), ...(isBound && { isBound }) }
    return { kind: 'step', type, of, resource: of.refersTo, name, ...known, ...span(node) }
  }

  private noStep(node: ASTNode, of: Term): Term {
    const text = this.textOf(of)
    return this.wrong(node, of.kind === 'step' ? 'rule.step-twice' : 'rule.step-reference', { text })
  }

  private below(node: ASTNode, args: readonly ASTNode[], line?: Line): Term {
    const terms = args.map(arg => this.read(arg, line))
    const [one, root] = terms
    const found = terms.map(({ type }) => type).join(',')
    if (!one || !root || terms.length !== 2) return this.wrong(node, 'rule.arguments', { name: 'below', found })
    const tree = one.refersTo
    const isTree = tree !== undefined && this.scope.of?.(tree)?.isTree === true
    if (!isTree || root.refersTo !== tree || ![one, root].every(({ type }) => type === 'int'))
      return this.wrong(node, 'rule.below-tree', { text: this.textOf(node) })
    return { kind: 'below', type: 'bool', node: one, root, tree, ...span(node) }
  }

  private call(node: ASTNode, name: string, args: readonly ASTNode[], line?: Line): Term {
    const only = args[0]
    if (name === 'size' && args.length === 1 && only) return this.sizeOf(node, only, line)
    if (name === 'label') return this.label(node, args, line)
    if (name === 'below') return this.below(node, args, line)
    if (name === 'parameter') return this.parameter(node, args, line)
    return this.invoke(
      node,
      name,
      name,
      args.map(arg => this.read(arg, line)),
    )
  }

  private method(node: ASTNode, name: string, receiver: ASTNode, args: readonly ASTNode[], line?: Line): Term {
    if (name === 'size' && args.length === 0) return this.sizeOf(node, receiver, line)
    const operation = overLines.get(name)
    if (operation) return this.aggregate(node, operation, receiver, args, line)
    return this.invoke(node, `.${name}`, name, [this.read(receiver, line), ...args.map(arg => this.read(arg, line))])
  }

  private sizeOf(node: ASTNode, of: ASTNode, line?: Line): Term {
    const lines = this.linesNamed(of, line)
    if (lines) {
      const { types: _types, ...named } = lines
      return { kind: 'count', type: 'int', ...named, ...span(node) }
    }
    return this.invoke(node, 'size', 'size', [this.read(of, line)])
  }

  /** The list of lines that a part of the expression names. */
  private linesNamed(node: ASTNode, line?: Line): (LineList & { readonly types: Types }) | undefined {
    const [source, list] =
      node.op === 'id'
        ? (['record', node.args] as const)
        : node.op === '.' && node.args[0].op === 'id'
          ? ([node.args[0].args, node.args[1]] as const)
          : []
    if (source === undefined || list === undefined || source === line?.name || list === line?.name) return undefined
    if (source !== 'record' && source !== 'it' && source !== 'input') return undefined
    const written = source === 'record' ? list : `${source}.${list}`
    const types = this.scope.lists && Object.hasOwn(this.scope.lists, written) ? this.scope.lists[written] : undefined
    const relatedTo = this.scope.related?.[written]
    return types && { source, list, ...(relatedTo !== undefined && { relatedTo }), types }
  }

  private aggregate(
    node: ASTNode,
    operation: ListOperation,
    receiver: ASTNode,
    args: readonly ASTNode[],
    line?: Line,
  ): Term {
    const [variable, each, separator] = args
    const written = this.textOf(receiver)
    const lines = this.linesNamed(receiver, line)
    const field = lines ? undefined : found(this.scope.fields, written)
    if (field)
      return this.wrong(node, 'rule.arguments', { name: operation.name, found: field, write: `… in ${written}` })
    if (!lines) return this.wrong(receiver, 'rule.name-unknown', { name: written, ...this.listMeant(written) })
    const count = operation.hasSeparator ? 3 : 2
    if (variable?.op !== 'id' || !each || args.length !== count)
      return this.wrong(node, 'rule.list-use', { name: written })
    const term = this.read(each, { name: variable.args, list: written, types: lines.types })
    if (!operation.takes.includes(term.type) && term.type !== 'null')
      return this.wrong(each, 'rule.arguments', { name: operation.name, found: term.type })
    const between = separator && this.read(separator, line)
    if (between && !fits(between, 'string'))
      return this.wrong(between, 'rule.arguments', { name: operation.name, found: `${term.type},${between.type}` })
    const type = operation.gives ?? (term.type === 'null' ? 'int' : term.type)
    const { types: _types, ...named } = lines
    return {
      kind: 'aggregate',
      type,
      ...named,
      operation,
      each: term,
      ...(between && { separator: between }),
      ...span(node),
    }
  }

  /** The title of a dictionary's entry, or the name of a record. */
  private label(node: ASTNode, args: readonly ASTNode[], line?: Line): Term {
    const terms = args.map(arg => this.read(arg, line))
    const [of] = terms
    const name = of?.refersTo === undefined ? undefined : this.scope.of?.(of.refersTo)?.display
    // The name of a record that a reference names is the field that displays it, if that is a text.
    if (of && name !== undefined && terms.length === 1 && of.kind !== 'step') {
      const step = this.step(node, of, name)
      if (step.type === 'string') return step
    }
    if (of?.titles && terms.length === 1) return { kind: 'label', type: 'string', of, titles: of.titles, ...span(node) }
    return this.wrong(node, 'rule.arguments', { name: 'label', found: terms.map(({ type }) => type).join(',') })
  }

  /** The value of a parameter, on the given day or today. */
  private parameter(node: ASTNode, [key, day, ...more]: readonly ASTNode[], line?: Line): Term {
    const name = key?.op === 'value' ? key.args : undefined
    if (!key || typeof name !== 'string')
      return this.wrong(key ?? node, 'rule.parameter-key', { text: this.textOf(node) })
    const { parameters = {} } = this.scope
    const parameter = Object.hasOwn(parameters, name) ? parameters[name] : undefined
    if (!parameter)
      return this.wrong(key, 'rule.parameter-unknown', { name, near: near(name, Object.keys(parameters)) ?? '' })
    if (!day && parameter.value !== undefined) return this.applied(node, onlyValue(parameter), [])
    const on = day ? this.read(day, line) : this.invoke(node, 'today', 'today', [])
    if (more.length > 0 || !fits(on, 'date'))
      return this.wrong(day ?? node, 'rule.arguments', { name: 'parameter', found: `string,${on.type}` })
    return this.applied(node, valueOnDay(parameter), [on])
  }

  private listMeant(name: string): Record<string, string> {
    const lists = Object.keys(this.scope.lists ?? {})
    const meant = near(name, lists)
    return meant === undefined ? { known: lists.join(', ') } : { near: meant }
  }

  private invoke(node: ASTNode, key: string, name: string, args: readonly Term[]): Term {
    if (!byName.has(key) || !/^\.?[a-z]/i.test(key)) {
      return this.wrong(node, 'rule.function-unknown', { name, near: suggestedFunction(name, usages) })
    }
    const made = this.joined(node, key, args)
    if (!made) return this.wrong(node, 'rule.arguments', { name, found: args.map(arg => arg.type).join(',') })
    return this.settled(made)
  }

  /** A function of a literal, such as `date("2026-02-30")`, is evaluated now, so that an invalid value is a fault. */
  private settled(term: Term): Term {
    const [, added] = term.kind === 'apply' && term.operation.name === 'addWorkdays' ? term.args : []
    const count = added && literalNumber(added)
    if (added && count !== undefined && (count > maxWorkdays || count < -maxWorkdays))
      return this.wrong(added, 'rule.workdays-range')
    const literals = term.kind === 'apply' && term.args[0]?.kind === 'constant' && term.args[0].type === 'string'
    if (!literals || term.args.length !== 1 || term.operation.name === 'timestamp') return term
    const value = term.operation.run(...term.args.map(arg => (arg.kind === 'constant' ? arg.value : null)), noMoment)
    return value === null
      ? this.wrong(term, 'rule.value-wrong', { text: this.textOf(term.args[0] ?? term), type: term.type })
      : term
  }

  private apply(node: ASTNode, operator: string, args: readonly Term[]): Term {
    return this.joined(node, operator, args) ?? this.mismatch(node, operator, args)
  }

  /** The operation for terms of these types; an int is converted to a decimal if necessary. */
  private joined(node: Span, name: string, args: readonly Term[]): Term | undefined {
    const candidates = byName.get(name)?.filter(({ takes }) => takes.length === args.length) ?? []
    const exact = candidates.find(({ takes }) => takes.every((type, index) => fits(args[index], type)))
    const widened =
      exact ??
      candidates.find(({ takes }) =>
        takes.every((type, index) => fits(args[index], type) || (type === 'decimal' && args[index]?.type === 'int')),
      )
    return widened && this.applied(node, widened, args)
  }

  private applied(node: Span, operation: RuleOperation, args: readonly Term[]): Term {
    const fitting = args.map((arg, index) => (operation.takes[index] === 'decimal' ? asDecimal(arg) : arg))
    const own = this.scope.calendar && operation.within?.(this.scope.calendar)
    return { kind: 'apply', type: operation.gives, operation: own ?? operation, args: fitting, ...span(node) }
  }

  private mismatch(node: ASTNode, operator: string, [a, b]: readonly Term[]): Term {
    const pair = [a, b].map(term => term?.type)
    const other = (type: ValueType) => [a, b].find(term => term?.type === type)
    const [day, moment, words] = [other('date'), other('google.protobuf.Timestamp'), other('string')]
    if (day && words) return this.wrong(node, 'rule.date-as-text', { text: this.textOf(words) })
    if (day && moment) return this.wrong(node, 'rule.date-and-datetime', { text: this.textOf(moment) })
    if (operator === '-' && pair.every(type => type === 'date')) return this.wrong(node, 'rule.date-minus-date')
    const write = a && b && this.meant(operator, a, b)
    return this.wrong(node, 'rule.types', { operator, found: pair.filter(Boolean).join(','), ...(write && { write }) })
  }

  /** What two operands of other types probably mean. */
  private meant(operator: string, a: Term, b: Term): string | undefined {
    const [left, right] = [this.textOf(a), this.textOf(b)]
    const [day, written] = a.type === 'date' ? [a, right] : [b, left]
    // 2026-03-01 is a subtraction.
    const digits = /^(\d{4})\s*[-/]\s*(\d{1,2})\s*[-/]\s*(\d{1,2})$/.exec(written)
    if (day.type === 'date' && digits) {
      const date = `date("${digits
        .slice(1)
        .map((part, n) => part.padStart(n === 0 ? 4 : 2, '0'))
        .join('-')}")`
      return a === day ? `${left} ${operator} ${date}` : `${date} ${operator} ${right}`
    }
    return undefined
  }

  private equality(node: ASTNode, a: Term, b: Term): Term {
    const operator = node.op
    const [isNull, of] = isNullLiteral(b) ? [true, a] : isNullLiteral(a) ? [true, b] : [false, a]
    const other = this.otherResource(node, a, b) ?? this.emptyText(node, a, b)
    if (other) return other
    if (isNull) return { kind: 'isNull', type: 'bool', of, negated: operator === '!=', ...span(node) }
    return this.apply(node, operator, this.named(a, b))
  }

  /** An empty text is stored as null, so a comparison with one is unknown or false. */
  private emptyText(node: ASTNode, a: Term, b: Term): Term | undefined {
    const isEmpty = (term: Term) => term.kind === 'constant' && term.value === ''
    const value = isEmpty(a) ? b : isEmpty(b) ? a : undefined
    const write = `${value && this.textOf(value)} ${node.op} null`
    return value && this.wrong(node, 'rule.empty-text', { text: this.textOf(node), write })
  }

  /** A reference is compared with references to the same resource only: any other id is the same by chance. */
  private otherResource(node: Span, a: Term, b: Term): Term | undefined {
    if (a.refersTo === undefined || b.refersTo === undefined || a.refersTo === b.refersTo) return undefined
    return this.wrong(node, 'rule.reference-other', { left: a.refersTo, right: b.refersTo })
  }

  private membership(node: ASTNode, item: Term, listed: Term): Term {
    const other = this.otherResource(node, item, listed)
    if (other) return other
    const [one, list] = this.named(item, listed)
    const wanted = list.type === 'list<int>' ? 'int' : 'string'
    const alike = list.kind === 'list' ? (list.items[0]?.type ?? one.type) : wanted
    if (list.kind !== 'list' && !isList(list.type) && list.type !== 'null') {
      const write = one.refersTo && list.refersTo && `${this.textOf(one)} == ${this.textOf(list)}`
      const found = `${one.type},${list.type}`
      return this.wrong(node, 'rule.types', { operator: 'in', found, ...(write && { write }) })
    }
    if (one.type === alike || one.type === 'null' || list.type === 'null') {
      return { kind: 'in', type: 'bool', item: one, list, ...span(node) }
    }
    if (list.kind === 'list' && [one.type, alike].every(type => type === 'int' || type === 'decimal')) {
      const items = list.items.map(asDecimal)
      return { kind: 'in', type: 'bool', item: asDecimal(one), list: { ...list, items }, ...span(node) }
    }
    return this.wrong(node, 'rule.types', { operator: 'in', found: `${one.type},${alike}` })
  }

  private list(node: ASTNode, items: readonly Term[]): Term {
    const numbers = items.every(({ type }) => type === 'int' || type === 'decimal' || type === 'null')
    const fitting = numbers && items.some(({ type }) => type === 'decimal') ? items.map(asDecimal) : items
    const first = fitting.find(({ type }) => type !== 'null')?.type ?? 'null'
    const odd = fitting.find(({ type }) => type !== first && type !== 'null')
    if (odd) return this.wrong(odd, 'rule.types', { operator: '[ , ]', found: `${first},${odd.type}` })
    if (isList(first)) return this.wrong(node, 'rule.construct', { text: this.textOf(node) })
    const type = first === 'int' ? 'list<int>' : first === 'string' || items.length === 0 ? 'list<string>' : 'list'
    const refersTo = fitting.find(item => item.refersTo !== undefined)?.refersTo
    return { kind: 'list', type, items: fitting, ...(refersTo !== undefined && { refersTo }), ...span(node) }
  }

  private choice(node: ASTNode, condition: Term, yes: Term, no: Term): Term {
    const alike = this.alike(yes, no)
    if ('found' in alike) return this.wrong(node, 'rule.types', { operator: '? :', found: alike.found })
    const { left, right, type, known } = alike
    return { kind: 'choose', type, condition, yes: left, no: right, ...known, ...span(node) }
  }

  /** Two alternatives of one type: names of entries become keys, and an integer next to a decimal becomes a decimal. */
  private alike(
    first: Term,
    second: Term,
  ): { left: Term; right: Term; type: ValueType; known: Pick<Term, 'entries' | 'refersTo'> } | { found: string } {
    const [a, b] = this.named(first, second)
    const mixed = (a.type === 'int' && b.type === 'decimal') || (a.type === 'decimal' && b.type === 'int')
    const [left, right] = mixed ? [asDecimal(a), asDecimal(b)] : [a, b]
    const type = left.type === 'null' ? right.type : left.type
    if (right.type !== type && right.type !== 'null') return { found: `${left.type},${right.type}` }
    const [entries, refersTo] = [left.entries ?? right.entries, left.refersTo ?? right.refersTo]
    return { left, right, type, known: { ...(entries && { entries }), ...(refersTo && { refersTo }) } }
  }

  private truth(node: ASTNode, line?: Line): Term {
    const term = this.read(node, line)
    if (term.type === 'bool' || term.type === 'null') return term
    return this.wrong(node, 'rule.result', { expected: 'bool', found: term.type })
  }

  /** Texts compared with a dictionary field are names of its entries, and are replaced by their keys. */
  private named(a: Term, b: Term): [Term, Term] {
    return [
      b.entries && !a.entries ? this.asKeys(a, b.entries, b.titles) : a,
      a.entries && !b.entries ? this.asKeys(b, a.entries, a.titles) : b,
    ]
  }

  private asKeys(term: Term, entries: Entries, titles?: Titles): Term {
    if (term.kind === 'list') return { ...term, items: term.items.map(item => this.asKeys(item, entries, titles)) }
    if (term.kind === 'coalesce')
      return {
        ...term,
        left: this.asKeys(term.left, entries, titles),
        right: this.asKeys(term.right, entries, titles),
        entries,
      }
    if (term.kind === 'choose')
      return {
        ...term,
        yes: this.asKeys(term.yes, entries, titles),
        no: this.asKeys(term.no, entries, titles),
        entries,
      }
    if (term.kind !== 'constant' || typeof term.value !== 'string') return term
    const key = Object.hasOwn(entries, term.value) ? entries[term.value] : undefined
    const known = Object.keys(entries)
    if (key !== undefined) return { ...term, value: key, entries }
    return this.wrong(term, 'rule.entry-unknown', {
      name: term.value,
      near:
        known.find(name => [entries[name], titles?.[entries[name] ?? '']].includes(String(term.value))) ??
        near(term.value, known) ??
        '',
      known: known.slice(0, 12).join(', '),
    })
  }

  expected(root: ASTNode, whole: Term): Term {
    if (!this.wanted) return whole
    const entries = this.wanted.into === undefined ? undefined : this.scope.entries?.[this.wanted.into]
    const keyed = entries && !whole.entries ? this.asKeys(whole, entries) : whole
    const term = this.wanted.type === 'decimal' ? asDecimal(keyed) : keyed
    const into = this.wanted.into === undefined ? undefined : this.scope.references?.[this.wanted.into]
    if (into !== undefined && term.refersTo !== undefined && into !== term.refersTo)
      return this.wrong(root, 'rule.reference-other', { left: into, right: term.refersTo })
    if (fits(term, this.wanted.type) || emptyList(term, this.wanted.type)) return term
    return this.wrong(root, 'rule.result', { expected: this.wanted.type, found: term.type })
  }
}

/** The value of a literal integer, with its sign. */
function literalNumber(term: Term): bigint | undefined {
  if (term.kind === 'constant') return typeof term.value === 'bigint' ? term.value : undefined
  const [of] = term.kind === 'apply' && term.operation.name === '-' ? term.args : []
  return of?.kind === 'constant' && typeof of.value === 'bigint' ? -of.value : undefined
}

const emptyList = (term: Term, type: ValueType) => term.kind === 'list' && term.items.length === 0 && isList(type)
/** What a scope knows of a name besides its type. */
function namedIn({ entries, titles, references }: Partial<TargetScope>, written: string) {
  const [keys, labels, refersTo] = [found(entries, written), found(titles, written), found(references, written)]
  return { ...(keys && { entries: keys }), ...(labels && { titles: labels }), ...(refersTo && { refersTo }) }
}

const found = <Value>(all: Readonly<Record<string, Value>> | undefined, written: string): Value | undefined =>
  all && Object.hasOwn(all, written) ? all[written] : undefined

const span = ({ start, end }: Span): Span => ({ start, end })
const isNullLiteral = (term: Term): boolean => term.kind === 'constant' && term.type === 'null'
const fits = (term: Term | undefined, type: ValueType): boolean => term?.type === type || term?.type === 'null'

function asDecimal(term: Term): Term {
  if (term.type !== 'int') return term
  return { kind: 'apply', type: 'decimal', operation: toDecimal(), args: [term], start: term.start, end: term.end }
}
