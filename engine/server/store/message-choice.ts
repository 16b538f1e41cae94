import type { Step } from '../../model/model.ts'
import { messageChoices } from '../../model/steps.ts'
import { near } from '../../rules/near.ts'
import { refuse } from '../errors/refuse.ts'

/** The message that a request chooses by `templateId`; undefined where there is nothing to choose. */
export function chosenMessage(step: Step, given: unknown): string | undefined {
  const choices = messageChoices(step)
  if (choices.length === 0) return undefined
  if (given === undefined || given === null || given === '')
    throw refuse.input({ templateId: { zh: '请选择消息', en: 'Please select the message' } })
  const code = choices.find(one => one === given)
  if (code === undefined) {
    const nearest = near(String(given).slice(0, 64), choices)
    const known = nearest === undefined ? choices : [nearest]
    throw refuse.input({
      templateId: {
        zh: `没有这条消息，可用：${known.join('、')}`,
        en: `Unknown message. Known: ${known.join(', ')}`,
      },
    })
  }
  return code
}
