import { ConfirmDialog } from '../components/confirm-dialog.tsx'
import type { ResourcePart } from '../data/resource-part.ts'
import { useTranslation } from '../words/i18n.ts'
import { recordWords } from '../words/record-words.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import type { RecordEditing } from './record-editing.ts'

/** Conflicts of a save: another user saved first, or deleted the record. */
export function EditingDialogs({ part, editing }: { part: ResourcePart; editing: RecordEditing }) {
  const { resource, model, language, sources, may } = part
  const { state, theirs, isGone } = editing
  const translate = useTranslation(recordWords)
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
  const title = translate('form.goneTitle', { resource: resource.title[language] })
  return may.includes('add') ? (
    <ConfirmDialog
      title={title}
      text={translate('form.goneText')}
      cancel={translate('conflict.back')}
      confirm={translate('form.saveAsNew')}
      onConfirm={editing.saveAsNew}
      onClose={editing.goBack}
    />
  ) : (
    <ConfirmDialog
      title={title}
      text={translate('form.goneHelp')}
      confirm={translate('conflict.back')}
      onConfirm={editing.goBack}
      onClose={editing.goBack}
    />
  )
}
