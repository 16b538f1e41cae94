import { useQuery } from '@tanstack/react-query'
import { useEngine } from '../data/engine-context.ts'
import { type ModelIndex, partQuery, unlistedQuery } from '../data/model-source.ts'
import { statusOf } from '../data/request-fault.ts'
import { useModelIndex } from '../data/resource-part.ts'
import { useRoutes } from '../data/use-routes.ts'
import { pageNameOf } from '../frame/tab-model.ts'
import { displayOf } from '../record/display-of.ts'
import { useLanguage, useLocalized, useTranslation } from '../words/i18n.ts'

type Row = Readonly<Record<string, unknown>>

/** The title of a page: of a list its resource, of a record its label once that is loaded. */
export function usePageName(page: string): string {
  const { session } = useEngine()
  const routes = useRoutes()
  const { kind, name, id } = pageNameOf(page, routes)
  const translate = useTranslation()
  const localized = useLocalized()
  const index = useModelIndex()
  const entry = index?.resources.find(one => one.name === name)
  // Lines have no list: the server knows the resource at their address, and its part of the Model has the title.
  const isUnlisted = kind === 'unlisted'
  const unlisted = useQuery({ ...unlistedQuery(session, page), enabled: isUnlisted })
  const found = unlisted.data?.name ?? ''
  const { data: part } = useQuery({ ...partQuery(session, found), enabled: isUnlisted && found !== '' })
  const display = useDisplay(entry, kind === 'record' ? id : '')
  if (kind === 'page') return localized(index?.pages.find(({ key }) => key === name)?.title ?? nameless)
  if (!entry) {
    const resource = part?.model.resources[found]
    if (resource) return localized(resource.title)
    if (isUnlisted && unlisted.isPending) return ''
    return translate(statusOf(unlisted.error) === 403 ? 'state.noRightTitle' : 'state.notFoundTitle')
  }
  if (kind === 'bin') return translate('bin.title', { resource: localized(entry.titles) })
  if (kind === 'create') return translate('form.newTitle', { resource: localized(entry.title) })
  if (kind === 'import') return translate('importing.title', { resource: localized(entry.titles) })
  return display ?? localized(kind === 'list' ? entry.titles : entry.title)
}

const nameless = { zh: '', en: '' }

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
  // The screen that fetched the record has the part, too.
  const { data: part } = useQuery({ ...partQuery(session, name), enabled: false })
  const language = useLanguage()
  const resource = part?.model.resources[name]
  const shown = record && resource && displayOf({ resource, model: part.model, language }, record)
  return shown || labels?.[0]?.name
}
