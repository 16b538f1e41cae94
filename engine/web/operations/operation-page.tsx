import Button from '@mui/material/Button'
import { type ReactNode, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { isReference } from '../../fields/traits.ts'
import type { OperationRow, OperationView } from '../../model/operation-view.ts'
import { ScreenHead } from '../components/screen-head.tsx'
import { SheetFault, SheetLoading } from '../components/sheet-state.tsx'
import { addressOf, operationAddress, operationsPage } from '../data/addresses.ts'
import { useOperation, useOperationRows } from '../data/operations.ts'
import { useModelIndex, useResourcePart } from '../data/resource-part.ts'
import { useRecordId } from '../frame/record-id.ts'
import { FieldCell } from '../list/field-cell.tsx'
import { ListSkeleton } from '../list/list-states.tsx'
import { figure } from '../words/figure.ts'
import { useTranslation } from '../words/i18n.ts'
import { workWords } from '../words/work-words.ts'
import { OperationFile } from './export-file.tsx'
import { OperationCount } from './operation-count.tsx'
import { OperationStateTag } from './operation-state.tsx'
import { useOperationTitle, useResourceTitle } from './operation-words.ts'
import { UndoButton } from './undo-button.tsx'
import '../list/list.css'
import '../list/list-table.css'
import '../bulk/bulk.css'
import './operations.css'

/** One operation: user, time, kind, and the result of each record. */
export function OperationPage() {
  const id = useRecordId()
  const translate = useTranslation(workWords)
  const { data, error, refetch } = useOperation(id)
  if (data) return <Sheet operation={data} />
  if (error) return <SheetFault error={error} title={translate('operations.oneTitle')} retry={() => void refetch()} />
  return <SheetLoading />
}

function Sheet({ operation }: { operation: OperationView }) {
  const translate = useTranslation(workWords)
  const navigate = useNavigate()
  const titleOf = useResourceTitle()
  const title = useOperationTitle(operation)
  const { id, resource, userName, started, finished, failed, kind, undoOf, importFile, exported } = operation
  const hasRows = kind !== 'export'
  return (
    <>
      <ScreenHead
        title={`${title} · ${titleOf(resource)}`}
        back={{ label: translate('operations.back'), onClick: () => navigate(operationsPage) }}
      >
        <OperationFile operation={operation} />
        <UndoButton operation={operation} />
      </ScreenHead>
      <div className="list-main operations stack grow">
        <dl className="operation-facts divided flex wrap py-16 inset">
          <Fact title={translate('operations.who')}>{userName}</Fact>
          <Fact title={translate('operations.when')}>{started}</Fact>
          {finished !== null && finished !== started && <Fact title={translate('operations.until')}>{finished}</Fact>}
          <Fact title={translate('operations.count')}>
            <OperationCount operation={operation} />
          </Fact>
          <Fact title={translate('operations.state')}>
            <OperationStateTag operation={operation} />
          </Fact>
          {undoOf !== null && (
            <Fact title={translate('operations.reverted')}>
              <Link to={operationAddress(undoOf)}>{translate('operations.details')}</Link>
            </Fact>
          )}
          {importFile && <Fact title={translate('operations.fromFile')}>{importFile.name}</Fact>}
          {exported && (
            <Fact title={translate('operations.exportedAs')}>
              {exported.format === 'csv' ? 'CSV' : 'Excel'} ·{' '}
              {translate('operations.columns', { smart_count: exported.columns })}
              {exported.file !== 'there' && ` · ${translate(`exportedFiles.${exported.file}`)}`}
            </Fact>
          )}
        </dl>
        {operation.edited && <Edited operation={operation} edited={operation.edited} />}
        {hasRows && <Rows id={id} resource={resource} hasFailed={failed > 0} />}
        {importFile?.hasReport && failed > 0 && (
          <p className="muted size-13 py-12 inset">{translate('operations.wrongRows')}</p>
        )}
      </div>
    </>
  )
}

function Fact({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <dt className="muted text-12">{title}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** The values set by an edit. */
function Edited({ operation, edited }: { operation: OperationView; edited: NonNullable<OperationView['edited']> }) {
  const translate = useTranslation(workWords)
  const { data: part } = useResourcePart(operation.resource)
  if (!part) return null
  const fields = part.resource.fields.filter(({ name }) => Object.hasOwn(edited, name))
  return (
    <dl className="operation-facts divided flex wrap py-16 inset">
      {fields.map(field => (
        <Fact key={field.name} title={field.title[part.language]}>
          {edited[field.name] === null ? (
            <span className="muted">{translate('operations.emptied')}</span>
          ) : isReference(field) ? (
            [edited[field.name]].flat().length
          ) : (
            <FieldCell part={part} field={field} record={{ id: operation.id, ...edited }} />
          )}
        </Fact>
      ))}
    </dl>
  )
}

function Rows({ id, resource, hasFailed }: { id: string; resource: string; hasFailed: boolean }) {
  const translate = useTranslation(workWords)
  const [which, setWhich] = useState<'all' | 'failed'>(hasFailed ? 'failed' : 'all')
  const { data, error, isPending, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useOperationRows(
    id,
    which,
  )
  const rows = data?.pages.flatMap(page => page.rows) ?? []
  return (
    <>
      <header className="operation-rows-head row gap-4 h-36 inset">
        <h3 className="size-15">{translate('operations.rows')}</h3>
        <span className="room" />
        {hasFailed && (
          <Button variant="text" size="small" onClick={() => setWhich(which === 'all' ? 'failed' : 'all')}>
            {translate(which === 'all' ? 'operations.onlyFailed' : 'operations.allRows')}
          </Button>
        )}
      </header>
      {error && !data ? (
        <SheetFault error={error} retry={() => void refetch()} />
      ) : isPending ? (
        <ListSkeleton />
      ) : (
        <ul className="operation-rows inset">
          {rows.map(row => (
            <RowLine key={row.id} row={row} resource={resource} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <footer className="row spread gap-12 muted size-13 min-h-48 inset">
          <span>{translate('operations.shown', { count: figure(rows.length) })}</span>
          <Button size="small" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {translate('operations.more')}
          </Button>
        </footer>
      )}
    </>
  )
}

function RowLine({ row, resource }: { row: OperationRow; resource: string }) {
  const translate = useTranslation(workWords)
  const { id, display, done, reason } = row
  const entry = useModelIndex()?.resources.find(({ name }) => name === resource)
  return (
    <li>
      {display === null || !entry ? (
        <span className="muted">{display ?? translate('operations.unseen')}</span>
      ) : (
        <Link className="row-link inherit medium undecorated" to={addressOf(entry, 'show', id)}>
          {display}
        </Link>
      )}
      <span className={done ? 'muted' : 'mistake'}>{done ? translate('operations.rowDone') : reason}</span>
    </li>
  )
}
