import type { FieldMessages } from '../../fields/fault.ts'
import { placeholderFaults } from '../../fields/placeholder-faults.ts'
import { channelEntries, entryKeyOf, receiverGroups } from '../../model/message.ts'
import type { Bilingual, Message, Model, Resource, SendEffect, Step } from '../../model/model.ts'
import { choosingEffect } from '../../model/steps.ts'
import { messageRows } from '../../record/overlaid-rows.ts'
import { near } from '../../rules/near.ts'
import { sql, word } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import type { Row } from '../database/shape.ts'
import type { Work } from './work.ts'

/** A message that a descriptor names. */
export function messageNamed({ messages }: Model, code: string | undefined): Message {
  const message = code !== undefined && Object.hasOwn(messages, code) ? messages[code] : undefined
  if (!message) throw new Error(`There is no message "${code}".`)
  return message
}

/** The enabled messages of an effect: those of files, then those that operators added. */
export async function offeredMessages(
  work: Work,
  resource: Resource,
  { messages, open }: SendEffect,
): Promise<readonly Message[]> {
  const ofFiles = messages.map(code => messageNamed(work.ctx.model, code)).filter(({ disabled }) => !disabled)
  return open ? [...ofFiles, ...(await addedMessages(work, resource))] : ofFiles
}

/** The enabled templates of operators whose texts the present descriptors can render. */
async function addedMessages({ ctx: { model }, queries }: Work, resource: Resource): Promise<readonly Message[]> {
  const table = model.resources[messageRows]?.table
  if (table === undefined) return []
  const rows = await runAll(
    queries,
    sql`select t.template_code as code, t.template_name as zh, t.english_name as en, t.text_zh as "textZh",
        t.text_en as "textEn", t.send_obj as "sendObj", t.channels, b.template_code as base
      from ${word(`"${table}" t join "${table}" b`)} on b.id = t.based_on
      where b.source_resource = ${resource.name} and t.is_built_in is not true and t.enabled and t.is_deleted = 0
      order by t.id`,
  )
  return rows.flatMap(row => addedMessage(model, resource, row) ?? [])
}

function addedMessage(model: Model, resource: Resource, row: Row): Message | undefined {
  const base = model.messages[String(row['base'])]
  const text = { zh: String(row['textZh']), en: String(row['textEn']) }
  const isRenderable = Object.values(text).every(one => placeholderFaults(one, resource, model).length === 0)
  if (base?.of !== resource.name || !isRenderable) return undefined
  const chosen = (name: string, of: string, key: string) =>
    [row[name] ?? []].flat().includes(entryKeyOf(model, of, key))
  return {
    code: String(row['code']),
    title: { zh: String(row['zh']), en: String(row['en']) },
    of: resource.name,
    text,
    to: base.to.filter(({ name }) => chosen('sendObj', receiverGroups, name)),
    channels: base.channels.filter(name => chosen('channels', channelEntries, name)),
  }
}

/** The message that a request chooses by `templateId`, or why it chooses none; neither where there is nothing to choose. */
export async function chosenMessage(
  work: Work,
  resource: Resource,
  step: Step,
  given: unknown,
): Promise<{ readonly message?: Message; readonly faults?: FieldMessages }> {
  const effect = choosingEffect(step)
  if (!effect) return {}
  const offered = await offeredMessages(work, resource, effect)
  const isGiven = given !== undefined && given !== null && given !== ''
  // A single message of a file is the default.
  const code = isGiven ? given : effect.messages.length === 1 ? effect.messages[0] : undefined
  const message = offered.find(one => one.code === code)
  if (message) return { message }
  return { faults: { templateId: faultOf(isGiven ? String(given) : undefined, offered) } }
}

function faultOf(given: string | undefined, offered: readonly Message[]): Bilingual {
  if (offered.length === 0) return { zh: '消息模板都已停用', en: 'All message templates are disabled' }
  if (given === undefined) return { zh: '请选择消息', en: 'Please select the message' }
  const choices = offered.map(({ code }) => code)
  const nearest = near(given.slice(0, 64), choices)
  const known = nearest === undefined ? choices : [nearest]
  return {
    zh: `没有这条消息，可用：${known.join('、')}`,
    en: `Unknown message. Known: ${known.join(', ')}`,
  }
}
