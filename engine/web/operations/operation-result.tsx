import Button from '@mui/material/Button'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { isReference } from '../../fields/traits.ts'
import type { OperationRow, OperationView } from '../../model/operation-view.ts'
import { SheetFault, SheetLoading } from '../components/sheet-state.tsx'
import { addressOf, operationAddress } from '../data/addresses.ts'
import { useOperation, useOperationRows } from '../data/operations.ts'
import { useModelIndex, useResourcePart } from '../data/resource-part.ts'
import { useRefetch } from '../data/use-refetch.ts'
import type { RecordPanelProps } from '../frame/web-part.ts'
import { FieldCell } from '../list/field-cell.tsx'
import { ListSkeleton } from '../list/list-states.tsx'
import { figure } from '../words/figure.ts'
import { useTranslation } from '../words/i18n.ts'
import { workWords } from '../words/work-words.ts'
import { OperationFile } from './operation-buttons.tsx'
import { UndoButton } from './undo-button.tsx'
import './operations.css'

/** Of an operation: its undo, what it did, and the result of each record. */
export function OperationResult({ id }: RecordPanelProps) {
  const translate = useTranslation(workWords)
  const refresh = useRefetch()
  const { data: operation, error, refetch } = useOperation(id)
  const state = operation?.state
  const before = useRef(state)
  useEffect(() => {
    if (before.current === 'running' && state !== 'running') refresh()
    before.current = state
  }, [state, refresh])
  if (!operation) return error ? <SheetFault error={error} retry={() => void refetch()} /> : <SheetLoading />
  const { resource, failed, kind, undoOf, importFile, exported, edited } = operation
  return (
    <section className="ruled">
      <dl className="flex wrap py-16 inset gap-y-12 gap-x-40">
        {undoOf !== null && (
          <Fact title={translate('operations.reverted')}>
            <Link to={operationAddress(undoOf)}>{translate('operations.details')}</Link>
          </Fact>
        )}
        {exported && (
          <Fact title={translate('operations.exportedAs')}>
            {exported.format === 'csv' ? 'CSV' : 'Excel'} ·{' '}
            {translate('operations.columns', { smart_count: exported.columns })}
            {exported.file !== 'there' && ` · ${translate(`exportedFiles.${exported.file}`)}`}
          </Fact>
        )}
        {edited && <Edited operation={operation} edited={edited} />}
        <div className="push">
          <OperationFile operation={operation} />
          <UndoButton operation={operation} />
        </div>
      </dl>
      {kind !== 'export' && <Rows id={id} resource={resource} hasFailed={failed > 0} />}
      {importFile?.hasReport && failed > 0 && (
        <p className="muted size-13 py-12 inset">{translate('operations.wrongRows')}</p>
      )}
    </section>
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
    <>
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
    </>
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
