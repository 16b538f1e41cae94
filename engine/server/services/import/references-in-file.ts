import { namingFields } from '../../../fields/naming-fields.ts'
import { isMany, ofOption } from '../../../fields/options.ts'
import { isReference } from '../../../fields/traits.ts'
import type { Field, Resource } from '../../../model/model.ts'
import { parentFieldOf } from '../../../model/tree.ts'
import type { Queries } from '../../database/database.ts'
import type { RecordDraft } from './record-draft.ts'
import { problems } from './row-problems.ts'
import { stagedTargets } from './staged-rows.ts'

/** A row of the same file that was checked before. */
export interface RowBefore {
  readonly row: number
  readonly recordId: string
  readonly isWrong: boolean
}

/** Finds the rows of earlier chunks to which texts refer that name no stored record. */
export async function rowsReferredTo(
  queries: Queries,
  id: string,
  resource: Resource,
  drafts: readonly RecordDraft[],
): Promise<ReadonlyMap<string, RowBefore>> {
  const texts = drafts.flatMap(draft => openTexts(resource, draft).map(([, text]) => text))
  if (texts.length === 0) return new Map()
  const names = namingInFile(resource).map(({ name }) => name)
  return stagedTargets(queries, id, names, [...new Set(texts)])
}

/** Resolves references that name no stored record to rows of the file. */
export function resolveInFile(
  resource: Resource,
  draft: RecordDraft,
  find: (text: string) => RowBefore | undefined,
): void {
  for (const [field, text] of openTexts(resource, draft)) {
    const found = find(text)
    if (found && !found.isWrong) {
      draft.errors.delete(field.name)
      draft.values[field.name] = found.recordId
    } else if (draft.circle) draft.errors.set(field.name, problems.circle(field.title, draft.circle))
    else if (found) draft.errors.set(field.name, problems.targetWrong(field.title, found.row))
  }
}

/** References of a resource to itself, each to one record, that can be to rows of the same file. */
export const selfReferences = (resource: Resource): Field[] =>
  resource.fields.filter(
    field =>
      field.column !== undefined &&
      isReference(field) &&
      !isMany(field) &&
      ofOption(field) === resource.name &&
      // Whether a row that is not stored satisfies a condition is not known.
      (field === parentFieldOf(resource) || field.options['where'] === undefined),
  )

/** The fields by whose values a row may be named by others. */
export const namingInFile = (resource: Resource): readonly Field[] =>
  selfReferences(resource).length === 0 ? [] : namingFields(resource)

/** The references of a row that are not found. */
const openTexts = (resource: Resource, { texts, errors }: RecordDraft) =>
  selfReferences(resource).flatMap(field => {
    const text = texts.get(field)
    return text !== undefined && errors.has(field.name) ? [[field, text] as const] : []
  })
