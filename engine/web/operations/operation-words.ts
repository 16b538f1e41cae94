import { useQuery } from '@tanstack/react-query'
import type { OperationView } from '../../model/operation-view.ts'
import { useEngine } from '../data/engine-context.ts'
import { partQuery } from '../data/model-source.ts'
import { useModelIndex } from '../data/resource-part.ts'
import { useLocalized, useTranslation } from '../words/i18n.ts'
import { workWords } from '../words/work-words.ts'

/** The title of a resource as in the menu; its name, where the user has no list of it. */
export function useResourceTitle(): (name: string) => string {
  const localized = useLocalized()
  const resources = useModelIndex()?.resources
  return name => {
    const entry = resources?.find(one => one.name === name)
    return entry ? localized(entry.title) : name
  }
}

/** What an operation did, in a few words: the title of its transition, action or bind, else its kind. */
export function useOperationTitle({ kind, step, resource, undoneKind }: OperationView): string {
  const translate = useTranslation(workWords)
  const localized = useLocalized()
  const { session } = useEngine()
  const { data } = useQuery({ ...partQuery(session, resource), enabled: step !== null, retry: false })
  const known = data?.model.resources[resource]
  const title = [...(known?.lifecycle?.transitions ?? []), ...(known?.actions ?? []), ...(known?.binds ?? [])].find(
    one => one.name === step,
  )?.title
  const plain = kind === 'undo' ? (undoneKind ?? 'undo') : kind
  const what = title ? localized(title) : translate(`operationKinds.${plain}`)
  return kind === 'undo' ? translate('operations.undoOf', { what }) : what
}
