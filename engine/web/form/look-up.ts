import { matchTyped } from '../../fields/choice-typing.ts'
import { unreadChoice } from '../../fields/choice-unread.ts'
import type { FieldContext } from '../../fields/field-web.ts'
import { isMany } from '../../fields/options.ts'
import { lineResource } from '../../fields/traits.ts'
import { isAwaiting, isUnread, type UnreadText } from '../../fields/unread-text.ts'
import { webOf } from '../../fields/web.ts'
import type { Field } from '../../model/model.ts'

type Values = Readonly<Record<string, unknown>>

/**
 * The fields of a record that is being saved whose texts were left before their options arrived, lines included: each
 * with its match, or with the text and the reason why there is none.
 */
export async function lookedUp(fields: readonly Field[], context: Omit<FieldContext, 'field'>): Promise<Values> {
  const { model, sources } = context
  const found: Record<string, unknown> = {}
  const awaited = () => fields.filter(({ name }) => !(name in found) && isAwaiting({ at: context.record[name] }))
  for (let left = awaited(); left.length > 0; left = awaited()) {
    // A field whose options depend on another one is looked up after it.
    const ready = left.filter(({ reads = [] }) => !left.some(({ name }) => reads.includes(name)))
    const work = (ready.length > 0 ? ready : left).map(async field => {
      const value = context.record[field.name]
      const line = lineResource(field, model)
      found[field.name] =
        line && Array.isArray(value)
          ? await Promise.all(
              value.map(async (record: Values) => ({
                ...record,
                ...(await lookedUp(line.fields, { ...context, record, sources: sources.of(line.name) })),
              })),
            )
          : await matchOf(value as UnreadText, { ...context, field, record: { ...context.record, ...found } })
    })
    await Promise.all(work)
  }
  return found
}

/** The value of an awaited text; of several texts in a field with several values, those that match are chosen. */
async function matchOf(unread: UnreadText, context: FieldContext): Promise<unknown> {
  const { field } = context
  const texts = isMany(field) ? unread.unread.split('、') : [unread.unread]
  const verdicts = await Promise.all(
    texts.map(async text => {
      const found = await webOf(field)
        .find?.(text, context)
        .catch(() => 'failed' as const)
      return { text, verdict: matchTyped(text, found ?? 'failed') }
    }),
  )
  const taken = verdicts.flatMap(({ verdict }) => (verdict.kind === 'taken' ? [verdict.choice.id] : []))
  const chosen = [...new Set([...(unread.chosen ?? []), ...taken])]
  const left = verdicts.filter(({ verdict }) => verdict.kind !== 'taken')
  const [first] = left
  if (!first || first.verdict.kind === 'taken') return isMany(field) ? chosen : taken[0]
  const text = left.map(one => one.text).join('、')
  return {
    ...unreadChoice(text, left.length > 1 ? { kind: 'unknown', candidates: [] } : first.verdict),
    before: unread.before ?? null,
    chosen,
  }
}

/** Whether the value at a path of a form, or in its line, is a text that is being looked up. */
export const isLookedUp = (values: Values, path: readonly (string | number)[]): boolean => {
  const value = path.reduce<unknown>((whole, step) => (whole as Values | undefined)?.[step], values)
  return isUnread(value) && value.awaited === true
}
