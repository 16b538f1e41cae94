import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { ListOrdered, Plus } from 'lucide-react'
import { useGetList } from 'ra-core'
import { useMemo, useRef, useState } from 'react'
import { Link } from 'react-router'
import { descendantsName } from '../../fields/query.ts'
import { masterFieldOf, masterOf } from '../../model/lines.ts'
import type { Related } from '../../model/related.ts'
import { Pager } from '../components/pager.tsx'
import { ReadFault } from '../components/sheet-state.tsx'
import { addressOf } from '../data/addresses.ts'
import { useEngine } from '../data/engine-context.ts'
import { useListChoice, useListViews } from '../data/list-views.ts'
import { type ResourcePart, useModelIndex, useResourcePart } from '../data/resource-part.ts'
import { useShell } from '../frame/shell-context.ts'
import { columnWidthOf } from '../list/column-width.ts'
import { columnsThatFit, ownWidths } from '../list/list-columns.ts'
import { PhoneRow } from '../list/phone-row.tsx'
import { fieldColumns, RecordTable } from '../list/record-table.tsx'
import { useElementWidth } from '../list/use-element-width.ts'
import { useTranslation } from '../words/i18n.ts'
import { recordWords } from '../words/record-words.ts'
import '../list/list.css'

type Row = Readonly<Record<string, unknown>> & { readonly id: string }

interface RelatedListProps {
  readonly related: Related
  /** The resource of the record. */
  readonly of: string
  readonly id: string
  readonly withBelow: boolean
  /** Buttons below the rows. */
  readonly children?: React.ReactNode
}

/** The rows of one tab, in their resource's own columns and order. */
export function RelatedList({ related, of, id, withBelow, children }: RelatedListProps) {
  const part = useResourcePart(related.resource)
  const shown = useMemo(() => part.data && shownOf(part.data, related), [part.data, related])
  const views = useListViews(related.resource)
  if (part.error) return <ReadFault error={part.error} retry={part.refetch} />
  if (!part.data || !shown || !views.isSettled) return <div className="h-231" />
  // The same query as that of the counts.
  const query = { [withBelow ? descendantsName(related.field) : related.field]: id }
  const size = views.data?.relatedSize ?? usualSize
  return (
    <Rows
      part={part.data}
      shown={shown}
      related={related}
      of={of}
      id={id}
      withBelow={withBelow}
      query={query}
      sizeAtFirst={size}
    >
      {children}
    </Rows>
  )
}

interface RowsProps extends RelatedListProps {
  readonly part: ResourcePart
  /** The part of the Model with the columns for a related list. */
  readonly shown: ResourcePart
  readonly query: Readonly<Record<string, string>>
  readonly sizeAtFirst: number
}

const usualSize = 5

function Rows(props: RowsProps) {
  const { part, shown, related, id, query, sizeAtFirst, children } = props
  const { resource, language } = part
  const translate = useTranslation(recordWords)
  const [{ page, size }, turn] = useState({ page: 1, size: sizeAtFirst })
  const keep = useListChoice(resource.name)
  const { data, total, error, refetch } = useRows(props, page, size)
  const { isPhone } = useShell()
  const title = resource.titles[language]
  const last = Math.max(1, Math.ceil((total ?? 0) / size))
  // Deleted rows may have been the only ones of the page.
  if (data?.length === 0 && page > last) turn({ page: last, size })
  if (error && !data) return <ReadFault error={error} retry={() => void refetch()} />
  return (
    <>
      {data && data.length > 0 && isPhone && (
        <ul>
          {data.map(row => (
            <PhoneRow key={row.id} part={shown} record={row} to={rowAddress(part, row)} />
          ))}
        </ul>
      )}
      {data && data.length > 0 && !isPhone && <RelatedTable part={shown} rows={data} />}
      {data?.length === 0 && (
        <div className="related-none grid gap-2 text-13 pt-24 pb-8 px-24" role="status">
          <strong className="medium">{translate('related.none', { resource: title })}</strong>
        </div>
      )}
      {!data && <div className="h-231" />}
      <Foot part={part} related={related} id={id} query={query} buttons={children}>
        {total !== undefined && total > 5 && (
          <Pager
            page={page}
            size={size}
            total={total}
            onTurn={to => {
              turn(to)
              if (to.size !== size) keep.mutate({ relatedSize: to.size })
            }}
          />
        )}
      </Foot>
    </>
  )
}

