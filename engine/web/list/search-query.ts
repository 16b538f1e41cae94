import { descendantsName } from '../../fields/query.ts'
import type { Field, Resource } from '../../model/model.ts'
import { fieldOf } from '../../model/system-fields.ts'

/** The conditions of a list: query names (`name_like`) with texts. */
export type SearchQuery = Readonly<Record<string, string>>

/** A query as it is sent: empty values are dropped. */
export const sentQuery = (typed: SearchQuery): SearchQuery =>
  Object.fromEntries(Object.entries(typed).filter(([, text]) => text.trim() !== ''))

/** The conditions that a reset keeps: the range of creation times and the branch of the tree. */
export const resetQuery = (typed: SearchQuery, tree?: string): SearchQuery =>
  Object.fromEntries(
    Object.entries(sentQuery(typed)).filter(
      ([name]) => name === 'createTime_dategt' || name === 'createTime_datelt' || isBranch(name, tree),
    ),
  )

const isBranch = (name: string, tree: string | undefined) =>
  tree !== undefined && (name === tree || name === descendantsName(tree))

/** The fields that a query has conditions on, each once, in the query's order. */
export function queriedFields(resource: Resource, query: SearchQuery): Field[] {
  const fields = Object.keys(query).flatMap(name => fieldAsked(resource, name) ?? [])
  return [...new Set(fields)]
}

/** The query's conditions on one field. */
export const conditionsOfField = (resource: Resource, query: SearchQuery, field: Field): SearchQuery =>
  Object.fromEntries(Object.entries(query).filter(([name]) => fieldAsked(resource, name) === field))

/** The query without its conditions on one field. */
export const withoutField = (resource: Resource, query: SearchQuery, field: Field): SearchQuery =>
  Object.fromEntries(Object.entries(query).filter(([name]) => fieldAsked(resource, name) !== field))

/** The field that a name in a query is a condition on. */
export const fieldAsked = (resource: Resource, name: string): Field | undefined =>
  fieldOf(resource, name) ??
  fieldOf(resource, name.slice(0, Math.max(0, name.lastIndexOf('_')))) ??
  (name === chartField.name ? chartField : undefined)

/** The rows behind a mark of a chart are a condition of their own. */
export const chartField = {
  name: 'chart',
  column: 'chart',
  options: {},
  type: 'text',
  title: { zh: '图中的数据', en: 'Values of a chart' },
} as Field
