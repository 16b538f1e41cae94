import type { Resource } from '../../../model/model.ts'
import type { Row } from '../../database/shape.ts'
import { type NewLink, newLinksIn, refusedLinks } from '../../store/new-files.ts'
import type { Work } from '../../store/work.ts'
import type { FileRecordDraft, RecordDraft } from './record-draft.ts'

/** Adds an error to each field with a new link to a file that it does not accept. */
export async function refuseNewFiles(
  { ctx, queries }: Work,
  resource: Resource,
  drafts: readonly RecordDraft[],
): Promise<void> {
  const links = drafts.flatMap(draft => {
    const ofLines = [...draft.lines.values()].flat().flatMap(line => {
      const { part } = line.reading
      // A line of the file may replace a stored one that it does not name.
      return linksOf(part.resource, line, draft.stored?.lines.get(part.name) ?? [])
    })
    return [...linksOf(resource, draft, draft.stored ? [draft.stored.record] : []), ...ofLines]
  })
  for (const { draft, field, message } of await refusedLinks(queries, ctx, links))
    if (!draft.errors.has(field.name)) draft.errors.set(field.name, { message })
}

/** The links of a draft that none of the stored rows contains in the same field. */
function linksOf(
  resource: Resource,
  draft: Pick<FileRecordDraft, 'values' | 'errors'>,
  stored: readonly Row[],
): (NewLink & { readonly draft: Pick<FileRecordDraft, 'errors'> })[] {
  const { values } = draft
  const names = Object.keys(values)
  const before = Object.fromEntries(names.map(name => [name, stored.map(row => row[name])]))
  return newLinksIn(resource, { before, after: values, changed: new Set(names) }).map(link => ({ ...link, draft }))
}
