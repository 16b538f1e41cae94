import type { MessagePreview } from '../../model/message-preview.ts'
import type { Resource } from '../../model/model.ts'
import { stepsOf } from '../../model/steps.ts'
import { demand } from '../auth/access.ts'
import { refuse } from '../errors/refuse.ts'
import { messageNamed } from './effects-send.ts'
import { readOne } from './get.ts'
import { deliveriesOf } from './message-receivers.ts'
import { messageSource, messageText } from './message-text.ts'
import type { Work } from './work.ts'

/**
 * The messages that a step would send about a record, of those with a preview at the path. Needs the right to the step.
 * The text lacks what the actor may not read, and phone numbers are masked.
 */
export async function previewMessages(
  work: Work,
  resource: Resource,
  id: string,
  path: string,
): Promise<MessagePreview[]> {
  const { ctx } = work
  const step = stepsOf(resource).find(({ sends = [] }) => sends.some(({ preview }) => preview === path))
  const effect = step?.sends?.find(({ preview }) => preview === path)
  if (!step || !effect) throw refuse.unknownName(path)
  const access = demand(ctx, resource, step.name)
  // Throws 404 unless the actor may make the step with the record.
  await readOne(work.queries, ctx, resource, access, id)
  const source = await messageSource(work, resource, id)
  const groups = Array.isArray(effect.to) ? (effect.to as readonly string[]) : undefined
  const all: MessagePreview[] = []
  for (const code of effect.messages) {
    const message = messageNamed(ctx.model, code)
    const deliveries = await deliveriesOf(work, source, { message, ...(groups && { groups }) })
    all.push({
      templateId: code,
      templateName: message.title[ctx.language],
      content: (await messageText(work, source, message.text, ctx)).zh,
      receivers: deliveries.map(({ group, receiver, channel, fault }) => ({
        sendObj: group,
        name: receiver === null ? null : masked(receiver),
        channel,
        ...(fault && { fault }),
      })),
    })
  }
  return all
}

/** A phone number with its middle digits hidden; names are unchanged. */
const masked = (receiver: string): string => receiver.replace(/^(\d{3})\d{4}(\d{4})$/, '$1****$2')
