import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import { useNotify } from 'ra-core'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { DifferenceLine } from '../../model/line-differences.ts'
import { listSeparator } from '../../model/list-separator.ts'
import { ConfirmDialog } from '../components/confirm-dialog.tsx'
import { SheetFault } from '../components/sheet-state.tsx'
import { rootPage } from '../data/addresses.ts'
import { type RevisionDifferenceView, useRestore, useRevisionDifference } from '../data/descriptor-state.ts'
import { useModelIndex } from '../data/resource-part.ts'
import { useTab } from '../frame/tab-context.ts'
import type { RecordPanelProps } from '../frame/web-part.ts'
import { descriptorWords } from '../words/descriptor-words.ts'
import { useLanguage, useLocalized, useTranslation } from '../words/i18n.ts'
import { useOutcome } from './use-outcome.ts'
import './descriptors.css'

/** What a revision changed, and a way back to it. */
export function RevisionPanel({ record }: RecordPanelProps) {
  const translate = useTranslation(descriptorWords)
  const localized = useLocalized()
  const revision = String(record['revision'])
  const { data, error, refetch } = useRevisionDifference(revision)
  if (error && !data)
    return <SheetFault error={error} title={translate('descriptors.difference')} retry={() => void refetch()} />
  if (!data) return null
  const { before, changes, files, unapplied } = data
  // Nothing changes where the files are those of the current revision.
  const isRestorable = unapplied !== null && !(record['isCurrent'] === true && unapplied.length === 0)
  return (
    <section className="ruled revision py-16 inset" aria-label={translate('descriptors.difference')}>
      <p className="muted size-13">
        {before === null
          ? translate('descriptors.firstKept')
          : translate('descriptors.comparedWith', { number: before })}
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
      {isRestorable && (
        <Restore
          revision={revision}
          number={String(record['number'])}
          at={String(record['changeTime'])}
          unapplied={unapplied}
        />
      )}
    </section>
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
  readonly revision: string
  readonly number: string
  /** When it was applied. */
  readonly at: string
  readonly unapplied: NonNullable<RevisionDifferenceView['unapplied']>
}

/** The way back: texts that were never applied are replaced only after a confirmation. */
function Restore({ revision, number, at, unapplied }: RestoreProps) {
  const translate = useTranslation(descriptorWords)
  const language = useLanguage()
  const notify = useNotify()
  const navigate = useNavigate()
  const tab = useTab()
  const page = useModelIndex()?.pages.find(({ key }) => key === 'descriptors')?.path ?? rootPage
  const [isAsked, ask] = useState(false)
  const [isAgreed, agree] = useState(false)
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
        // The restored revision is another row: it gets the next number.
        if (tab) tab.leaveFor(page)
        else void navigate(page)
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
          title={translate('descriptors.restoreTitle', { number, at })}
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
