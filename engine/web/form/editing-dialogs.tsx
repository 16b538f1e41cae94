import type { ResourcePart } from '../data/resource-part.ts'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { useSay } from '../words/i18n.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import type { RecordEditing } from './record-editing.ts'

/** What a save may run into: somebody saved first, or deleted the record. */
export function EditingDialogs({ part, editing }: { part: ResourcePart; editing: RecordEditing }) {
  const { resource, model, language, sources, may } = part
  const { state, theirs, isGone } = editing
  const say = useSay()
  if (theirs)
    return (
      <ConflictDialog
        resource={resource}
        model={model}
        language={language}
        sources={sources}
        before={state.initial()}
        mine={state.values()}
        theirs={theirs}
        onClose={editing.goBack}
        onMerge={editing.merge}
      />
    )
  if (!isGone) return null
  const title = say('form.goneTitle', { resource: resource.title[language] })
  return may.includes('add') ? (
    <ConfirmDialog
      title={title}
      text={say('form.goneText')}
      cancel={say('conflict.back')}
      confirm={say('form.saveAsNew')}
      onConfirm={editing.saveAsNew}
      onClose={editing.goBack}
    />
  ) : (
    <ConfirmDialog
      title={title}
      text={say('form.goneHelp')}
      confirm={say('conflict.back')}
      onConfirm={editing.goBack}
      onClose={editing.goBack}
    />
  )
}
