import { useQuery } from '@tanstack/react-query'
import { useEngine } from '../data/engine-context.ts'
import { type ModelIndex, partQuery } from '../data/model-source.ts'
import { statusOf } from '../data/request-fault.ts'
import { useModelIndex } from '../data/resource-part.ts'
import { pageNameOf } from '../frame/tab-model.ts'
import { useLocalized, useTranslation } from '../words/i18n.ts'

type Row = Readonly<Record<string, unknown>>

/** What a page is called: a list by its resource, a record by its display once that is loaded. */
export function usePageName(page: string): string {
  const { session } = useEngine()
  const { kind, entity, id } = pageNameOf(page)
  const translate = useTranslation()
  const localized = useLocalized()
  const index = useModelIndex()
  const entry = index?.resources.find(one => one.name === entity)
  const hasScreen = kind !== 'home' && kind !== 'operations' && kind !== 'passing' && kind !== 'other'
  // Lines have no list, and a page of theirs is read as any other: the part of the Model that it asks for tells its name.
  const {
    data: part,
    isPending,
    error,
  } = useQuery({
    ...partQuery(session, entity),
    enabled: index !== undefined && entry === undefined && hasScreen,
  })
  const display = useDisplay(entry, kind === 'record' ? id : '')
  if (kind === 'home') return translate('shell.home')
  if (kind === 'operations') return translate(id === '' ? 'operations.title' : 'operations.oneTitle')
  if (!entry) {
    const resource = part?.model.resources[entity]
    if (resource) return localized(kind === 'list' ? resource.titles : resource.title)
    if (hasScreen && isPending) return ''
    return translate(statusOf(error) === 403 ? 'state.noRightTitle' : 'state.notFoundTitle')
  }
  if (kind === 'bin') return translate('bin.title', { resource: localized(entry.titles) })
  if (kind === 'create') return translate('form.newTitle', { resource: localized(entry.title) })
  if (kind === 'import') return translate('importing.title', { resource: localized(entry.titles) })
  return display ?? localized(kind === 'list' ? entry.titles : entry.title)
}

/** A record's display: from the cache of the screens, else fetched. */
function useDisplay(entry: ModelIndex['resources'][number] | undefined, id: string): string | undefined {
  const { session } = useEngine()
  const name = entry?.name ?? ''
  // The query key of the screens' records; this observer does not fetch.
  const { data: record } = useQuery<Row>({ queryKey: [name, 'getOne', { id }], enabled: false })
  const { data: labels } = useQuery({
    queryKey: ['engine', 'labels', name, id],
    queryFn: () =>
      session.call<readonly { readonly name: string }[]>(`/api/engine/labels/${name}`, { query: { ids: id } }),
    enabled: entry !== undefined && /^\d+$/.test(id) && record === undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const shown = entry && record && (record[`${entry.display}Name`] ?? record[entry.display])
  return shown === undefined || shown === null ? labels?.[0]?.name : String(shown)
}
