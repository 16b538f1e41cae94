import { useMemo, useState } from 'react'
import { fieldOf, timeRemaining } from '../../model/system-fields.ts'
import { useEngine } from '../data/engine-context.ts'
import type { ListViews } from '../data/list-views.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { ListLoader } from '../list/list-loader.tsx'
import { ListViewProvider } from '../list/list-view.tsx'
import { pageSizeOf, rowsThatFit } from '../list/page-size.ts'
import { ListName } from '../list/selection.ts'
import { useTranslation } from '../words/i18n.ts'
import { workWords } from '../words/work-words.ts'
import { ListSheet } from './list-sheet.tsx'
import { ListContent } from './record-list.tsx'

/** The deleted rows of a resource: who deleted them and when, with a restore button. */
export function RecordBin() {
  return <ListLoader>{(part, views) => <BinOf part={part} views={views} />}</ListLoader>
}

function BinOf({ part, views }: { part: ResourcePart; views: ListViews }) {
  const { name } = part.resource
  const { preferences } = useEngine()
  const [fitting] = useState(() => rowsThatFit(part.resource, preferences.read().density, window))
  const ofBin = useBinPart(part)
  const withoutViews = useMemo(() => ({ ...views, views: [], start: null }), [views])
  return (
    <ListName.Provider value={`${name}.bin`}>
      <ListContent
        resource={name}
        storeKey={`${name}.bin`}
        disableSyncWithLocation
        perPage={pageSizeOf(views, fitting)}
        sort={newestFirst}
        queryOptions={ofDeleted}
      >
        <ListViewProvider part={ofBin} views={withoutViews} fitting={fitting}>
          <ListSheet part={ofBin} />
        </ListViewProvider>
      </ListContent>
    </ListName.Provider>
  )
}

/** The bin has one order. */
const newestFirst = { field: 'updateTime', order: 'DESC' } as const
const ofDeleted = { meta: { isBin: true } }

/** A deleted row has no deadline, and its creation time matters less than its deletion time. */
const idle = [timeRemaining.name, 'createTime']

/**
 * The part of the Model of a list of deleted rows: without operations, with the columns of the list after the user and
 * the time of the deletion, which are those of the last change.
 */
function useBinPart(part: ResourcePart): ResourcePart {
  const translate = useTranslation(workWords)
  return useMemo(() => {
    const { resource, language } = part
    const titles = resource.titles[language]
    const columns = [resource.display, 'updateUser', 'updateTime', ...resource.list.columns]
    const deletion = { updateUser: translate('bin.who'), updateTime: translate('bin.when') }
    const fields = Object.entries(deletion).flatMap(([name, title]) => {
      const field = fieldOf(resource, name)
      return field ? { ...field, title: { ...field.title, [language]: title } } : []
    })
    return {
      ...part,
      may: [],
      resource: {
        ...resource,
        fields: [...resource.fields, ...fields],
        list: { ...resource.list, columns: [...new Set(columns)].filter(name => !idle.includes(name)) },
        sort: { field: 'updateTime', descending: true },
      },
      bin: {
        title: translate('bin.title', { resource: titles }),
        back: translate('bin.back'),
        help: translate('bin.help'),
        emptyTitle: translate('bin.emptyTitle'),
        emptyHelp: translate('bin.emptyHelp', { resource: titles }),
      },
    }
  }, [part, translate])
}
