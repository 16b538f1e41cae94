import { TextField } from '@mui/material'
import { FileWarning } from 'lucide-react'
import { useState } from 'react'
import type { ImportView, ProblemsPage, RowProblem } from '../../model/import-view.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { figure } from '../words/figure.ts'
import { useTranslation } from '../words/i18n.ts'
import { importWords } from '../words/import-words.ts'
import { CheckTable, useCheckRows } from './check-tables.tsx'
import { DownloadMenu } from './download-menu.tsx'
import type { Import } from './use-import.ts'

interface ProblemTableProps {
  readonly part: ResourcePart
  readonly view: ImportView
  readonly importing: Import
}

/** The problems by row and column, with proposed values and a download. */
export function ProblemTable({ part, view, importing }: ProblemTableProps) {
  const { language } = part
  const translate = useTranslation(importWords)
  const [field, setField] = useState<string>()
  const [page, setPage] = useState(1)
  const { running, version } = importing
  const { total = 0, problems = [] } = useCheckRows<ProblemsPage>({ part, view, version }, 'problems', page, {
    ...(field !== undefined && { field }),
  })
  const columns = columnsOf(view)
  const hasSheets = view.lines.some(({ sheet }) => sheet !== null)
  const take = ({ field: name, value, proposal }: RowProblem) => {
    if (name === undefined || value === undefined || !proposal) return
    void importing.check({ correction: { field: name, from: value, to: proposal.value } })
  }
  return (
    <section aria-label={translate('importing.problems')}>
      <div className="import-bar ruled row gap-12 muted size-13 num tap-44 py-6 inset wrap-phone">
        <span>{translate('importing.problemCount', { total: figure(total) })}</span>
        {view.counts.fixable > 0 && (
          <button
            type="button"
            className="link"
            disabled={running !== undefined}
            onClick={() => void importing.check({ proposals: true })}
          >
            {translate('importing.takeAll')}
          </button>
        )}
        <span className="room" />
        {columns.length > 1 && (
          <TextField
            select
            fullWidth={false}
            value={field ?? '*'}
            slotProps={{ select: { native: true }, htmlInput: { 'aria-label': translate('importing.ofColumn') } }}
            onChange={event => {
              setPage(1)
              setField(event.target.value === '*' ? undefined : event.target.value)
            }}
          >
            <option value="*">{translate('importing.everyColumn')}</option>
            {columns.map(({ field: name, column, rows }) => (
              <option key={name} value={name}>
                {column || translate('importing.wholeRow')} ({rows})
              </option>
            ))}
          </TextField>
        )}
        <ReportButton view={view} importing={importing} isSmall />
      </div>
      <CheckTable
        className={`import-problems fixed-table${hasSheets ? ' of-sheets' : ''}`}
        heads={[
          ...(hasSheets ? [[translate('importing.sheet'), 'w-128'] as const] : []),
          [translate('importing.row'), 'figure'],
          [translate('importing.column'), 'w-168'],
          [translate('importing.value'), 'import-problem-value'],
          [translate('importing.problem')],
          [translate('importing.proposal'), 'import-problem-proposal'],
        ]}
        text="importing.page"
        {...{ page, total, onTurn: setPage }}
      >
        {problems.map(problem => (
          <tr className="row-hovers" key={`${problem.sheet} ${problem.row} ${problem.field} ${problem.message.en}`}>
            {hasSheets && <td>{problem.sheet ?? view.sheet}</td>}
            <td className="figure">{problem.row}</td>
            <td>{problem.column ?? '—'}</td>
            <td className="import-wrong late">
              <span className="clip" title={problem.value}>
                {problem.value ?? (problem.column ? translate('importing.emptyCell') : '—')}
              </span>
            </td>
            <td className="muted">{problem.message[language]}</td>
            <td>
              {problem.proposal ? (
                <span className="import-proposal flex spread gap-16 items-center-phone">
                  <span>{problem.proposal.label[language]}</span>
                  <button
                    type="button"
                    className="link fixed size-13 tap-44-phone"
                    disabled={running !== undefined}
                    aria-label={translate('importing.takeThis', { text: problem.proposal.label[language] })}
                    onClick={() => take(problem)}
                  >
                    {translate('importing.take')}
                  </button>
                </span>
              ) : (
                <span className="nothing">—</span>
              )}
            </td>
          </tr>
        ))}
      </CheckTable>
    </section>
  )
}

/** Downloads the problems as a list, or the invalid rows unchanged. */
export function ReportButton({ view, ...part }: Omit<ProblemTableProps, 'part'> & { readonly isSmall?: boolean }) {
  const translate = useTranslation(importWords)
  const report = `/${view.id}/report?of=`
  return (
    <DownloadMenu
      {...part}
      icon={<FileWarning />}
      title={translate('importing.report')}
      files={[
        [translate('importing.reportProblems'), `${report}problems`],
        [translate('importing.reportWrongRows'), `${report}wrong-rows`],
      ]}
    />
  )
}

/** Columns with problems, each once. */
function columnsOf({ summary }: ImportView) {
  const found = new Map<string, { field: string; column: string; rows: number }>()
  for (const { field, sheet, column: head, rows } of summary) {
    const column = [sheet, head].filter(Boolean).join(' · ')
    const known = found.get(field ?? '')
    if (known) known.rows += rows
    else found.set(field ?? '', { field: field ?? '', column, rows })
  }
  return [...found.values()]
}
