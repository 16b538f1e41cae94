import { fault } from '../../fields/fault.ts'
import type { FieldSources, ReferenceMatch } from '../../fields/field-web.ts'
import { splitList } from '../../fields/one-or-many.ts'
import { isMany } from '../../fields/options.ts'
import type { UnreadText } from '../../fields/unread-text.ts'
import type { Field, Model } from '../../model/model.ts'
import type { FormLine } from './lines-columns.ts'
import { unreadText } from './lines-paste.ts'

/** A text of a reference with its line. */
export interface ReferenceText {
  readonly field: Field
  readonly text: string
  readonly line: FormLine
}

/** The record that a text identifies, with its name, or the text if it identifies none. */
export type FoundReference = { readonly value: unknown; readonly name: string } | { readonly unread: UnreadText }

/** The maximum number of texts per request. */
const maxTexts = 1000

/**
 * Looks up the texts of one reference: one request for all lines, or one for those that narrow the choice alike. Texts
 * whose request failed have no entry.
 */
export async function lookUp(
  sources: Pick<FieldSources, 'matchTexts'>,
  model: Model,
  field: Field,
  all: readonly ReferenceText[],
): Promise<ReadonlyMap<ReferenceText, FoundReference>> {
  const found = new Map<ReferenceText, FoundReference>()
  const groups = new Map<string, ReferenceText[]>()
  for (const one of all) {
    const read = JSON.stringify((field.reads ?? []).map(name => one.line[name] ?? null))
    groups.set(read, [...(groups.get(read) ?? []), one])
  }
  await Promise.all(
    [...groups.values()].map(async group => {
      const texts = [...new Set(group.flatMap(({ text }) => wordsOf(field, text)))]
      const record = field.reads?.length ? group[0]?.line : undefined
      const portions = Array.from({ length: Math.ceil(texts.length / maxTexts) }, (_, at) =>
        texts.slice(at * maxTexts, (at + 1) * maxTexts),
      )
      const answers = await Promise.all(portions.map(some => sources.matchTexts(field, some, record))).catch(
        () => undefined,
      )
      const meant = new Map(answers?.flat().map(answer => [answer.text, answer] as const))
      if (answers) for (const one of group) found.set(one, foundIn(one, meant, model))
    }),
  )
  return found
}

const wordsOf = (field: Field, text: string) => (isMany(field) ? splitList(text) : [text])

function foundIn(
  { field, text }: ReferenceText,
  meant: ReadonlyMap<string, ReferenceMatch>,
  model: Model,
): FoundReference {
  const answers = wordsOf(field, text).flatMap(word => meant.get(word) ?? [])
  const wrong = answers.find(({ option }) => option === undefined)
  const options = answers.flatMap(({ option }) => option ?? [])
  if (!wrong && options.length > 0) {
    const ids = [...new Set(options.map(({ id }) => id))]
    return { value: isMany(field) ? ids : ids[0], name: options.map(({ label }) => label).join(', ') }
  }
  const { text: word = text, count = 0, candidates = [] } = wrong ?? {}
  const near = candidates[0]?.label ?? ''
  const problem = fault(count > 1 ? 'record.several' : 'record.none', { text: word, count, near })
  const unread = unreadText(field, text, problem, model)
  // A candidate would replace all values of the field.
  if (isMany(field)) return { unread }
  return {
    unread: {
      ...unread,
      candidates: candidates.map(({ id, label }) => ({ value: id, label: { zh: label, en: label } })),
    },
  }
}
