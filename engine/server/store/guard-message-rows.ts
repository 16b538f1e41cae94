import { wordsOfPath } from '../../compiler/checks/messages.ts'
import { problemText } from '../../compiler/problem-messages.ts'
import { placeholderFaults } from '../../fields/placeholder-faults.ts'
import type { Bilingual, Message, Model, Resource } from '../../model/model.ts'
import { overlaidRows } from '../../record/overlaid-rows.ts'
import type { RowChange } from '../auth/authority-guard.ts'
import { refuse } from '../errors/refuse.ts'
import type { Work } from './work.ts'

/** The fields of a message's row that belong to the descriptors. */
const identity = ['code', 'msgName', 'isBuiltIn'] as const

/** Refuses texts with placeholders that the compiler would refuse, and changes of what belongs to the descriptors. */
export function assureMessageRow({ ctx: { model } }: Work, resource: Resource, { before, after }: RowChange): void {
  if (!before || !after) throw refuse.conflict('described-row', messages.closed)
  for (const name of identity)
    if ((after[name] ?? null) !== (before[name] ?? null)) throw refuse.input({ [name]: messages.fixed })
  const message = model.messages[String(after['code'])]
  const errors = Object.keys(overlaidRows[resource.name]?.fields ?? {}).flatMap(name => {
    const fault = message && after[name] !== before[name] && faultOf(String(after[name] ?? ''), message, model)
    return fault ? [[name, fault] as const] : []
  })
  if (errors.length > 0) throw refuse.input(Object.fromEntries(errors))
}

/** The problem of the first placeholder that has one, with its hint. */
function faultOf(text: string, { of }: Message, model: Model): Bilingual | undefined {
  const resource = model.resources[of]
  const [fault] = resource ? placeholderFaults(text, resource, model) : []
  if (!fault) return undefined
  const { message, hint } = problemText(fault.code, wordsOfPath(fault))
  return { zh: `${message.zh}${hint?.zh ?? ''}`, en: [message.en, hint?.en].join(' ').trim() }
}

const messages = {
  closed: {
    zh: '消息由描述文件决定，不能新增或删除；修改过的文字可以恢复原文',
    en: 'Messages are defined by the descriptors and cannot be added or deleted. An edited text can be restored.',
  },
  fixed: { zh: '由描述文件决定，不能修改', en: 'This is defined by the descriptors and cannot be changed' },
} satisfies Readonly<Record<string, Bilingual>>
