import { fault, faultMessage } from '../../fields/fault.ts'
import { typeOf } from '../../fields/index.ts'
import { nameOfLink } from '../../fields/upload.ts'
import type { Bilingual, Field, Resource } from '../../model/model.ts'
import type { RequestContext } from '../auth/request-context.ts'
import type { Queries } from '../database/database.ts'
import type { Row } from '../database/shape.ts'
import { refuse } from '../errors/refuse.ts'
import { writableLinks } from './file-access.ts'
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
 * The new links of a write. Fields of every type are searched, because the history, by which files are read too, does
 * not distinguish types. A copied value is from the descriptor, not from the writer.
 */
export function newLinksIn(resource: Resource, { before, after, changed, path = '' }: Change): NewLink[] {
  return resource.fields.flatMap(field => {
    const { name, copy } = field
    const type = typeOf(field)
    if (!changed.has(name) || copy || type.secret || type.lines) return []
    const former = new Set(linksIn(before?.[name]))
    const links = linksIn(after[name]).filter(link => !former.has(link))
    return links.map(link => ({ path: `${path}${name}`, field, link }))
  })
}

/** Refuses a write with links to files that the writer neither uploaded nor may read. */
export async function assureNewFiles(queries: Queries, ctx: RequestContext, links: readonly NewLink[]): Promise<void> {
  const wrong = await unreadableLinks(queries, ctx, links)
  if (wrong.length > 0) throw refuse.input(Object.fromEntries(wrong.map(one => [one.path, unreadableFile(one)])))
}

/**
 * Those of the links whose file the writer neither uploaded nor may read: a record with such a link would make the file
 * readable. An elevation does not extend to files; the server's own work is not restricted.
 */
export async function unreadableLinks<One extends NewLink>(
  queries: Queries,
  ctx: RequestContext,
  links: readonly One[],
): Promise<readonly One[]> {
  const { actor } = ctx
  if (links.length === 0 || (actor.kind === 'system' && actor.origin === null)) return []
  const writable = await writableLinks(queries, ctx.withoutElevation(), [...new Set(links.map(({ link }) => link))])
  return links.filter(({ link }) => !writable.has(link))
}

/** The error of a field with such a link. */
export const unreadableFile = ({ field, link }: NewLink): Bilingual =>
  faultMessage(fault('upload.not-readable', { name: nameOfLink(link) }), field.title)