/** One page: of a declared list in its own order, otherwise of the list of the resource. */
function useRows({ part, related, of, id, withBelow, query }: RowsProps, page: number, size: number) {
  const { resource } = part
  const { session } = useEngine()
  const { field, descending } = resource.sort
  const { list } = related
  const plain = useGetList<Row>(
    resource.name,
    { pagination: { page, perPage: size }, sort: { field, order: descending ? 'DESC' : 'ASC' }, filter: query },
    { placeholderData: before => before, enabled: list === undefined },
  )
  const declared = useQuery({
    queryKey: [resource.name, 'related', of, id, list, withBelow, page, size],
    queryFn: ({ signal }) =>
      session.call<{ readonly records: readonly Row[]; readonly total: number }>(
        `/api/engine/related/${of}/${encodeURIComponent(id)}/${list}`,
        { signal, query: { current: String(page), size: String(size), ...(withBelow && { below: 'true' }) } },
      ),
    placeholderData: before => before,
    enabled: list !== undefined,
  })
  if (list === undefined) return plain
  const { data, error, refetch } = declared
  return { data: data?.records, total: data?.total, error, refetch }
}

/** Additional padding of the outer cells, in pixels. */
const edge = 12

interface RelatedTableProps {
  readonly part: ResourcePart
  readonly rows: readonly Row[]
}

/** The rows with as many columns as fit; the first column links to the record. */
function RelatedTable({ part, rows }: RelatedTableProps) {
  const { resource, language } = part
  const frame = useRef<HTMLDivElement>(null)
  const room = useElementWidth(frame)
  const columns = useMemo(() => {
    // Without checkbox and action columns, the outer cells have more padding.
    const whole = room + ownWidths.checkbox + ownWidths.actions - 2 * edge
    const fitting = fieldColumns(
      part,
      columnsThatFit(resource, language, field => columnWidthOf(part, field), whole),
    )
    return fitting.map((column, at) => ({
      ...column,
      width: column.width && column.width + edge * (Number(at === 0) + Number(at === fitting.length - 1)),
      cell: (row: Row) =>
        at > 0 ? (
          column.cell(row)
        ) : (
          <Link className="related-row plain-link" to={rowAddress(part, row)}>
            {column.cell(row)}
          </Link>
        ),
    }))
  }, [part, resource, language, room])
  return <RecordTable ref={frame} rows={rows} className="related-table x-scroll" columns={columns} />
}

/**
 * The resource with the declared columns, or those of its list without the reference to the current record. Lines are
 * represented by their master, which is what a row opens.
 */
function shownOf(part: ResourcePart, { field, columns: declared }: Related): ResourcePart {
  const { resource } = part
  const link = resource.partOf?.field === field ? undefined : resource.partOf?.field
  const listed = (declared ?? resource.list.columns.filter(name => name !== field)).filter(name => name !== link)
  const columns = [...(link ? [link] : []), ...(listed.length > 0 ? listed : [resource.display])]
  return { ...part, resource: { ...resource, display: link ?? resource.display, list: { ...resource.list, columns } } }
}

interface FootProps {
  readonly part: ResourcePart
  readonly related: Related
  readonly id: string
  readonly query: Readonly<Record<string, string>>
  readonly buttons: React.ReactNode
  readonly children: React.ReactNode
}

/** Links of a tab: a new record that refers to this one, and the whole list filtered by it. */
function Foot({ part, related, id, query, buttons, children }: FootProps) {
  const { resource, may } = part
  const translate = useTranslation(recordWords)
  const isListed = useModelIndex()?.resources.some(({ name }) => name === resource.name) ?? false
  const isAsked = !related.isBound && resource.form.some(({ fields }) => fields.includes(related.field))
  if (!isListed)
    return (
      <div className="related-foot row gap-4 tap-44 wrap-phone px-18 py-4-phone px-8-phone">
        {buttons}
        <span className="room" />
        {children}
      </div>
    )
  const filter = encodeURIComponent(JSON.stringify(query))
  return (
    <div className="related-foot row gap-4 tap-44 wrap-phone px-18 py-4-phone px-8-phone">
      {buttons}
      {may.includes('add') && isAsked && (
        <Button
          size="small"
          variant="text"
          color="inherit"
          startIcon={<Plus size={16} />}
          component={Link}
          to={`${addressOf(resource, 'create')}?${related.field}=${encodeURIComponent(id)}`}
        >
          {translate('related.new')}
        </Button>
      )}
      {!related.isNarrowed && (
        <Button
          size="small"
          variant="text"
          color="inherit"
          startIcon={<ListOrdered size={16} />}
          component={Link}
          to={`${addressOf(resource, 'list')}?filter=${filter}&page=1`}
        >
          {translate('related.openList')}
        </Button>
      )}
      <span className="room" />
      {children}
    </div>
  )
}

/** Lines are shown within their master. */
function rowAddress({ resource, model }: ResourcePart, row: Row): string {
  const [master, link] = [masterOf(model, resource), masterFieldOf(resource)]
  return master && link
    ? addressOf(master, 'show', String(row[link.name]))
    : addressOf(resource, 'show', String(row.id))
}
