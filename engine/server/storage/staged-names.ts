import type { Model, Resource } from '../../model/model.ts'
import { resourceOf } from '../../model/names.ts'
import { fieldRename } from './names-in-rows.ts'
import { inOrder, stagedName } from './renames.ts'
import type { Column, Table } from './table.ts'
import { tablesOf } from './tables-of.ts'

/**
 * Names of tables and columns that differ from the Model's for now, by resource, field and bind: another process still
 * uses the Model's name with another meaning.
 */
export type StagedNames = Readonly<Record<string, StagedResource>>

interface StagedResource {
  readonly table?: string
  readonly columns?: Readonly<Record<string, string>>
  /** Tables of links. */
  readonly binds?: Readonly<Record<string, string>>
}

/** The names that processes use at the moment. */
export interface NamesInUse {
  /** A process serves a Model of these tables. */
  readonly isLive: boolean
  /** Names that an earlier change freed, tables and `table.column`, which some process may still use. */
  readonly former: ReadonlySet<string>
}

/** The tables of a Model under the names that it may use now. */
export interface NameStaging {
  readonly tables: readonly Table[]
  /** Empty where all names are the Model's. */
  readonly names: StagedNames
}

/** The Model with its tables and columns under other names. */
export function withStagedNames(model: Model, names: StagedNames): Model {
  const resources = Object.entries(names).flatMap(
    ([name, { table, columns = {}, binds = {} }]): [string, Resource][] => {
      const resource = model.resources[name]
      if (!resource) return []
      const fields = resource.fields.map(field => {
        const column = ownOf(columns, field.name)
        return column === undefined ? field : { ...field, column }
      })
      const links = resource.binds.map(bind => ({ ...bind, table: ownOf(binds, bind.name) ?? bind.table }))
      return [[name, { ...resource, ...(table !== undefined && { table }), fields, binds: links }]]
    },
  )
  return resources.length === 0
    ? model
    : { ...model, resources: { ...model.resources, ...Object.fromEntries(resources) } }
}

