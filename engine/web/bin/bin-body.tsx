import Button from '@mui/material/Button'
import { ArchiveRestore } from 'lucide-react'
import { useListContext } from 'ra-core'
import { useMemo, useRef, useState } from 'react'
import type { Field } from '../../model/model.ts'
import { shownOwnerField } from '../../model/owner.ts'
import { fieldOf, timeRemaining } from '../../model/system-fields.ts'
import { SheetFault } from '../components/sheet-state.tsx'
import { StatePanel } from '../components/state-panel.tsx'
import { isOffline } from '../data/request-fault.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { useRemoval } from '../data/use-removal.tsx'
import { useShell } from '../frame/shell-context.ts'
import { columnWidthOf } from '../list/column-width.ts'
import { FieldCell } from '../list/field-cell.tsx'
import { columnsThatFit, type ListColumn, neededWidth, ownWidths } from '../list/list-columns.ts'
import { ListSkeleton, OfflineNote } from '../list/list-states.tsx'
import { NoMatch } from '../list/no-match.tsx'
import { fieldColumns, RecordTable } from '../list/record-table.tsx'
import { PageCheck, RowCheck } from '../list/row-check.tsx'
import type { SearchQuery } from '../list/search-query.ts'
import { useSelection } from '../list/selection.ts'
import { useElementWidth } from '../list/use-element-width.ts'
import { useTranslation } from '../words/i18n.ts'
import { workWords } from '../words/work-words.ts'
import '../list/list-table.css'

interface BinBodyProps {
  readonly part: ResourcePart
  readonly query: SearchQuery
  onSearch(query: SearchQuery): void
}

type Row = Readonly<Record<string, unknown>> & { readonly id: string | number }

/** The deleted rows, or the state shown instead of them. */
export function BinBody({ part, query, onSearch }: BinBodyProps) {
  const translate = useTranslation(workWords)
  const { isPhone } = useShell()
  const { resource, language } = part
  const title = resource.titles[language]
  const { data, error, isPending, isPaused, refetch } = useListContext<Row>()
  const [busy, setBusy] = useState<string>()
  const removal = useRemoval(resource.name)
  if (data && data.length > 0) {
    const restore = async (id: string) => {
      setBusy(id)
      await removal.restore([id])
      setBusy(undefined)
    }
    const Shown = isPhone ? BinCards : BinTable
    return (
      <>
        {(isPaused || isOffline(error)) && <OfflineNote />}
        <Shown part={part} rows={data} busy={busy} onRestore={id => void restore(id)} />
      </>
    )
  }
  if (error) return <SheetFault error={error} title={title} retry={() => refetch()} />
  if (isPending) return <ListSkeleton />
  if (Object.keys(query).length > 0) return <NoMatch part={part} query={query} onSearch={onSearch} />
  return (
    <StatePanel
      icon={<ArchiveRestore />}
      title={translate('bin.emptyTitle')}
      help={translate('bin.emptyHelp', { resource: title })}
    />
  )
}

interface RowsProps {
  readonly part: ResourcePart
  readonly rows: readonly Row[]
  /** The row that is being restored. */
  readonly busy: string | undefined
  onRestore(id: string): void
}

function BinTable({ part, rows, busy, onRestore }: RowsProps) {
  const translate = useTranslation(workWords)
  const { includes, toggle } = useSelection()
  const scroller = useRef<HTMLDivElement>(null)
  const room = useElementWidth(scroller)
  const fields = useMemo(() => fieldColumns(part, columnsIn(part, room)), [part, room])
  return (
    <RecordTable
      ref={scroller}
      rows={rows}
      className="list-table scroll relative flex-1"
      label={translate('bin.title', { resource: part.resource.titles[part.language] })}
      isSelected={({ id }) => includes(String(id))}
      columns={[
        {
          key: '',
          title: <PageCheck />,
          width: ownWidths.checkbox,
          className: 'check',
          cell: ({ id }) => (
            <RowCheck
              isChosen={includes(String(id))}
              label={translate('list.selectRow')}
              onToggle={() => toggle(String(id))}
            />
          ),
        },
        ...fields.map(one => (isKeptHere(one.key) ? { ...one, title: translate(titlesHere[one.key]) } : one)),
        {
          key: '.',
          title: <span className="unseen">{translate('bin.restore')}</span>,
          width: 112,
          className: 'bin-restore',
          cell: ({ id }) => <RestoreButton isBusy={busy === String(id)} onClick={() => onRestore(String(id))} />,
        },
      ]}
    />
  )
}

function BinCards({ part, rows, busy, onRestore }: RowsProps) {
  const translate = useTranslation(workWords)
  const { resource } = part
  const { includes, toggle } = useSelection()
  const field = (name: string) => fieldOf(resource, name)
  const owner = shownOwnerField(resource)
  const cell = (of: Field | undefined, row: Row) => of && <FieldCell part={part} field={of} record={row} />
  return (
    <div className="phone-rows stack scroll ruled">
      <ul>
        {rows.map(row => {
          const id = String(row.id)
          return (
            <li
              key={id}
              className="phone-row phone-pick bin-card plain-link divided relative press items-center block"
              data-selected={includes(id) || undefined}
            >
              <RowCheck isChosen={includes(id)} label={translate('list.selectRow')} onToggle={() => toggle(id)} />
              <strong>{cell(field(resource.display), row)}</strong>
              {owner && <span className="phone-row-main size-12 quiet mt-2">{cell(owner, row)}</span>}
              <span className="size-12 quiet">
                {cell(field('updateUser'), row)} · {cell(field('updateTime'), row)}
              </span>
              <RestoreButton isBusy={busy === id} onClick={() => onRestore(id)} />
            </li>
          )
        })}
      </ul>
    </div>
  )
}

function RestoreButton({ isBusy, onClick }: { isBusy: boolean; onClick(): void }) {
  const translate = useTranslation(workWords)
  return (
    <Button
      size="small"
      variant="outlined"
      color="inherit"
      loading={isBusy}
      startIcon={<ArchiveRestore />}
      onClick={onClick}
    >
      {translate('bin.restore')}
    </Button>
  )
}

/** Titles of the system fields in the bin: the last editor of a deleted row is the user who deleted it. */
const titlesHere = { updateUser: 'bin.who', updateTime: 'bin.when' } as const

const isKeptHere = (name: string): name is keyof typeof titlesHere => Object.hasOwn(titlesHere, name)

/** The list's columns, as many as there is room for, then who deleted a row and when. */
function columnsIn(part: ResourcePart, room: number): readonly ListColumn[] {
  const { resource, language } = part
  // A deleted row has no deadline, and its creation time matters less than its deletion time.
  const idle = [resource.display, timeRemaining.name, 'createTime']
  const others = resource.list.columns.filter(name => !idle.includes(name))
  const columns = (most: number) =>
    columnsThatFit(resource, language, field => columnWidthOf(part, field), room - padding, {
      names: [resource.display, ...others.slice(0, most), ...Object.keys(titlesHere)],
      isChosen: true,
      widths: {},
    })
  const fits = others.map((_name, at) => others.length - at).find(most => neededWidth(columns(most)) <= room - padding)
  return columns(fits ?? 0)
}

/** The button of a row is wider than that of a list. */
const padding = 112 - ownWidths.actions
