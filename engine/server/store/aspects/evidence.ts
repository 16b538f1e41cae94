import { isEvidence } from '../../../fields/upload.ts'
import type { Bilingual, Field, Resource } from '../../../model/model.ts'
import { anyFragment, type Fragment, sql, word } from '../../database/fragment.ts'
import { runAll } from '../../database/run.ts'
import type { Row } from '../../database/shape.ts'
import { Refusal, refuse } from '../../errors/refuse.ts'
import { linksIn } from '../file-links.ts'
import { ownTenant } from '../own-tenant.ts'
import type { Prepared } from '../prepare.ts'
import { tablesWithLines } from '../referring.ts'
import type { Work } from '../work.ts'
import type { Aspect } from './aspect.ts'

/** The stored fields of a resource whose files are evidence. */
export const evidenceFields = ({ fields }: Resource): readonly Field[] =>
  fields.filter(field => field.column !== undefined && isEvidence(field))

/** Refuses writes after which a record, or one of its lines, lacks a file that was stored in it as evidence. */
function assureEvidenceKept(
  resource: Resource,
  written: readonly (Prepared & { readonly before: Row | null })[],
): void {
  const errors = written.flatMap(({ before, after, parts }) => [
    ...lostFiles(resource, before, after, ''),
    ...parts.flatMap(({ part, lines, removed }) => [
      ...lines.flatMap(line => lostFiles(part.resource, line.before, line.after, line.path)),
      ...(removed.some(line => evidenceFields(part.resource).some(({ name }) => linksIn(line[name]).length > 0))
        ? [[part.name, lineWithEvidence] as const]
        : []),
    ]),
  ])
  if (errors.length > 0) throw refuse.input(Object.fromEntries(errors))
}

const lostFiles = (resource: Resource, before: Row | null, after: Row, path: string) =>
  evidenceFields(resource).flatMap(({ name }) => {
    const kept = new Set(linksIn(after[name]))
    return linksIn(before?.[name]).every(link => kept.has(link)) ? [] : [[`${path}${name}`, fileIsEvidence] as const]
  })

const fileIsEvidence: Bilingual = {
  zh: '已保存的文件是证据，不能移除或替换；可以添加文件并在备注中说明',
  en: 'Saved files are evidence and are neither removed nor replaced; add a file, and explain it in a remark',
}
const lineWithEvidence: Bilingual = {
  zh: '有证据的行不能移除',
  en: 'A line with evidence cannot be removed',
}

/** Refuses the deletion of records that contain evidence, in a field or in a line. */
async function assureNoEvidence({ ctx, queries }: Work, resource: Resource, ids: readonly string[]): Promise<void> {
  for (const { of, column } of tablesWithLines(ctx.model, resource)) {
    const fields = evidenceFields(of)
    if (fields.length === 0) continue
    const found = await runAll(
      queries,
      sql`select 1 from ${word(`"${of.table}" t where t."${column}"`)} = any(${ids}::bigint[])
        and t."is_deleted" = 0${ownTenant(ctx, of)} and ${anyFragment(fields.map(filled))} limit 1`,
    )
    if (found.length > 0) throw new Refusal('evidence', 409, recordWithEvidence)
  }
}

// A list without files is empty or null.
const filled = ({ column, options }: Field): Fragment =>
  word(options['many'] === true ? `cardinality(t."${column}") > 0` : `t."${column}" is not null`)

const recordWithEvidence: Bilingual = {
  zh: '记录中有证据，不能删除',
  en: 'The record contains evidence and cannot be deleted',
}

export const evidence: Aspect = {
  before: ({ resource }, changes) => assureEvidenceKept(resource, changes),
  async deleting({ work, resource, deletion, ids }) {
    if (deletion === 'remove') await assureNoEvidence(work, resource, ids)
  },
}
