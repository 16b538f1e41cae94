import { useNotify } from 'ra-core'
import { listSeparator } from '../../model/list-separator.ts'
import { addressOf } from '../data/addresses.ts'
import { useModelIndex } from '../data/resource-part.ts'
import { useDoneNotice } from '../data/use-done-notice.tsx'
import { useLanguage } from '../words/i18n.ts'

/** A record that the step created, as the response names it. */
interface CreatedRecord {
  readonly resource: string
  readonly id: string
  readonly name: string
  /** An earlier step had created it. */
  readonly existed: boolean
}

/** Shows that a step was taken, with the address of the first record that it created. */
export function useStepNotice(): (texts: { readonly step: string; readonly what: string }, response: unknown) => void {
  const notify = useNotify()
  const notifyDone = useDoneNotice()
  const resources = useModelIndex()?.resources ?? []
  const language = useLanguage()
  return (texts, response) => {
    const created = createdIn(response)
    const [first] = created
    const of = resources.find(({ name }) => name === first?.resource)
    const done = texts.what === '' ? 'notice.actionDone' : 'notice.stepDone'
    if (!first || !of) return notify(done, { type: 'success', messageArgs: texts })
    notifyDone({
      message: created.every(({ existed }) => existed) ? 'notice.stepLinked' : 'notice.stepCreated',
      messageArgs: {
        ...texts,
        created: `${of.title[language]} ${created.map(({ name }) => name).join(listSeparator(language))}`,
      },
      ...(of.screens !== false && { address: addressOf(of, 'show', first.id) }),
    })
  }
}

function createdIn(response: unknown): readonly CreatedRecord[] {
  if (typeof response !== 'object' || response === null || !('creates' in response)) return []
  return Array.isArray(response.creates) ? response.creates : []
}
