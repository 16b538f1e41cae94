import type { Resource } from '../../model/model.ts'
import { fieldOf } from '../../model/system-fields.ts'
import type { Queries } from '../database/database.ts'
import { type Access, accessToNames, demand } from './access.ts'
import type { Asking } from './asking.ts'
import { every, type Fragment, sql, word } from './fragment.ts'
import { displayCondition, withPaths } from './look-up.ts'
import type { Option } from './operations.ts'
import { runAll } from './run.ts'
import { displaySql, live } from './select.ts'
import { referenceOf } from './shape.ts'

/** What a search within one resource gives at most. */
const mostFound = 5
/** So many matches are looked at for the nearest ones. To weigh all would read a million rows for a common word. */
const mostWeighed = 60

/** Records of one resource by part of what stands for them, those first that begin with it, the shorter before the longer. */
export async function search(queries: Queries, asking: Asking, resource: Resource, text: string): Promise<Option[]> {
  const access = demand(asking, resource, 'view')
  const field = fieldOf(resource, resource.display)
  // The id itself stands for records that have nothing else, and nobody looks for those by a part of it.
  if (!field?.column || !access.reads(field)) return []
  const where = every([live('t'), access.rows('t'), displayCondition(asking, resource, text)])
  const state = fieldOf(resource, resource.state ?? '')
  const shown = state?.column && access.reads(state) ? `t."${state.column}"` : 'null'
  const owner = ownerSql(asking, resource, access)
  const columns = sql`t."id", ${displaySql(asking, resource, 't')} as "name", ${word(shown)} as "state", ${owner} as "owner"`
  const table = word(`"${resource.table}" t`)
  const found = await runAll(
    queries,
    sql`select ${columns} from ${table} where ${where} limit ${word(String(mostWeighed))}`,
  )
  const nearest = found
    .flatMap(({ id, name, state, owner }) => {
      if (name === null) return []
      const beside = {
        ...(state !== null && { state: String(state) }),
        ...(owner !== null && { ownerName: String(owner) }),
      }
      return [{ id: String(id), name: String(name), ...beside }]
    })
    .sort(nearness(text.toLowerCase()))
    .slice(0, mostFound)
  return withPaths(queries, asking, resource, nearest)
}

/** What stands for whose a record is: each has a "cold room 1", and nobody could tell them apart. */
function ownerSql(asking: Asking, resource: Resource, access: Access): Fragment {
  const field = resource.owner === resource.display ? undefined : fieldOf(resource, resource.owner ?? '')
  const [reference] = field?.column && access.reads(field) ? referenceOf(asking.model, field) : []
  if (!field || !reference || reference.many) return word('null')
  const held = accessToNames(asking, reference.of).rows('o')
  const from = word(`"${reference.of.table}" o where o."id" = t."${field.column}"`)
  return sql`(select ${displaySql(asking, reference.of, 'o')} from ${from} and ${held})`
}

const nearness = (text: string) => (one: Option, other: Option) =>
  beginsWith(other, text) - beginsWith(one, text) ||
  one.name.length - other.name.length ||
  (one.name < other.name ? -1 : 1)

const beginsWith = ({ name }: Option, text: string): number => (name.toLowerCase().startsWith(text) ? 1 : 0)
