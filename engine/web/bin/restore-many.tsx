import { type Asked, useQuestion, WorkDialog } from '../bulk/work-dialog.tsx'
import { useRefetch } from '../data/use-refetch.ts'
import { useTranslation } from '../words/i18n.ts'
import { workWords } from '../words/work-words.ts'

interface RestoreManyProps extends Asked {
  onClose(keep: readonly string[] | undefined): void
  onCancel(): void
}

/** Restores several records after a confirmation: how many can be restored, how many cannot, and why. */
export function RestoreMany(props: RestoreManyProps) {
  const translate = useTranslation(workWords)
  const { part, selected, count, onClose, onCancel } = props
  const { below, isHeld } = useQuestion(props, { kind: 'restore' }, { lines: 2 })
  return (
    <WorkDialog
      part={part}
      work={{ title: translate('bin.restore'), selected, bulkOperation: { kind: 'restore' } }}
      text={translate('bin.restoreSure', { count, resource: part.resource.titles[part.language] })}
      confirm={translate('bin.restoreCount', { count })}
      isHeld={isHeld}
      onEnd={useRefetch()}
      onClose={onClose}
      onCancel={onCancel}
    >
      {below}
    </WorkDialog>
  )
}
