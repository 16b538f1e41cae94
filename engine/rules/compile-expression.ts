import { type ASTNode, Environment, ParseError } from '@marcbachmann/cel-js'
import type { RuleType } from '../model/model.ts'
import { check } from './check.ts'
import { parsable } from './coalesce.ts'
import type { RuleFault } from './fault.ts'
import { parseFault } from './parse-fault.ts'
import { type Runner, runnerOf } from './run.ts'
import type { Expected, Scope } from './scope.ts'
import { type Span, subtermsOf, type Term, type ValueSource } from './term.ts'
import type { ValueType } from './value.ts'

/** A compiled expression, with the names that it reads. */
export interface Expression {
  readonly text: string
  readonly type: ValueType
  /** Fields of this record that it reads, `children` fields included, in order of occurrence. */
  readonly reads: readonly string[]
  readonly readsIt: readonly string[]
  readonly readsInput: readonly string[]
  readonly readsClock: boolean
  readonly readsMe: boolean
  /** The first part that reads another record: a field through a reference, or `below`. */
  readonly otherRecord?: Span
  /** The first part that only the database can evaluate: `below`, and what reads a list of related or linked records. */
  readonly databaseOnly?: Span
  readonly term: Term
  readonly runner: Runner
}

/** The result of compiling a text: an expression, or a fault with its position. */
export type CompiledExpression = { readonly expression: Expression } | { readonly fault: RuleFault }

const longest = 2_000
const parser = new Environment({
  limits: { maxAstNodes: 500, maxDepth: 40, maxListElements: 200, maxMapEntries: 8, maxCallArguments: 8 },
})
const compiled = new WeakMap<Scope, Map<string, Map<string, CompiledExpression>>>()

/** Compiles an expression in a scope. The result is cached by scope and text. */
export function compileExpression(text: string, scope: Scope, expects?: RuleType | Expected): CompiledExpression {
  const wanted = typeof expects === 'string' ? { type: expects } : expects
  const ofScope = compiled.get(scope) ?? new Map<string, Map<string, CompiledExpression>>()
  const known = ofScope.get(text) ?? new Map<string, CompiledExpression>()
  const key = wanted === undefined ? '' : wanted.into === undefined ? wanted.type : `${wanted.type} ${wanted.into}`
  const found = known.get(key)
  if (found) return found
  const made = understand(text, scope, wanted)
  compiled.set(scope, ofScope.set(text, known.set(key, made)))
  return made
}

/** Syntax trees by text: a saved descriptor compiles the expressions of all resources again, in new scopes. */
const trees = new Map<string, ASTNode>()
const maxTrees = 20_000

function parsed(text: string): ASTNode {
  const tree = trees.get(text) ?? parser.parse(parsable(text)).ast
  if (trees.size >= maxTrees) trees.clear()
  trees.set(text, tree)
  return tree
}

function understand(text: string, scope: Scope, wanted: Expected | undefined): CompiledExpression {
  if (text.length > longest) return { fault: { code: 'rule.too-large', words: {}, start: longest, end: text.length } }
  try {
    const checked = check(parsed(text), text, scope, wanted)
    if ('fault' in checked) return checked
    const fault = lostRemainder(text, checked.term)
    return fault ? { fault } : { expression: expressionOf(text, checked.term) }
  } catch (error) {
    if (error instanceof ParseError) return { fault: parseFault(text, error, scope) }
    throw error
  }
}

/** A division of integers whose result is used as a number with decimals, or compared by size. */
function lostRemainder(text: string, term: Term): RuleFault | undefined {
  const operation = term.kind === 'apply' ? term.operation.name : ''
  for (const part of subtermsOf(term)) {
    const quotient = ['decimal', '*', '<', '<=', '>', '>='].includes(operation) ? quotientIn(part) : undefined
    const fault = quotient ? divisionFault(text, quotient) : lostRemainder(text, part)
    if (fault) return fault
  }
  return undefined
}

type Applied = Extract<Term, { kind: 'apply' }>

/** The inexact division of integers from which an integer is computed by additions. */
function quotientIn(term: Term): Applied | undefined {
  if (term.kind !== 'apply' || term.type !== 'int') return undefined
  const [first, second] = term.args
  const { name } = term.operation
  if (first && second && /^[+-]$/.test(name)) return quotientIn(first) ?? quotientIn(second)
  // `(a - a % b) / b` has no remainder.
  const rest = first?.kind === 'apply' ? first.args[1] : undefined
  const isExact = rest?.kind === 'apply' && rest.operation.name === '%'
  return name === '/' && !isExact ? term : undefined
}

function divisionFault(text: string, { args, start, end }: Applied): RuleFault {
  const [left = '', right = ''] = args.map(arg => text.slice(arg.start, arg.end)).map(enclosed)
  const write = args[1]?.kind === 'constant' ? `${left} / ${right}.0` : `decimal(${left}) / ${right}`
  return { code: 'rule.integer-division', words: { text: `${left} / ${right}`, write }, start, end }
}

/** An operand, whose position excludes brackets around it. */
const enclosed = (operand: string): string => (/^[\w.]+(\([^()]*\))?$/.test(operand) ? operand : `(${operand})`)

function expressionOf(text: string, term: Term): Expression {
  const reads: Record<ValueSource, Set<string>> = {
    record: new Set(),
    it: new Set(),
    input: new Set(),
    me: new Set(),
    line: new Set(),
  }
  let readsClock = false
  let otherRecord: Span | undefined
  let databaseOnly: Span | undefined
  const visit = (part: Term): void => {
    if (part.kind === 'field') reads[part.source].add(part.name)
    if (part.kind === 'count' || part.kind === 'aggregate') reads[part.source].add(part.list)
    if (isDatabaseOnly(part)) databaseOnly ??= { start: part.start, end: part.end }
    if (part.kind === 'step' || isDatabaseOnly(part)) otherRecord ??= { start: part.start, end: part.end }
    if (part.kind === 'apply' && part.operation.clock) readsClock = true
    subtermsOf(part).forEach(visit)
  }
  visit(term)
  return {
    text,
    type: term.type,
    reads: [...reads.record],
    readsIt: [...reads.it],
    readsInput: [...reads.input],
    readsClock,
    readsMe: reads.me.size > 0,
    ...(otherRecord && { otherRecord }),
    ...(databaseOnly && { databaseOnly }),
    term,
    runner: runnerOf(term),
  }
}

function isDatabaseOnly(part: Term): boolean {
  if (part.kind === 'field') return part.isDerived === true || part.boundBy !== undefined
  if (part.kind === 'step') return part.isBound === true
  if (part.kind === 'count' || part.kind === 'aggregate') return part.relatedTo !== undefined
  return part.kind === 'below'
}
