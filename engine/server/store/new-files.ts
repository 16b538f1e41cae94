import { fault, faultMessage } from '../../fields/fault.ts'
import { typeOf } from '../../fields/index.ts'
import { isCopied } from '../../fields/traits.ts'
import { nameOfLink, sizeFault } from '../../fields/upload.ts'
import type { Field, Resource } from '../../model/model.ts'
import type { RequestContext } from '../auth/request-context.ts'
import type { Queries } from '../database/database.ts'
import type { Row } from '../database/shape.ts'
import { refuse } from '../errors/refuse.ts'
import { uploadSizes, writableLinks } from './file-access.ts'
import { linksIn } from './file-links.ts'

/** A link to an uploaded file that a field did not contain before. */
export interface NewLink {
  /** The path of the field in an error: `lines.2.photo`. */
  readonly path: string
  readonly field: Field
  readonly link: string
}

/** A record or a line before and after a write. `path` is the prefix of its fields in an error. */
interface Change {
  readonly before: Row | null
  readonly after: Row
  readonly changed: ReadonlySet<string>
  readonly path?: string
}

/**
 * The new links of a write, in fields of every type but texts: the history, by which files are read too, distinguishes
 * no other. A copied value is from the descriptor, not from the writer.
 */
export function newLinksIn(resource: Resource, { before, after, changed, path = '' }: Change): NewLink[] {
  return resource.fields.flatMap(field => {
    const { name } = field
    const type = typeOf(field)
    if (!changed.has(name) || isCopied(field) || type.secret || type.lines || type.freeText) return []
    const former = new Set(linksIn(before?.[name]))
    const links = linksIn(after[name]).filter(link => !former.has(link))
    return links.map(link => ({ path: `${path}${name}`, field, link }))
  })
}

/**
 * Refuses a write with links to files that its fields do not accept. A file that the writer neither uploaded nor may
 * read would become readable by the record, and an upload may have been accepted for a field with a larger `maxSize`.
 * An elevation does not extend to files; the server's own work is not restricted.
 */
export async function assureNewFiles(queries: Queries, ctx: RequestContext, links: readonly NewLink[]): Promise<void> {
  const { actor } = ctx
  if (links.length === 0 || (actor.kind === 'system' && actor.origin === null)) return
  const all = [...new Set(links.map(({ link }) => link))]
  const writable = await writableLinks(queries, ctx.withoutElevation(), all)
  const sizes = await uploadSizes(queries, actor.tenantId, all)
  const refused = links.flatMap(({ path, field, link }) => {
    const [name, size = 0] = [nameOfLink(link), sizes.get(link)]
    const wrong = writable.has(link) ? sizeFault({ size }, field) : fault('upload.not-readable', { name })
    return wrong ? [[path, faultMessage(wrong, field.title)] as const] : []
  })
  if (refused.length > 0) throw refuse.input(Object.fromEntries(refused))
}
