import { ofOption } from '../../../fields/options.ts'
import type { Field, Resource } from '../../../model/model.ts'
import type { Queries } from '../../database/database.ts'
import type { RecordDraft } from './record-draft.ts'
import { problems } from './row-problems.ts'
import { stagedParents } from './staged-rows.ts'

/** A row above in the same file. */
export interface RowAbove {
  readonly row: number
  readonly recordId: string
  readonly isWrong: boolean
}

/** Resolves parents that were not found in the database, from earlier chunks of the same file. */
export async function parentsAbove(
  queries: Queries,
  id: string,
  resource: Resource,
  drafts: readonly RecordDraft[],
): Promise<ReadonlyMap<string, RowAbove>> {
  const field = treeField(resource)
  const texts = drafts.flatMap(({ errors, texts }) => (field && errors.has(field.name) ? [texts.get(field) ?? ''] : []))
  if (texts.length === 0) return new Map()
  return stagedParents(queries, id, parentNames(resource), [...new Set(texts)])
}

/** Resolves a parent that is not stored to a row of the file. */
export function resolveParent(
  resource: Resource,
  draft: RecordDraft,
  find: (text: string) => RowAbove | undefined,
): void {
  const field = treeField(resource)
  const text = field && draft.texts.get(field)
  if (!field || text === undefined || !draft.errors.has(field.name)) return
  const parent = find(text)
  if (!parent) draft.errors.set(field.name, problems.noParent(text))
  else if (parent.isWrong) draft.errors.set(field.name, problems.parentWrong(parent.row))
  else {
    draft.errors.delete(field.name)
    draft.values[field.name] = parent.recordId
  }
}

/** The fields by which a row may be named as a parent. */
export const parentNames = (resource: Resource): string[] =>
  treeField(resource)
    ? resource.fields
        .filter(({ name, unique, rule }) => rule === 'string' && (unique || name === resource.display))
        .map(({ name }) => name)
    : []

const treeField = ({ tree, name, fields }: Resource): Field | undefined =>
  fields.find(field => field.name === tree && ofOption(field) === name)
