import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import Select from '@mui/material/Select'
import { History } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Link, useSearchParams } from 'react-router'
import { type OperationView, operationKinds } from '../../model/operation-view.ts'
import { ScreenHead } from '../components/screen-head.tsx'
import { SheetFault } from '../components/sheet-state.tsx'
import { StatePanel } from '../components/state-panel.tsx'
import { operationAddress } from '../data/addresses.ts'
import { type OperationsFilter, useOperations } from '../data/operations.ts'
import { useModelIndex } from '../data/resource-part.ts'
import { useShell } from '../frame/shell-context.ts'
import { ListSkeleton } from '../list/list-states.tsx'
import { RecordTable } from '../list/record-table.tsx'
import { useLocalized, useTranslation } from '../words/i18n.ts'
import { workWords } from '../words/work-words.ts'
import { OperationFile } from './export-file.tsx'
import { OperationCount } from './operation-count.tsx'
import { OperationStateTag } from './operation-state.tsx'
import { useOperationTitle, useResourceTitle } from './operation-words.ts'
import { UndoButton } from './undo-button.tsx'
import '../list/list.css'
import '../list/list-table.css'
import '../list/search-area.css'
import '../bulk/bulk.css'
import './operations.css'

/** Recent operations on several records, with their undo. */
export function OperationsPage() {
  const translate = useTranslation(workWords)
  const { isPhone } = useShell()
  const [search, setSearch] = useSearchParams()
  const filter = {
    kind: search.get('kind') ?? '',
    resource: search.get('resource') ?? '',
    user: search.get('user') ?? '',
  }
  const { data, error, isPending, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useOperations(filter)
  const operations = data?.pages.flatMap(page => page.operations) ?? []
  const users = data?.pages[0]?.users ?? []
  const isNarrow = Object.values(filter).some(value => value !== '')
  const narrow = (next: OperationsFilter) =>
    setSearch(Object.fromEntries(Object.entries(next).filter(([, value]) => value !== '')), { replace: true })
  const Shown = isPhone ? Cards : Table
  return (
    <>
      <ScreenHead title={translate('operations.title')} />
      <div className="list-main operations stack grow">
        <Filters filter={filter} users={users} onChange={narrow} />
        {error && !data ? (
          <SheetFault error={error} title={translate('operations.title')} retry={() => void refetch()} />
        ) : isPending ? (
          <ListSkeleton />
        ) : operations.length === 0 ? (
          <StatePanel
            icon={<History />}
            title={translate(isNarrow ? 'operations.noneFound' : 'operations.emptyTitle')}
            help={translate('operations.emptyHelp')}
          >
            {isNarrow && (
              <Button onClick={() => narrow({ kind: '', resource: '', user: '' })}>
                {translate('operations.showAll')}
              </Button>
            )}
          </StatePanel>
        ) : (
          <>
            <Shown operations={operations} />
            <footer className="row spread gap-12 muted size-13 min-h-48 inset">
              <span>{translate('operations.kept')}</span>
              {hasNextPage && (
                <Button size="small" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                  {translate('operations.more')}
                </Button>
              )}
            </footer>
          </>
        )}
      </div>
    </>
  )
}

interface FiltersProps {
  readonly filter: OperationsFilter
  readonly users: readonly { readonly id: string; readonly name: string }[]
  onChange(filter: OperationsFilter): void
}

function Filters({ filter, users, onChange }: FiltersProps) {
  const translate = useTranslation(workWords)
  const localized = useLocalized()
  const resources = useModelIndex()?.resources ?? []
  return (
    <search className="search-area grid fixed pb-12 inset">
      <Choice title={translate('operations.what')} value={filter.kind} onChange={kind => onChange({ ...filter, kind })}>
        {operationKinds.map(kind => (
          <MenuItem key={kind} value={kind}>
            {translate(`operationKinds.${kind}`)}
          </MenuItem>
        ))}
      </Choice>
      <Choice
        title={translate('operations.resource')}
        value={resources.some(({ name }) => name === filter.resource) ? filter.resource : ''}
        onChange={resource => onChange({ ...filter, resource })}
      >
        {resources.map(({ name, title }) => (
          <MenuItem key={name} value={name}>
            {localized(title)}
          </MenuItem>
        ))}
      </Choice>
      {users.length > 1 && (
        <Choice
          title={translate('operations.who')}
          value={filter.user}
          onChange={user => onChange({ ...filter, user })}
        >
          {users.map(({ id, name }) => (
            <MenuItem key={id} value={id}>
              {name}
            </MenuItem>
          ))}
        </Choice>
      )}
    </search>
  )
}

interface ChoiceProps {
  readonly title: string
  readonly value: string
  readonly children: ReactNode
  onChange(value: string): void
}

function Choice({ title, value, children, onChange }: ChoiceProps) {
  const translate = useTranslation(workWords)
  const id = useId()
  return (
    <div className="search-field round-6 paper relative min-0">
      <label className="fixed px-12" htmlFor={id}>
        {title}
      </label>
      <div>
        <Select
          fullWidth
          displayEmpty
          value={value}
          inputProps={{ id }}
          onChange={event => onChange(event.target.value)}
        >
          <MenuItem value="">{translate('operations.all')}</MenuItem>
          {children}
        </Select>
      </div>
    </div>
  )
}

function Table({ operations }: { operations: readonly OperationView[] }) {
  const translate = useTranslation(workWords)
  const titleOf = useResourceTitle()
  return (
    <RecordTable
      className="list-table scroll relative flex-1"
      label={translate('operations.title')}
      rows={operations}
      columns={[
        { key: 'when', title: translate('operations.when'), width: 204, cell: ({ started }) => started },
        { key: 'who', title: translate('operations.who'), width: 120, cell: ({ userName }) => userName },
        { key: 'what', title: translate('operations.what'), cell: row => <OperationLink operation={row} /> },
        { key: 'of', title: translate('operations.resource'), width: 200, cell: ({ resource }) => titleOf(resource) },
        {
          key: 'count',
          title: translate('operations.count'),
          width: 190,
          className: 'right',
          cell: row => <OperationCount operation={row} />,
        },
        {
          key: 'state',
          title: translate('operations.state'),
          width: 110,
          cell: row => <OperationStateTag operation={row} />,
        },
        {
          key: 'undo',
          title: <span className="unseen">{translate('bulk.undo')}</span>,
          width: 230,
          className: 'operation-actions',
          cell: row => (
            <>
              <OperationFile operation={row} />
              <UndoButton operation={row} isQuiet />
            </>
          ),
        },
      ]}
    />
  )
}

function OperationLink({ operation }: { operation: OperationView }) {
  const title = useOperationTitle(operation)
  return (
    <Link className="row-link inherit medium undecorated" to={operationAddress(operation.id)}>
      {title}
    </Link>
  )
}

function Cards({ operations }: { operations: readonly OperationView[] }) {
  const titleOf = useResourceTitle()
  return (
    <ul className="operation-cards">
      {operations.map(operation => (
        <li key={operation.id} className="divided stack gap-4 text-13">
          <span className="flex spread gap-12 baseline">
            <strong>
              <OperationLink operation={operation} />
            </strong>
            <OperationStateTag operation={operation} />
          </span>
          <span>
            {titleOf(operation.resource)} · <OperationCount operation={operation} />
          </span>
          <span className="muted">
            {operation.userName} · {operation.started}
          </span>
          <span className="operation-actions">
            <OperationFile operation={operation} />
            <UndoButton operation={operation} />
          </span>
        </li>
      ))}
    </ul>
  )
}
