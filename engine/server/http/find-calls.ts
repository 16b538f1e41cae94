import type { Bilingual, Model } from '../../model/model.ts'
import { type StateShape, shapesOf } from '../../model/state-shape.ts'
import { stateFieldOf } from '../../model/system-fields.ts'
import { done } from '../errors/envelope.ts'
import { refuse } from '../errors/refuse.ts'
import type { ReferenceOption, Store } from '../store/operations.ts'
import type { App } from './app.ts'
import { menuItemsFor, resourcesOfMenu } from './menu-items.ts'
import { hasScreens, viewable } from './model-index.ts'

/** The records found in one resource. */
interface FoundIn {
  readonly resource: string
  readonly records: readonly FoundRecord[]
}

interface FoundRecord extends Omit<ReferenceOption, 'state'> {
  /** The state of its lifecycle and the shape of its tag. */
  readonly state?: { readonly title: Bilingual; readonly shape: StateShape }
}

const longestSearch = 100
const maxResources = 8
const atOnce = 3
/** Milliseconds after which a search returns what it has found so far. */
const patience = 1500

/** `GET /api/engine/find?search=…`: records of all viewable resources, by part of their display value. */
export function findCalls(app: App, store: Store): void {
  app.get<{ Querystring: Readonly<Record<string, unknown>> }>('/api/engine/find', async request => {
    const { ctx } = request
    const { search } = request.query
    if (typeof search !== 'string' || search.trim() === '' || search.length > longestSearch) throw wrongSearch()
    // Resources of the menu come first, in its order, then the others that have screens.
    const listed = resourcesOfMenu(menuItemsFor(ctx))
    const all = [...new Set([...listed, ...viewable(ctx)])].filter(hasScreens).map(({ name }) => name)
    const isWanted = () => !request.raw.destroyed
    const one = async (name: string) => {
      const found = await store.search(ctx, name, search.trim())
      return found.map(option => withState(ctx.model, name, option))
    }
    return done(await findIn(all, one, isWanted), request.language)
  })
}

async function findIn(
  names: readonly string[],
  search: (name: string) => Promise<readonly FoundRecord[]>,
  isWanted: () => boolean,
): Promise<{ readonly found: readonly FoundIn[]; readonly isWhole: boolean }> {
  const until = Date.now() + patience
  const found = new Map<string, readonly FoundRecord[]>()
  let next = 0
  const searchNext = async () => {
    while (next < names.length && found.size < maxResources && Date.now() < until && isWanted()) {
      const name = names[next++] as string
      const records = await search(name)
      if (records.length > 0) found.set(name, records)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, searchNext))
  const inOrder = names.flatMap(resource => {
    const records = found.get(resource)
    return records ? [{ resource, records }] : []
  })
  return { found: inOrder, isWhole: next >= names.length }
}

function withState(
  { resources, dictionaries }: Model,
  name: string,
  { state, ...option }: ReferenceOption,
): FoundRecord {
  const resource = resources[name]
  const field = resource && stateFieldOf(resource)
  const dictionary = dictionaries[String(field?.options['of'])]
  const entry = dictionary?.entries.find(({ key }) => key === state)
  const shape = dictionary && entry && shapesOf(resource?.lifecycle, dictionary).get(entry.name)
  return { ...option, ...(shape && { state: { title: entry.title, shape } }) }
}

const wrongSearch = () =>
  refuse.input({ search: { zh: `请输入 1 到 ${longestSearch} 个字`, en: `Enter 1 to ${longestSearch} characters` } })
