import type { ModelIndex } from './model-source.ts'
import { useModelIndex } from './resource-part.ts'
import { type RouteTable, routesOf } from './routes.ts'

const tables = new WeakMap<ModelIndex, RouteTable>()
const nothing = routesOf({ resources: [], pages: [] })

/** The route table of the user's index; empty until that is loaded. */
export function useRoutes(): RouteTable {
  const index = useModelIndex()
  if (!index) return nothing
  const table = tables.get(index) ?? routesOf(index)
  tables.set(index, table)
  return table
}
