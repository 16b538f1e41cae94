import { characterClasses } from '../../fields/text-value.ts'
import { recordAddress } from '../../model/addresses.ts'
import type { Bilingual, Model } from '../../model/model.ts'
import type { Queries } from '../database/database.ts'
import { sql } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import { namesOfSignIn } from './sign-in-invariants.ts'

/** Existing accounts or aliases that break the rule for new ones. They are kept, and their users can sign in. */
export interface IrregularNames {
  readonly code: string
  readonly severity: 'warning'
  readonly message: Bilingual
  readonly hint: Bilingual
}

const maxRows = 100

/**
 * The accounts and aliases with other characters than those of `only: code`, and those that differ from another only in
 * case. They are older than the rule, and the rest of their records can be changed.
 */
export async function irregularNames(queries: Queries, model: Model): Promise<readonly IrregularNames[]> {
  const found: IrregularNames[] = []
  for (const [resource, { field, table, column, folded, title }] of Object.entries(namesOfSignIn)) {
    const of = model.resources[resource]
    if (!of) continue
    const rows = await runAll(
      queries,
      sql`select tenant_id as "tenantId", id::text as id, name, count(*) over ()::integer as total from (
          select tenant_id, id, ${column} as name, count(*) over (partition by tenant_id, ${folded}) as same
          from ${table} where is_deleted = 0) named
        where same > 1 or name !~ ${`^[${characterClasses.code}]*$`}
        order by tenant_id, name, named.id limit ${maxRows}::integer`,
    )
    const total = Number(rows[0]?.['total'] ?? 0)
    if (total === 0) continue
    const list = rows.map(
      ({ tenantId, id, name }) => `${recordAddress(of, String(id))} ${visible(String(name))} (${tenantId})`,
    )
    if (total > rows.length) list.push('…')
    found.push({
      code: `${field}.irregular`,
      severity: 'warning',
      message: {
        zh: `${total} 个${title.zh}不符合新建时的规则（字母、数字、_ . -，不分大小写唯一），予以保留，仍可登录和修改其他内容：${list.join('、')}。`,
        en: `${total} existing values of "${title.en}" break the rule for new ones (letters, digits, _ . -, unique without regard to case). They are kept and work as before: ${list.join(', ')}.`,
      },
      hint: { zh: '可在这些记录里改名。', en: 'They can be renamed in these records.' },
    })
  }
  return found
}

/** A quoted name whose format characters are escaped. */
const visible = (name: string): string =>
  JSON.stringify(name).replace(/\p{Cf}/gu, one => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
