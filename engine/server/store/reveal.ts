import { isId } from '../../fields/id/id-text.ts'
import type { Resource } from '../../model/model.ts'
import { accessTo, forbiddenOf } from '../auth/access.ts'
import { recordAct } from '../auth/audit.ts'
import type { RequestContext } from '../auth/request-context.ts'
import type { Queries } from '../database/database.ts'
import type { Row } from '../database/shape.ts'
import { refuse } from '../errors/refuse.ts'
import { readOne } from './get.ts'

/** Which masked fields are revealed, and why. */
interface Revealed {
  readonly fields: readonly string[]
  readonly reason: string
}

/** The whole values of masked fields of a record. The act and its refusal are in the audit log before they are answered. */
export async function reveal(
  queries: Queries,
  ctx: RequestContext,
  resource: Resource,
  id: string,
  { fields, reason }: Revealed,
): Promise<Row> {
  const given = reason.trim()
  const { masked } = accessTo(ctx, resource, 'view')
  const unknown = fields.find(name => !masked.has(name))
  if (fields.length === 0 || unknown !== undefined) throw refuse.unknownName(String(unknown ?? 'fields').slice(0, 100))
  if (given === '' || given.length > longest) throw refuse.input({ reason: messages.reason })
  const act = { resource, reason: given, names: fields, ...(isId(id) && { recordId: id }) }
  const access = accessTo(ctx, resource, 'unmask')
  const refused = async (error: unknown) => {
    await recordAct(queries, ctx, { ...act, kind: 'revealRefused' })
    throw error
  }
  if (!access.allowed) return refused(forbiddenOf(ctx, resource, 'unmask'))
  const record = await readOne(queries, ctx, resource, { ...access, masked: new Set() }, id).catch(refused)
  await recordAct(queries, ctx, { ...act, kind: 'reveal' })
  return Object.fromEntries(fields.map(name => [name, record?.[name] ?? null]))
}

const longest = 500

const messages = {
  reason: { zh: `请填写理由，不超过 ${longest} 个字`, en: `Enter a reason of at most ${longest} characters` },
}
