import type { Message, SendEffect } from '../../model/model.ts'
import { isChoice } from '../../model/steps.ts'
import { isEffective, stepScopeOf, textValue } from '../../record/expressions.ts'
import { fieldsRead } from '../../record/formulas.ts'
import type { TakenStep } from './effect-values.ts'
import { messageNamed } from './message-choice.ts'
import { storeMessage } from './message-outbox.ts'
import { deliveriesOf, groupNames, type MessageChoice } from './message-receivers.ts'
import { messageSource } from './message-text.ts'
import { sendNotice } from './outbox.ts'
import type { Work } from './work.ts'

/** Stores the messages that a step sends, with the values that the transaction has written. */
export async function applySends(work: Work, taken: TakenStep): Promise<void> {
  const { resource, step, record, input } = taken
  const effects = (step.sends ?? []).filter(effect => isWanted(work, taken, effect))
  if (effects.length === 0) return
  const id = String(record['id'])
  const source = await messageSource(work, resource, id)
  for (const effect of effects) {
    const message = messageOf(work, effect, taken.message)
    if (message.disabled) continue
    const text = textOf(work, taken, effect)
    const groups = groupNames(work.ctx.model, effect, input)
    const sending = { message, ...(text && { text }), ...(groups && { groups }) }
    for (const { group, text: content, ...one } of await deliveriesOf(work, source, sending)) {
      const of = {
        resource: resource.name,
        recordId: id,
        step: step.name,
        entryId: taken.entryId,
        message: message.code,
      }
      const subject = one.channel === 'email' && { subject: message.title.zh }
      await storeMessage(work, { ...of, ...one, ...subject, group, content: content.zh, english: content.en })
      if (one.channel === 'inApp' && one.fault === undefined && one.userId !== null)
        await sendNotice(work.queries, work.ids.next(), work.ctx.actor.tenantId, {
          to: { user: one.userId },
          level: 'info',
          text: content,
          record: { resource: resource.name, id },
        })
    }
  }
}

/** The text instead of the message's; undefined where there is none or it has no value. */
function textOf(
  { ctx }: Work,
  { resource, step, record, input }: TakenStep,
  { text }: SendEffect,
): MessageChoice['text'] {
  if (text === undefined) return undefined
  const scope = stepScopeOf(step)
  const value = textValue(ctx, resource, text, scope, { record, input })
  return value ? { value, reads: fieldsRead(ctx.model, resource, text, scope) } : undefined
}

function isWanted({ ctx }: Work, { resource, step, record, input }: TakenStep, effect: SendEffect): boolean {
  return effect.if === undefined || isEffective(ctx, resource, effect.if, stepScopeOf(step), { record, input })
}

function messageOf({ ctx }: Work, effect: SendEffect, chosen: Message | undefined): Message {
  if (!isChoice(effect)) return messageNamed(ctx.model, effect.messages[0])
  if (!chosen) throw new Error(`No message of ${effect.messages.join()} was chosen.`)
  return chosen
}
