import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import { useNotify } from 'ra-core'
import { useId, useState } from 'react'
import type { DifferenceLine } from '../../model/line-differences.ts'
import { listSeparator } from '../../model/list-separator.ts'
import { ConfirmDialog } from '../components/confirm-dialog.tsx'
import { SheetFault } from '../components/sheet-state.tsx'
import {
  type RevisionDifferenceView,
  type RevisionsView,
  type RevisionView,
  useRestore,
  useRevisionDifference,
} from '../data/descriptor-state.ts'
import { useTimeText } from '../data/time-text.ts'
import { descriptorWords } from '../words/descriptor-words.ts'
import { useLanguage, useLocalized, useTranslation } from '../words/i18n.ts'
import { useOutcome } from './use-outcome.ts'
import './descriptors.css'

/** The revisions that are kept, each with its difference and a way back. */
export function Revisions({ state }: { state: RevisionsView }) {
  const translate = useTranslation(descriptorWords)
  const [opened, setOpened] = useState<string>()
  const revisions = [state, ...state.former]
  return (
    <section className="mt-24">
      <h2 className="bold mb-8">{translate('descriptors.revisionsTitle')}</h2>
      <div className="list-table scroll relative flex-1">
        <table className="table revisions" aria-label={translate('descriptors.revisionsTitle')}>
          <thead>
            <tr>
              <th scope="col">{translate('descriptors.when')}</th>
              <th scope="col">{translate('descriptors.revision')}</th>
              <th scope="col">{translate('descriptors.author')}</th>
              <th scope="col">{translate('descriptors.confirmedBy')}</th>
              <th scope="col">{translate('descriptors.server')}</th>
              <th scope="col">{translate('descriptors.difference')}</th>
            </tr>
          </thead>
          <tbody>
            {revisions.map((one, place) => (
              <RevisionRow
                key={one.revision}
                revision={one}
                revisions={revisions}
                isCurrent={place === 0}
                isOpen={opened === one.revision}
                onToggle={() => setOpened(opened === one.revision ? undefined : one.revision)}
              />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

interface RevisionRowProps {
  readonly revision: RevisionView
  readonly revisions: readonly RevisionView[]
  readonly isCurrent: boolean
  readonly isOpen: boolean
  onToggle(): void
}

function RevisionRow({ revision: one, revisions, isCurrent, isOpen, onToggle }: RevisionRowProps) {
  const translate = useTranslation(descriptorWords)
  const timeText = useTimeText()
  const id = useId()
  return (
    <>
      <tr>
        <td>{timeText(one.changed)}</td>
        <td>
          <span title={one.revision}>{one.number}</span>
          {isCurrent && (
            <span className="size-12 nowrap good ml-10 block-phone m-0-phone!">
              {translate('descriptors.isServed')}
            </span>
          )}
        </td>
        <td>{one.author ?? translate('descriptors.byFiles')}</td>
        <td>{one.confirmed?.account ?? '—'}</td>
        <td title={one.server ?? undefined}>{one.server?.replace(/:\d+$/, '') ?? '—'}</td>
        <td>
          <Button size="small" aria-expanded={isOpen} {...(isOpen && { 'aria-controls': id })} onClick={onToggle}>
            {translate(isOpen ? 'descriptors.hideDifference' : 'descriptors.showDifference')}
          </Button>
        </td>
      </tr>
      {isOpen && (
        <tr className="revision-details" id={id}>
          <td colSpan={6}>
            <Difference revision={one} revisions={revisions} isCurrent={isCurrent} />
          </td>
        </tr>
      )}
    </>
  )
}

interface DifferenceProps {
  readonly revision: RevisionView
  readonly revisions: readonly RevisionView[]
  readonly isCurrent: boolean
}

function Difference({ revision, revisions, isCurrent }: DifferenceProps) {
  const translate = useTranslation(descriptorWords)
  const localized = useLocalized()
  const { data, error, refetch } = useRevisionDifference(revision.revision)
  if (error && !data)
    return <SheetFault error={error} title={translate('descriptors.difference')} retry={() => void refetch()} />
  if (!data) return null
  const { before, changes, files, unapplied } = data
  // Nothing changes where the files are those of the current revision.
  const isRestorable = unapplied !== null && !(isCurrent && unapplied.length === 0)
  return (
    <>
      <p className="muted size-13">
        {before === null
          ? translate('descriptors.firstKept')
          : translate('descriptors.comparedWith', {
              number: revisions.find(one => one.revision === before)?.number ?? '',
            })}
      </p>
      {before !== null && (
        <ul className="line-22 mt-6 mb-10 pl-20">
          {changes.map(change => (
            <li key={change.en}>{localized(change)}</li>
          ))}
          {changes.length === 0 && <li>{translate('descriptors.onlyDescriptions')}</li>}
        </ul>
      )}
      {files.map(({ file, change, lines }) => (
        <details className="mb-8" key={file} open={files.length === 1}>
          <summary className="line-28">
            <code>{file}</code> {translate(`descriptors.file-${change}`)}
          </summary>
          <Lines lines={lines} />
        </details>
      ))}
      {isRestorable && <Restore revision={revision} unapplied={unapplied} />}
    </>
  )
}

const marks = { same: ' ', removed: '-', added: '+', gap: '…' } as const

function Lines({ lines }: { lines: readonly DifferenceLine[] }) {
  return (
    <pre className="revision-lines text-12 boxed round-8 scrolls m-0 max-h-420 py-8 px-0 mono">
      {lines.map(({ mark, text }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a revision do not change
        <span className="block px-12" key={place} data-mark={mark}>{`${marks[mark]} ${text}\n`}</span>
      ))}
    </pre>
  )
}

interface RestoreProps {
  readonly revision: RevisionView
  readonly unapplied: NonNullable<RevisionDifferenceView['unapplied']>
}

/** The way back: texts that were never applied are replaced only after a confirmation. */
function Restore({ revision: { revision, number, changed }, unapplied }: RestoreProps) {
  const translate = useTranslation(descriptorWords)
  const language = useLanguage()
  const notify = useNotify()
  const [isAsked, ask] = useState(false)
  const [isAgreed, agree] = useState(false)
  const timeText = useTimeText()
  const report = useOutcome()
  const { mutateAsync, isPending } = useRestore(revision)
  const close = () => {
    ask(false)
    agree(false)
  }
  const restore = () =>
    report(
      () => mutateAsync(unapplied),
      ({ outcome }) => {
        close()
        notify(outcome === 'served' ? 'descriptors.restored' : 'descriptors.restoreWaits', {
          type: outcome === 'served' ? 'success' : 'warning',
        })
      },
    )
  return (
    <>
      <Button size="small" variant="outlined" onClick={() => ask(true)}>
        {translate('descriptors.restore')}
      </Button>
      {isAsked && (
        <ConfirmDialog
          title={translate('descriptors.restoreTitle', { number, at: timeText(changed) })}
          text={translate('descriptors.restoreHelp')}
          confirm={translate('descriptors.restore')}
          isDestructive={unapplied.length > 0}
          isHeld={unapplied.length > 0 && !isAgreed}
          isBusy={isPending}
          onConfirm={restore}
          onClose={close}
        >
          {unapplied.length > 0 && (
            <FormControlLabel
              control={<Checkbox size="small" onChange={event => agree(event.target.checked)} />}
              label={translate('descriptors.discard', { files: unapplied.join(listSeparator(language)) })}
            />
          )}
        </ConfirmDialog>
      )}
    </>
  )
}
