import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { useMemo } from 'react'
import type { Step } from '../../model/model.ts'
import { SheetDialog } from '../components/dialog.tsx'
import { useHistory } from '../data/history.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { HistoryEntryShown } from '../history/history-entry.tsx'
import { momentText } from '../history/moment.ts'
import { useReferenceNames } from '../history/reference-names.ts'
import { shownValues } from '../history/shown-changes.ts'
import type { VersionValues } from '../history/versions.ts'
import { isAvailableStep } from '../record/available-steps.ts'
import { useEvaluationContext } from '../record/evaluation-context.ts'
import { useTranslation } from '../words/i18n.ts'
import { recordWords } from '../words/record-words.ts'
import '../history/history-line.css'

interface StaleStepDialogProps {
  readonly part: ResourcePart
  readonly step: Step
  /** The record as the user knew it. */
  readonly before: VersionValues
  /** As it is now. */
  readonly theirs: VersionValues
  onGoOn(): void
  onClose(): void
}

/**
 * Another user changed the record before the step was run: shows the change, the user and the time, and asks whether to
 * continue.
 */
export function StaleStepDialog({ part, step, before, theirs, onGoOn, onClose }: StaleStepDialogProps) {
  const { resource, language } = part
  const translate = useTranslation(recordWords)
  const context = useEvaluationContext()
  const { clock } = context()
  const name = step.title[language]
  const isOpen = isAvailableStep(part, step, theirs, context())
  const at = theirs['updateTime']
  const help = translate('step.staleHelp', {
    who: String(theirs['updateUserName'] ?? translate('conflict.otherUser')),
    time: typeof at === 'string' ? momentText(at, clock.now, clock.zone, translate) : '',
    theirs: String(theirs['version']),
    mine: String(before['version']),
  })
  return (
    <SheetDialog
      title={translate('step.staleTitle', { resource: resource.title[language] })}
      help={help}
      width={800}
      onClose={onClose}
      foot={close => (
        <>
          <Button variant={isOpen ? 'outlined' : 'contained'} color={isOpen ? 'inherit' : 'primary'} onClick={close}>
            {translate(isOpen ? 'step.staleStop' : 'step.staleSeen')}
          </Button>
          {isOpen && (
            <Button variant="contained" color="primary" onClick={onGoOn}>
              {translate('step.staleGoOn', { step: name })}
            </Button>
          )}
        </>
      )}
    >
      {!isOpen && <p className="size-14 line-22 mb-16">{translate('step.staleClosed', { step: name })}</p>}
      <ChangesSince part={part} before={before} theirs={theirs} />
    </SheetDialog>
  )
}

/** Each change since the version that the user knew, the newest first. */
function ChangesSince({ part, before, theirs }: Pick<StaleStepDialogProps, 'part' | 'before' | 'theirs'>) {
  const translate = useTranslation(recordWords)
  const { entries, error, refetch } = useHistory(part.resource.name, String(theirs['id']), theirs['version'])
  const since = useMemo(
    () => entries?.filter(({ version }) => version !== null && version > Number(before['version'])) ?? [],
    [entries, before],
  )
  const names = useReferenceNames(
    part,
    useMemo(() => shownValues(part, since), [part, since]),
  )
  if (error)
    return (
      <p className="quiet text-12 num mb-12" role="status">
        {translate('history.failed')}{' '}
        <button type="button" className="link" onClick={refetch}>
          {translate('history.retry')}
        </button>
      </p>
    )
  // The record known before may replace its history, and contains none of these.
  if (since.length === 0) return <Skeleton variant="rounded" height={72} />
  return (
    <ol>
      {since.map(entry => (
        <HistoryEntryShown key={entry.id} part={part} record={theirs} entry={entry} names={names} isOpen />
      ))}
    </ol>
  )
}
