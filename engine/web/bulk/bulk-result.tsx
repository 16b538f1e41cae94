import Button from '@mui/material/Button'
import { Copy, Download } from 'lucide-react'
import { useNotify } from 'ra-core'
import { Link } from 'react-router'
import { copyText } from '../components/copy-text.ts'
import { SheetDialog } from '../components/dialog.tsx'
import { addressOf, operationAddress } from '../data/addresses.ts'
import { type BulkResult, type BulkWork, type FailedRow, reasonOf } from '../data/bulk.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { saveFile } from '../export/save-file.ts'
import { figure } from '../words/figure.ts'
import { useTranslation } from '../words/i18n.ts'
import { workWords } from '../words/work-words.ts'
import { failuresCsv, failuresText } from './bulk-failures.ts'

interface BulkResultProps {
  readonly part: ResourcePart
  readonly work: BulkWork
  readonly result: BulkResult
  onClose(keep: readonly string[] | undefined): void
}

/** Maximum number of failures shown; the file contains all. */
const maxShown = 200

/** The result of a bulk operation: counts of done and unknown records, and the reason of each failure. */
export function BulkResultView({ part, work, result, onClose }: BulkResultProps) {
  const translate = useTranslation(workWords)
  const { done, failed, left, operation } = result
  const again = againOf(work, result)
  return (
    <SheetDialog
      title={done.length === 0 && failed.length > 0 ? `${work.title} · ${translate('bulk.noneDone')}` : work.title}
      width={800}
      onClose={() => onClose(undefined)}
      foot={close => (
        <>
          {operation !== undefined && (
            <Button variant="text" color="inherit" component={Link} to={operationAddress(operation)} onClick={close}>
              {translate('operations.oneTitle')}
            </Button>
          )}
          {again.length > 0 && (
            <Button variant="outlined" color="inherit" onClick={() => onClose(again)}>
              {translate('bulk.keepFailed')}
            </Button>
          )}
          <Button variant="contained" color="primary" autoFocus onClick={close}>
            {translate('bulk.close')}
          </Button>
        </>
      )}
    >
      <div role="status">
        <dl className="bulk-figures flex wrap mb-12 gap-y-12 gap-x-40">
          <Figure title={translate('bulk.doneTitle')} count={done.length} />
          <Figure title={translate('bulk.failedTitle')} count={failed.length} isWrong={failed.length > 0} />
          {left > 0 && <Figure title={translate('bulk.leftTitle')} count={left} />}
        </dl>
      </div>
      {left > 0 && <Rest result={result} />}
      {failed.length > 0 && <Failures part={part} title={work.title} rows={failed} />}
    </SheetDialog>
  )
}

/** Records to retry: those that failed, and those without a result, where their ids are known. */
function againOf({ selected }: BulkWork, { done, failed }: BulkResult): readonly string[] {
  if (!('ids' in selected)) return failed.map(({ id }) => id)
  const through = new Set(done)
  return selected.ids.filter(id => !through.has(id))
}

function Rest({ result: { end, done, left, message } }: { result: BulkResult }) {
  const translate = useTranslation(workWords)
  const count = figure(left)
  const text =
    end === 'stopped'
      ? translate('bulk.stopped', { count })
      : end === 'given-up'
        ? translate('bulk.untouched', { count, reason: message ?? '' })
        : translate('bulk.broken', { count, done: figure(done.length) })
  return <p className="text-13 round-8 mb-12 py-10 px-14 amber-tint">{text}</p>
}

function Figure({ title, count, isWrong }: { title: string; count: number; isWrong?: boolean }) {
  return (
    <div className={isWrong ? 'mistake' : undefined}>
      <dt className="muted text-13">{title}</dt>
      <dd className="bold num size-26 line-34">{figure(count)}</dd>
    </div>
  )
}

function Failures({ part, title, rows }: { part: ResourcePart; title: string; rows: readonly FailedRow[] }) {
  const translate = useTranslation(workWords)
  const notify = useNotify()
  const { resource, language } = part
  const copy = async () => {
    const isCopied = await copyText(failuresText(rows))
    notify(isCopied ? 'bulk.copied' : 'bulk.notCopied', { type: isCopied ? 'success' : 'warning' })
  }
  const download = () => {
    const csv = failuresCsv(['id', resource.title[language], translate('bulk.reason')], rows)
    const name = translate('bulk.file', { resource: resource.titles[language], what: title })
    saveFile(new Blob([csv], { type: 'text/csv;charset=utf-8' }), `${name}.csv`)
  }
  return (
    <>
      <header className="row gap-4 h-36">
        <h3 className="size-15">{translate('bulk.why')}</h3>
        <span className="room" />
        <Button variant="text" size="small" startIcon={<Copy />} onClick={copy}>
          {translate('bulk.copy')}
        </Button>
        <Button variant="text" size="small" startIcon={<Download />} onClick={download}>
          {translate('bulk.download')}
        </Button>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable by keyboard */}
      <section className="bulk-list boxed round-10 scrolls max-h-400" tabIndex={0} aria-label={translate('bulk.why')}>
        <table className="table">
          <thead>
            <tr>
              <th className="sticky top-0" scope="col">
                {resource.title[language]}
              </th>
              <th className="sticky top-0" scope="col">
                {translate('bulk.reason')}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, maxShown).map(row => (
              <tr key={row.id}>
                <td className="break py-7 px-12 align-top">
                  <Link
                    className="row-link inherit medium undecorated"
                    to={addressOf(resource, 'show', row.id)}
                    target="_blank"
                    rel="noopener"
                  >
                    {row.display}
                  </Link>
                </td>
                <td className="break py-7 px-12 align-top">{reasonOf(row)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {rows.length > maxShown && (
        <p className="muted text-13 mt-8">{translate('bulk.more200', { smart_count: rows.length - maxShown })}</p>
      )}
    </>
  )
}
