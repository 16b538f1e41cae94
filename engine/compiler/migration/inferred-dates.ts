import { describableTypes } from '../language/field.ts'
import { at, type Entry, entriesOf, itemsOf, type Node, textOf } from '../tree.ts'
import { stepsIn } from './former-words.ts'

/** The trees of other files that a resource refers to, by their names. */
export interface ReferredFiles {
  readonly mixins: ReadonlyMap<string, Node>
  readonly dictionaries: ReadonlyMap<string, Node>
}

/** What version 1 derived from the conditions of transitions, as version 2 declares it. */
export interface InferredDates {
  /** State to the field with its deadline. */
  readonly due: ReadonlyMap<string, string>
  readonly opens: { readonly at: string; readonly in: readonly string[] } | undefined
  /** What version 2 has no place for: the states and the field of a transition. */
  readonly left: readonly InferredDay[]
}

/** A date or time for which records wait in some states. */
export interface InferredDay {
  readonly field: string
  readonly states: readonly string[]
  /** Whether the records must have left the states by then; otherwise they may leave them from then on. */
  readonly isDeadline: boolean
  /** The condition that reads it. */
  readonly condition: Node
}

/**
 * The dates that conditions of transitions compare with the clock. A transition to a red state makes its date a
 * deadline; any other transition is possible from its date on.
 */
export function inferredDates(root: Node, files: ReferredFiles): InferredDates {
  const lifecycle = at(root, 'lifecycle')
  const fields = fieldsOf(root, files)
  const dictionary = files.dictionaries.get(textOf(at(fields.get(textOf(at(lifecycle, 'field')) ?? ''), 'of')) ?? '')
  const due = new Map<string, string>()
  const left: InferredDay[] = []
  let opens: InferredDates['opens']
  for (const { value } of stepsIn(lifecycle)) {
    const condition = at(value, 'if')
    const field = condition && comparedDay(textOf(condition) ?? '', fields)
    if (!field) continue
    const states = statesIn(at(value, 'from'))
    if (isRed(dictionary, textOf(at(value, 'next') ?? at(value, 'to')))) {
      const others = states.filter(state => (due.get(state) ?? field) !== field)
      if (others.length > 0) left.push({ field, states: others, isDeadline: true, condition })
      for (const state of states) if (!due.has(state)) due.set(state, field)
    } else if (!opens || opens.at === field) opens = { at: field, in: [...new Set([...(opens?.in ?? []), ...states])] }
    else left.push({ field, states, isDeadline: false, condition })
  }
  return { due, opens, left }
}

/** The fields of a resource by name: those of its mixins, then its own. */
function fieldsOf(root: Node, { mixins }: ReferredFiles): Map<string, Node> {
  const names = itemsOf(at(root, 'use') ?? at(root, 'mixins')).map(node => textOf(node) ?? '')
  const all: Entry[] = [...names.map(name => mixins.get(name)), root].flatMap(node => entriesOf(at(node, 'fields')))
  return new Map(all.map(({ key, value }) => [key, value]))
}

function comparedDay(condition: string, fields: ReadonlyMap<string, Node>): string | undefined {
  const withoutTexts = condition.replace(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/g, "''")
  return [...fields].find(([name, field]) => hasDate(field) && isComparedWithClock(name, withoutTexts))?.[0]
}

const hasDate = (field: Node): boolean =>
  ['date', 'datetime'].includes(describableTypes.get(textOf(at(field, 'type')) ?? '')?.timeKind ?? '')

/** Whether a condition compares the field itself with the clock, without adding or subtracting a duration. */
function isComparedWithClock(name: string, condition: string): boolean {
  const [field, clock, comparison] = [`(?<![.\\w])${name}\\b`, '\\b(today|now)\\(\\)', '\\s*[<>]=?\\s*']
  return new RegExp(`(?<![+-]\\s*)(${field}${comparison}${clock}|${clock}${comparison}${field})(?!\\s*[+-])`).test(
    condition,
  )
}

const isRed = (dictionary: Node | undefined, state: string | undefined): boolean =>
  state !== undefined && textOf(at(at(at(dictionary, 'entries'), state), 'colour')) === 'red'

function statesIn(node: Node | undefined): string[] {
  return (node?.kind === 'list' ? node.items : node ? [node] : []).flatMap(item => textOf(item) ?? [])
}
