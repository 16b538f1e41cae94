import { wordsOfPath } from '../../../compiler/checks/messages.ts'
import { problemText } from '../../../compiler/problem-messages.ts'
import type { FieldMessages } from '../../../fields/fault.ts'
import { placeholderFaults } from '../../../fields/placeholder-faults.ts'
import { channelEntries, receiverGroups } from '../../../model/message.ts'
import type { Bilingual, Message, Model, Resource } from '../../../model/model.ts'
import { previewsOf } from '../../../model/steps.ts'
import type { RowChange } from '../../auth/authority-guard.ts'
import { sql, word } from '../../database/fragment.ts'
import { runAll } from '../../database/run.ts'
import type { Row } from '../../database/shape.ts'
import { refuse } from '../../errors/refuse.ts'
import type { Work } from '../work.ts'

/** The fields of a message's row that belong to the descriptors. */
const identity = ['templateCode', 'isBuiltIn'] as const
/** What an added template narrows of the one on which it is based; checked where it changes. */
const choices = ['basedOn', 'sendObj', 'channels'] as const

const isOther = (one: unknown, other: unknown): boolean => JSON.stringify(one ?? null) !== JSON.stringify(other ?? null)

/**
 * Refuses texts with placeholders that the compiler would refuse, and changes of what belongs to the descriptors. A
 * template that operators add has the resource, the receivers and the channels of one of these.
 */
export async function assureMessageRow(work: Work, resource: Resource, { before, after }: RowChange): Promise<void> {
  const isBuiltIn = (before ?? after)?.['isBuiltIn'] === true
  if (isBuiltIn && !(before && after)) throw refuse.conflict('described-row', messages.closed)
  if (!after) return
  for (const name of isBuiltIn ? identity : [])
    if ((after[name] ?? null) !== (before?.[name] ?? null)) throw refuse.input({ [name]: messages.fixed })
  const { model } = work.ctx
  const code = isBuiltIn ? String(after['templateCode']) : await baseOf(work, resource, after)
  const message = code === undefined ? undefined : model.messages[code]
  const errors: FieldMessages = {
    ...(message && textFaults(model, message, before, after)),
    ...(!isBuiltIn &&
      choices.some(name => isOther(before?.[name], after[name])) &&
      faultsOfAdded(model, message, after)),
  }
  if (Object.keys(errors).length > 0) throw refuse.input(errors)
  if (!isBuiltIn && message) after['sourceResource'] = message.of
}

/** The code of the message of a file on which a template is based. A code of a former file is refused: it may return. */
async function baseOf({ queries }: Work, { table }: Resource, row: Row): Promise<string | undefined> {
  const rows = await runAll(
    queries,
    sql`select id::text as id, template_code as code, is_deleted <> 0 as former from ${word(`"${table}"`)}
      where is_built_in and (id = ${row['basedOn'] ?? null}::bigint or template_code = ${row['templateCode']})`,
  )
  const known = rows.some(({ code, former }) => former === true && code === row['templateCode'])
  if (known) throw refuse.input({ templateCode: messages.former })
  const base = rows.find(({ id, former }) => id === row['basedOn'] && former !== true)
  return base && String(base['code'])
}

function textFaults(model: Model, message: Message, before: Row | null, after: Row): FieldMessages {
  return Object.fromEntries(
    ['textZh', 'textEn'].flatMap(name => {
      const fault = after[name] !== before?.[name] && faultOf(String(after[name] ?? ''), message, model)
      return fault ? [[name, fault] as const] : []
    }),
  )
}

/** The problem of the first placeholder that has one, with its hint. */
function faultOf(text: string, { of }: Message, model: Model): Bilingual | undefined {
  const resource = model.resources[of]
  const [fault] = resource ? placeholderFaults(text, resource, model) : []
  if (!fault) return undefined
  const { message, hint } = problemText(fault.code, wordsOfPath(fault))
  return { zh: `${message.zh}${hint?.zh ?? ''}`, en: [message.en, hint?.en].join(' ').trim() }
}

function faultsOfAdded(model: Model, base: Message | undefined, row: Row): FieldMessages {
  if (!base) return { basedOn: messages.noBase }
  const of = model.resources[base.of]
  if (!of || !previewsOf(of).some(({ effect }) => effect.open)) return { basedOn: messages.noStep }
  const lists = [
    ['sendObj', receiverGroups, base.to.map(({ name }) => name)],
    ['channels', channelEntries, base.channels],
  ] as const
  return Object.fromEntries(
    lists.flatMap(([name, code, known]) => {
      const entries = model.dictionaries[code]?.entries.filter(entry => known.some(one => one === entry.name)) ?? []
      const isKnown = (key: unknown) => entries.some(entry => entry.key === key)
      return [row[name] ?? []].flat().every(isKnown)
        ? []
        : [[name, notOfBase(entries.map(({ title }) => title))] as const]
    }),
  )
}

const notOfBase = (known: readonly Bilingual[]): Bilingual => ({
  zh: `参照的模板只有：${known.map(({ zh }) => zh).join('、')}`,
  en: `The template it is based on only has: ${known.map(({ en }) => en).join(', ')}`,
})

const messages = {
  closed: {
    zh: '该消息来自描述文件，不能删除；可以停用或恢复原文',
    en: 'The message comes from the descriptors and cannot be deleted. It can be disabled, or its text restored.',
  },
  fixed: { zh: '由描述文件决定，不能修改', en: 'This is defined by the descriptors and cannot be changed' },
  former: { zh: '描述文件用过这个编码，请换一个', en: 'The descriptors used this code before. Enter another one.' },
  noBase: { zh: '请选择来自描述文件的模板', en: 'Select a template of the descriptors' },
  noStep: {
    zh: '该业务没有可选择消息模板的操作',
    en: 'No action of this resource lets users choose a message template',
  },
} satisfies Readonly<Record<string, Bilingual>>
