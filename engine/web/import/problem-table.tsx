import { Button, Menu, MenuItem, TextField } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { FileWarning } from 'lucide-react'
import { useState } from 'react'
import type { ImportView, RowProblem } from '../../model/import-view.ts'
import { Pager } from '../components/pager.tsx'
import { useMenu } from '../components/use-menu.ts'
import { useEngine } from '../data/engine-context.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { figure } from '../words/figure.ts'
import { useTranslation } from '../words/i18n.ts'
import { importWords } from '../words/import-words.ts'
import type { Import } from './use-import.ts'

interface ProblemTableProps {
  readonly part: ResourcePart
  readonly view: ImportView
  readonly importing: Import
}

const size = 50

/** The problems by row and column, with proposed values and a download. */
export function ProblemTable({ part, view, importing }: ProblemTableProps) {
  const { language } = part
  const translate = useTranslation(importWords)
  const { session } = useEngine()
  const [field, setField] = useState<string>()
  const [page, setPage] = useState(1)
  const { running, version } = importing
  const found = useQuery({
    queryKey: ['engine', 'import', view.id, 'problems', version, view.counts.wrong, field ?? null, page],
    queryFn: () =>
      session.call<{ readonly total: number; readonly problems: readonly RowProblem[] }>(
        `/api/engine/import/${part.resource.name}/${view.id}/problems`,
        { query: { current: page, size, ...(field !== undefined && { field }) } },
      ),
    placeholderData: before => before,
    gcTime: 0,
  })
  const { total = 0, problems = [] } = found.data ?? {}
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
      <table className={`table import-table import-problems fixed-table${hasSheets ? ' of-sheets' : ''}`}>
        <thead>
          <tr>
            {hasSheets && <th className="w-128">{translate('importing.sheet')}</th>}
            <th className="figure">{translate('importing.row')}</th>
            <th className="w-168">{translate('importing.column')}</th>
            <th className="import-problem-value">{translate('importing.value')}</th>
            <th>{translate('importing.problem')}</th>
            <th className="import-problem-proposal">{translate('importing.proposal')}</th>
          </tr>
        </thead>
        <tbody>
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
        </tbody>
      </table>
      <Pager page={page} size={size} total={total} text="importing.page" onTurn={to => setPage(to.page)} />
    </section>
  )
}

interface ReportButtonProps extends Omit<ProblemTableProps, 'part'> {
  readonly isSmall?: boolean
}

/** Downloads the problems as a list, or the invalid rows unchanged. */
export function ReportButton({ view, importing, isSmall = false }: ReportButtonProps) {
  const translate = useTranslation(importWords)
  const { opener, menu, choose } = useMenu()
  const fetchAs = (of: string) => choose(() => void importing.fetchFile(`/${view.id}/report?of=${of}`))
  return (
    <>
      <Button
        variant="outlined"
        color="inherit"
        size={isSmall ? 'small' : 'medium'}
        startIcon={<FileWarning />}
        {...opener}
      >
        {translate('importing.report')}
      </Button>
      <Menu {...menu}>
        <MenuItem onClick={fetchAs('problems')}>{translate('importing.reportProblems')}</MenuItem>
        <MenuItem onClick={fetchAs('wrong-rows')}>{translate('importing.reportWrongRows')}</MenuItem>
      </Menu>
    </>
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