const ownOf = (names: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.hasOwn(names, name) ? names[name] : undefined

/**
 * The names of the next plan. A name that a process uses is never given to another column or table: of the chain
 * `c was b`, `b was a` the first part is planned while processes live, and of a swap the move to a third name. A later
 * plan, when no process uses the name, contains the next part.
 */
export function stagingOf(model: Model, found: readonly Table[], use: NamesInUse): NameStaging {
  const wanted = tablesOf(model)
  const own = wanted.filter(isOfResource)
  const foundOwn = found.filter(isOfResource)
  const tables = stage(
    own,
    foundOwn.map(({ name, mark }) => {
      const holder = own.find(one => one.mark.of === mark.of)
      return { name, was: mark.was, holds: holder && holder.name !== name ? holder.name : undefined }
    }),
    name => use.former.has(name),
    use.isLive,
  )
  const columns = new Map(
    own.map(table => {
      const same = foundOwn.find(({ name }) => name === tables.get(table.name)?.from)
      const fields = table.columns.filter(({ field }) => field !== undefined)
      return [
        table.name,
        stage(
          fields,
          (same?.columns ?? []).map(({ name, rules }) => ({ name, was: rules.was, holds: rules.holds })),
          name => use.former.has(`${same?.name ?? table.name}.${name}`),
          use.isLive,
        ),
      ]
    }),
  )
  const links = stage(
    formerLinks(model, wanted, found, tables),
    found.filter(isOfBind).map(({ name, mark }) => {
      const holder = wanted.find(one => one.mark.of === mark.of && one.mark.bind === mark.bind)
      return { name, holds: holder && holder.name !== name ? holder.name : undefined }
    }),
    name => use.former.has(name),
    use.isLive,
  )
  const isPlain = (parts: Parts) => [...parts].every(([name, part]) => part.now === name && !part.isSpecial)
  if ([tables, links, ...columns.values()].every(isPlain)) return { tables: wanted, names: {} }
  const names: Record<string, StagedResource> = {}
  for (const { name, mark, columns: all } of own) {
    const table = tables.get(name)?.now
    const moved = all.flatMap(column => {
      const now = columns.get(name)?.get(column.name)?.now
      return column.field === undefined || now === undefined || now === column.name ? [] : [[column.field, now]]
    })
    const linked = wanted.flatMap(one => {
      const now = links.get(one.name)?.now
      return one.mark.of !== mark.of || now === undefined || now === one.name ? [] : [[one.mark.bind ?? '', now]]
    })
    if (table !== name || moved.length + linked.length > 0)
      names[mark.of] = {
        ...(table !== undefined && table !== name && { table }),
        ...(moved.length > 0 && { columns: Object.fromEntries(moved) }),
        ...(linked.length > 0 && { binds: Object.fromEntries(linked) }),
      }
  }
  const finals = new Map(own.map(table => [table.mark.of, table]))
  const staged = tablesOf(withStagedNames(model, names)).map(table => {
    if (isOfBind(table)) {
      const from = [...links.values()].find(({ now }) => now === table.name)?.from
      const { was: _, ...rest } = table
      return from === undefined || from === table.name ? rest : { ...rest, was: [from] }
    }
    const final = isOfResource(table) ? finals.get(table.mark.of) : undefined
    const part = final && tables.get(final.name)
    return final && part ? stagedTable(table, final, part, columns.get(final.name) ?? new Map()) : table
  })
  return { tables: staged, names }
}

const isOfBind = ({ mark }: Table): boolean => mark.bind !== undefined

/** Neither one of the engine nor the links of a bind. */
const isOfResource = (table: Table): boolean => table.mark.of !== 'engine' && !isOfBind(table)

/** The tables of links, with the present name of each: its mark has the former name of the resource and of the bind. */
function formerLinks(model: Model, wanted: readonly Table[], found: readonly Table[], tables: Parts): WantedName[] {
  return wanted.filter(isOfBind).map(({ name, mark }) => {
    const { table, binds } = resourceOf(model, mark.of)
    const left = found.find(one => isOfResource(one) && one.name === tables.get(table)?.from)?.mark.of
    const { renamedFrom = [] } = binds.find(one => one.name === mark.bind) ?? {}
    const present = [String(mark.bind), ...renamedFrom]
      .map(bind => found.find(one => one.mark.of === left && one.mark.bind === bind)?.name)
      .find(one => one !== undefined)
    return { name, ...(present !== undefined && present !== name && { was: [present] }) }
  })
}

function stagedTable(table: Table, final: Table, part: Part, columns: Parts): Table {
  const { was: _, ...rest } = table
  const ofField = new Map(final.columns.map(column => [column.field, column]))
  return {
    ...rest,
    ...(part.from !== undefined && part.from !== table.name && { was: [part.from] }),
    mark: { ...table.mark, ...(part.was !== undefined && { was: part.was }) },
    columns: table.columns.map(column => {
      const one = column.field === undefined ? undefined : ofField.get(column.field)
      const own = one && columns.get(one.name)
      return one && own ? stagedColumn(column, one, own) : column
    }),
    fieldRenames: inOrder(
      final.columns.flatMap(column => {
        const former = columns.get(column.name)?.former
        return former === undefined ? [] : fieldRename(column, former)
      }),
    ),
  }
}

function stagedColumn(column: Column, final: Column, { from, was }: Part): Column {
  const { was: _, ...rest } = column
  return {
    ...rest,
    ...(from !== undefined && from !== column.name && { was: [from] }),
    rules: {
      ...column.rules,
      ...(column.name !== final.name && { holds: final.name }),
      ...(was !== undefined && { was }),
    },
  }
}

interface WantedName {
  readonly name: string
  /** Its former names, the newest first. */
  readonly was?: readonly string[]
}

interface FoundName {
  readonly name: string
  /** The name that it gets later. */
  readonly holds?: string | undefined
  /** Of a swap that was made: the newest former name. */
  readonly was?: string | undefined
}

interface Part {
  /** The present name; undefined of what is new. */
  readonly from?: string | undefined
  /** The name after the next plan. */
  readonly now: string
  /** The former name by which it was found: names of it in rows are rewritten. */
  readonly former?: string | undefined
  /** Part of a swap: the mark of what was made. */
  readonly was?: string | undefined
  /** It is not an ordinary rename. */
  readonly isSpecial: boolean
}

/** By the wanted name. */
type Parts = ReadonlyMap<string, Part>

function stage(
  wanted: readonly WantedName[],
  found: readonly FoundName[],
  isFormer: (name: string) => boolean,
  isLive: boolean,
): Parts {
  const swapped = inCycles(wanted)
  const { from, former } = presentNames(wanted, found, swapped)
  const taken = new Set(found.map(({ name }) => name))
  const held = new Set(found.flatMap(({ name, holds }) => (holds === undefined ? [] : [name])))
  const isMoved = (name: string) => [...from].some(([to, now]) => now === name && to !== name)
  const now = new Map<string, string>()
  for (const { name } of wanted) {
    const present = from.get(name)
    if (present === name) now.set(name, name)
    else if (isFormer(name)) now.set(name, present ?? stagedName(name))
    else if (!taken.has(name)) now.set(name, name)
    // Without another process, the plan orders the parts of a chain.
    else if (!isLive && isMoved(name) && swapped.size + held.size === 0) now.set(name, name)
    else now.set(name, present ?? stagedName(name))
  }
  const waiting = wanted.filter(({ name }) => now.get(name) !== name)
  const isStuck = wanted.every(({ name }) => now.get(name) === (from.get(name) ?? name) || from.get(name) === undefined)
  const blocked = waiting.find(({ name }) => !isFormer(name) && isWantedBy(waiting, from, from.get(name)))
  if (isStuck && blocked && waiting.every(({ name }) => !isFormer(name)))
    now.set(blocked.name, stagedName(blocked.name))
  return new Map(
    wanted.map(({ name, was: [newest] = [] }) => [
      name,
      {
        from: from.get(name),
        now: now.get(name) ?? name,
        former: former.get(name),
        ...(swapped.has(name) && { was: newest }),
        isSpecial: swapped.has(name) || held.has(from.get(name) ?? ''),
      },
    ]),
  )
}

const isWantedBy = (waiting: readonly WantedName[], from: ReadonlyMap<string, string>, name: string | undefined) =>
  waiting.some(other => other.name === name && from.get(other.name) !== name)

/** The present name of each wanted one, and those whose values have another name until now. */
function presentNames(wanted: readonly WantedName[], found: readonly FoundName[], swapped: ReadonlySet<string>) {
  const from = new Map<string, string>()
  const former = new Map<string, string>()
  const isFree = (name: string) => found.some(one => one.name === name) && ![...from.values()].includes(name)
  for (const { name, holds } of found)
    if (holds !== undefined && wanted.some(one => one.name === holds)) from.set(holds, name)
  const isDone = ({ name, was = [] }: WantedName) => found.find(one => one.name === name)?.was === was[0]
  const isWhole = wanted.filter(({ name }) => swapped.has(name)).every(one => isFree(one.name) && !isDone(one))
  // The former name itself may not have been given yet.
  const placeOf = (was: string) => (isFree(was) ? was : found.find(one => one.holds === was && isFree(one.name))?.name)
  const rename = (name: string, was: string, present: string) => {
    from.set(name, present)
    former.set(name, was)
  }
  if (isWhole)
    for (const { name, was: [newest = ''] = [] } of wanted) if (swapped.has(name)) rename(name, newest, newest)
  for (let before = -1; before !== from.size; ) {
    before = from.size
    for (const { name, was = [] } of wanted) {
      if (from.has(name) || isFree(name)) continue
      const newest = was.find(one => one !== name && placeOf(one) !== undefined)
      if (newest !== undefined) rename(name, newest, String(placeOf(newest)))
    }
  }
  for (const { name } of wanted) if (!from.has(name) && isFree(name)) from.set(name, name)
  return { from, former }
}

/** The names whose newest former names lead back to themselves. */
function inCycles(wanted: readonly WantedName[]): ReadonlySet<string> {
  const wasOf = new Map(wanted.map(({ name, was: [newest] = [] }) => [name, newest]))
  const returns = (name: string) => {
    let at = wasOf.get(name)
    for (let steps = 0; at !== undefined && at !== name && steps < wanted.length; steps++) at = wasOf.get(at)
    return at === name && wasOf.get(name) !== name
  }
  return new Set(wanted.map(({ name }) => name).filter(returns))
}
