import type { Bilingual, Field, JsonSchema, Model, RuleType } from '../model/model.ts'

/** Comparisons by name; how each becomes SQL is written once, in `engine/server`. */
export type Operator =
  | 'equals'
  | 'notEquals'
  | 'contains'
  | 'notContains'
  | 'startsWith'
  | 'endsWith'
  | 'greater'
  | 'greaterOrEqual'
  | 'less'
  | 'lessOrEqual'
  | 'isNull'
  | 'notNull'
  /** The value is one of several given. */
  | 'oneOf'
  /** The list in the column holds the value. */
  | 'has'

/** One key that only this type understands, as a descriptor may give it. */
export interface OptionKey {
  readonly schema: JsonSchema
  readonly help: Bilingual
  readonly required?: boolean
  readonly default?: unknown
  /** What the value names, so that the compiler can check that it exists. */
  readonly names?: 'resource' | 'dictionary'
  readonly example: unknown
}

/**
 * Why a text cannot be a value of this type: `value.fault`, with what fills the wording's blanks.
 * Wordings stand in `engine/fields/fault.ts`.
 */
export interface Fault {
  readonly code: string
  readonly words: Readonly<Record<string, string | number>>
}

/** All there is to know of a field type short of how it looks. Runs anywhere: no Node, no DOM. */
export interface FieldType<Value> {
  readonly title: Bilingual
  readonly help: Bilingual
  readonly options: Readonly<Record<string, OptionKey>>
  /** What is wrong with the options beyond their schemas: an unsafe pattern, a least above the most. */
  mistake?(field: Field): { readonly key: string; readonly message: Bilingual } | undefined
  /** JSON Schema of one value as it travels over the wire; null is allowed by the record's schema, not here. */
  value(field: Field, model: Model): JsonSchema
  /**
   * Checks that a JSON Schema cannot say, such as a check digit. Undefined when the value is right. `now` is the
   * wire form of the moment (`YYYY-MM-DD HH:mm:ss` in APP_TZ); without it nothing is held against the clock.
   */
  fault?(value: Value, field: Field, model: Model, now?: string): Fault | undefined
  /** SQL type of the column; undefined for a type without one. */
  column(field: Field): string | undefined
  /** How rules read a value; undefined where they cannot. */
  rule(field: Field): RuleType | undefined
  /** Comparisons that a query may ask for; the first is meant when none is said. */
  readonly operators: readonly Operator[]
  /** The same where the field holds a list (`many: true`). */
  readonly operatorsOfMany?: readonly Operator[]
  readonly sortable: boolean
  /** Puts input in its one form before it is checked: trims, strips, upper-cases. */
  normalise?(value: unknown, field: Field): unknown
  toColumn(value: Value, field: Field): unknown
  /** From what the driver hands back (dates, decimals and bigints as text) to the wire. */
  fromColumn(raw: unknown, field: Field): Value
  /** Reads a cell of a file or a value of a query string. */
  parse(text: string, field: Field, model: Model): { readonly value: Value } | { readonly fault: Fault }
  /** What a file or a print shows. */
  format(value: Value, field: Field, model: Model, language: keyof Bilingual): string
  /** The n-th of many valid values, for contract tests, documentation and seeds. */
  example(field: Field, model: Model, n: number): Value
  /** Columns of 24 that the field takes in a form. */
  span(field: Field): 8 | 12 | 16 | 24
  /** Given by the server: never taken from input. */
  readonly given?: boolean
  /** Its input is a choice, so that a missing value asks to select, not to enter. */
  readonly chosen?: boolean
  /** Written, never read back: no query, cell, file or history shows it. */
  readonly secret?: boolean
  /** Its value leads to a person by itself: a number to call, a number of theirs. No draft keeps it. */
  readonly personal?: boolean
  /** No text is meant as a value unless it has the value's format: a default that is a call or a member is CEL. */
  readonly expressionAsDefault?: boolean
  /** The resource whose records are the value; the record's schema holds theirs in it. */
  lines?(field: Field): string
}

/** The one place where a field type loses its own types: the registry, which is heterogeneous. */
// biome-ignore lint/suspicious/noExplicitAny: a registry of many value types has no common one
export type AnyFieldType = FieldType<any>
