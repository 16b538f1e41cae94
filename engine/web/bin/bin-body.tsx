import Button from '@mui/material/Button'
import { useTheme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { ArchiveRestore } from 'lucide-react'
import { useListContext } from 'ra-core'
import { useState } from 'react'
import type { Field } from '../../model/model.ts'
import { fieldOf } from '../../model/system-fields.ts'
import { isOffline } from '../data/fault.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { useRemoval } from '../data/use-removal.tsx'
import { useSay } from '../i18n.ts'
import { widthOf } from '../list/column-width.ts'
import { FieldCell } from '../list/field-cell.tsx'
import { ownWidths } from '../list/list-columns.ts'
import { Bones, OfflineNote } from '../list/list-states.tsx'
import { NoMatch } from '../list/no-match.tsx'
import { PageCheck, RowCheck } from '../list/row-check.tsx'
import type { SearchQuery } from '../list/search-query.ts'
import { useSelection } from '../list/selection.ts'
import { classesOf } from '../list/table-classes.ts'
import { useShell } from '../shell/shell-context.ts'
import { SheetFault } from '../state/sheet-state.tsx'
import { StatePanel } from '../state/state-panel.tsx'
import '../list/list-table.css'

interface BinBodyProps {
  readonly part: ResourcePart
  readonly query: SearchQuery
  onSearch(query: SearchQuery): void
}

type Row = Readonly<Record<string, unknown>> & { readonly id: string | number }

/** The deleted rows, or what stands in their place. */
export function BinBody({ part, query, onSearch }: BinBodyProps) {
  const say = useSay()
  const { isPhone } = useShell()
  const { resource, language } = part
  const title = resource.title[language]
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
  if (isPending) return <Bones />
  if (Object.keys(query).length > 0) return <NoMatch part={part} query={query} onSearch={onSearch} />
  return (
    <StatePanel
      icon={<ArchiveRestore />}
      title={say('bin.emptyTitle')}
      help={say('bin.emptyHelp', { resource: title })}
    />
  )
}

interface RowsProps {
  readonly part: ResourcePart
  readonly rows: readonly Row[]
  /** The row that is on its way back. */
  readonly busy: string | undefined
  onRestore(id: string): void
}

const widthIn = (part: ResourcePart, field: Field): number | undefined => {
  if (field.name === part.resource.display) return undefined
  return field.name === 'updateUser' ? ownWidths.person : widthOf(part, field)
}

function BinTable({ part, rows, busy, onRestore }: RowsProps) {
  const { resource, language } = part
  const say = useSay()
  const { includes, toggle } = useSelection()
  const columns = useColumns(part)
  return (
    <div className="list-table">
      <table aria-label={say('bin.title', { resource: resource.title[language] })}>
        <colgroup>
          <col style={{ width: 48 }} />
          {columns.map(({ field }) => (
            <col key={field.name} style={{ width: widthIn(part, field) }} />
          ))}
          <col style={{ width: 112 }} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col" className="check">
              <PageCheck />
            </th>
            {columns.map(({ field, title }) => (
              <th key={field.name} scope="col" className={classesOf(resource, field)}>
                {title ?? field.title[language]}
              </th>
            ))}
            <th scope="col">
              <span className="unseen">{say('bin.restore')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr key={row.id} data-selected={includes(String(row.id)) || undefined}>
              <td className="check">
                <RowCheck
                  isChosen={includes(String(row.id))}
                  label={say('list.selectRow')}
                  onToggle={() => toggle(String(row.id))}
                />
              </td>
              {columns.map(({ field }) => (
                <td key={field.name} className={classesOf(resource, field)}>
                  <FieldCell part={part} field={field} record={row} />
                </td>
              ))}
              <td className="bin-restore">
                <RestoreButton isBusy={busy === String(row.id)} onClick={() => onRestore(String(row.id))} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function BinCards({ part, rows, busy, onRestore }: RowsProps) {
  const say = useSay()
  const { resource } = part
  const { includes, toggle } = useSelection()
  const field = (name: string) => fieldOf(resource, name)
  const cell = (of: Field | undefined, row: Row) => of && <FieldCell part={part} field={of} record={row} />
  return (
    <div className="phone-rows">
      <ul>
        {rows.map(row => {
          const id = String(row.id)
          return (
            <li key={id} className="phone-row phone-pick bin-card" data-selected={includes(id) || undefined}>
              <RowCheck isChosen={includes(id)} label={say('list.selectRow')} onToggle={() => toggle(id)} />
              <strong>{cell(field(resource.display), row)}</strong>
              <span>
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
  const say = useSay()
  return (
    <Button
      size="small"
      variant="outlined"
      color="inherit"
      loading={isBusy}
      startIcon={<ArchiveRestore />}
      onClick={onClick}
    >
      {say('bin.restore')}
    </Button>
  )
}

interface BinColumn {
  readonly field: Field
  /** Where it means something else here: who changed a deleted row last is who deleted it. */
  readonly title?: string
}

/** What says which row it is, as much as there is room for, then who deleted it and when. */
function useColumns({ resource }: ResourcePart): readonly BinColumn[] {
  const say = useSay()
  const { breakpoints } = useTheme()
  const isWide = useMediaQuery(breakpoints.up('lg'))
  const isMiddle = useMediaQuery(breakpoints.up('md'))
  const mostOthers = isWide ? 3 : isMiddle ? 1 : 0
  const isSeen = (name: string) => fieldOf(resource, name)
  const others = resource.list.columns.filter(name => name !== resource.display && name !== 'createTime')
  const own = [resource.display, ...others.slice(0, mostOthers)].flatMap(name => isSeen(name) ?? [])
  const who = isSeen('updateUser')
  const when = isSeen('updateTime')
  return [
    ...own.map(field => ({ field })),
    ...(who ? [{ field: who, title: say('bin.who') }] : []),
    ...(when ? [{ field: when, title: say('bin.when') }] : []),
  ]
}
