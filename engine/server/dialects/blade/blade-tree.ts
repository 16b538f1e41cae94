import { displayValueOf } from '../../../model/display.ts'
import type { Resource } from '../../../model/model.ts'
import { parentFieldOf } from '../../../model/tree.ts'
import type { Row } from '../../database/shape.ts'
import { rootId } from './blade-record.ts'

/** A record of a tree as a choice. */
export function treeNodeOf(row: Row, resource: Resource): Row {
  const id = String(row['id'])
  const parentId = row[parentFieldOf(resource)?.name ?? ''] ?? rootId
  const node = { id, parentId, title: String(displayValueOf(resource, row) ?? id), key: id, value: id }
  return row['hasChildren'] === undefined ? node : { ...node, hasChildren: row['hasChildren'] }
}

/**
 * Records below their parents; one whose parent is not among them is a root. Leaves have no `children`: clients treat an
 * empty list as a branch.
 */
export function nested(rows: readonly Row[], parentKey: string): Row[] {
  const ids = new Set(rows.map(row => row['id']))
  const below = new Map<unknown, Row[]>()
  for (const row of rows) {
    const parent = ids.has(row[parentKey]) ? row[parentKey] : rootId
    below.set(parent, [...(below.get(parent) ?? []), row])
  }
  const level = (parent: unknown): Row[] =>
    (below.get(parent) ?? []).map(row =>
      below.has(row['id']) ? { ...row, hasChildren: true, children: level(row['id']) } : row,
    )
  return level(rootId)
}
