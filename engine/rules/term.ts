import type { ListOperation } from './list-operations.ts'
import type { RuleOperation } from './operations.ts'
import type { Entries, Titles } from './scope.ts'
import type { Value, ValueType } from './value.ts'

/** The source of a name's value: the record, the candidate row, the input, the caller, a line of a list. */
export type ValueSource = 'record' | 'it' | 'input' | 'me' | 'line'

/** The list whose lines a term reads. */
export interface LineList {
  readonly source: 'record' | 'it' | 'input'
  readonly list: string
  /** For records that refer to the record: the resource whose field is `list`. Only the database reads them. */
  readonly relatedTo?: string
}

/** The position of a part of an expression in its text. */
export interface Span {
  readonly start: number
  readonly end: number
}

interface TermOf<Kind extends string> extends Span {
  readonly kind: Kind
  readonly type: ValueType
  /** For a dictionary key: the names of the entries and their keys. */
  readonly entries?: Entries
  /** The titles of the dictionary's entries by key. */
  readonly titles?: Titles
  /** For an id, or a list of ids: the resource of the record. */
  readonly refersTo?: string
}

/** A checked part of an expression, with known types. */
export type Term =
  | (TermOf<'constant'> & { readonly value: Value })
  | (TermOf<'field'> & {
      readonly source: ValueSource
      readonly name: string
      readonly isDerived?: true
      /** For a list of linked records: the resource that has the bind. */
      readonly boundBy?: string
    })
  | (TermOf<'apply'> & { readonly operation: RuleOperation; readonly args: readonly Term[] })
  | (TermOf<'and' | 'or'> & { readonly left: Term; readonly right: Term })
  | (TermOf<'choose'> & { readonly condition: Term; readonly yes: Term; readonly no: Term })
  | (TermOf<'isNull'> & { readonly of: Term; readonly negated: boolean })
  | (TermOf<'list'> & { readonly items: readonly Term[] })
  | (TermOf<'in'> & { readonly item: Term; readonly list: Term })
  | (TermOf<'coalesce'> & { readonly left: Term; readonly right: Term })
  | (TermOf<'label'> & { readonly of: Term; readonly titles: Titles })
  | (TermOf<'step'> & { readonly of: Term; readonly resource: string; readonly name: string; readonly isBound?: true })
  | (TermOf<'below'> & { readonly node: Term; readonly root: Term; readonly tree: string })
  | (TermOf<'count'> & LineList)
  | (TermOf<'aggregate'> &
      LineList & { readonly operation: ListOperation; readonly each: Term; readonly separator?: Term })

/** The direct parts of a term. */
export function subtermsOf(term: Term): readonly Term[] {
  switch (term.kind) {
    case 'constant':
    case 'field':
    case 'count':
      return []
    case 'apply':
      return term.args
    case 'and':
    case 'or':
    case 'coalesce':
      return [term.left, term.right]
    case 'choose':
      return [term.condition, term.yes, term.no]
    case 'isNull':
    case 'label':
    case 'step':
      return [term.of]
    case 'below':
      return [term.node, term.root]
    case 'list':
      return term.items
    case 'in':
      return [term.item, term.list]
    case 'aggregate':
      return term.separator ? [term.each, term.separator] : [term.each]
  }
}

/** Whether a term reads a value of a source. */
export const touches = (term: Term, source: ValueSource): boolean =>
  someTerm(
    term,
    part => (part.kind === 'field' || part.kind === 'count' || part.kind === 'aggregate') && part.source === source,
  )

/** Whether a term or any part of it, at any depth, satisfies a test. */
export const someTerm = (term: Term, test: (part: Term) => boolean): boolean =>
  test(term) || subtermsOf(term).some(part => someTerm(part, test))

/** The lists that a term reads, each with the fields of its items. */
export function listsIn(term: Term): ReadonlyMap<string, ReadonlySet<string>> {
  const lists = new Map<string, Set<string>>()
  const visit = (part: Term, list?: string): void => {
    const inner = part.kind === 'aggregate' || part.kind === 'count' ? part.list : list
    if (inner !== undefined && !lists.has(inner)) lists.set(inner, new Set())
    if (part.kind === 'field' && part.source === 'line' && list !== undefined) lists.get(list)?.add(part.name)
    for (const one of subtermsOf(part)) visit(one, inner)
  }
  visit(term)
  return lists
}
