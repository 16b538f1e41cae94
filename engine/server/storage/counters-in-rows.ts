import { serialForm } from '../../fields/serial/pattern.ts'
import { engineColumns } from '../../model/system-fields.ts'
import { both, type ChangeDraft, hasTenant } from './change.ts'
import { ofField, type Pair } from './pair.ts'
import { literal, quoted } from './sql-text.ts'
import { type Column, shownName } from './table.ts'
import { commentOnColumn } from './table-text.ts'

/** A field that becomes a serial number or gets another pattern, or the reverse. */
export function countersInRows(pair: Pair, column: Column, before: Column, after: Column): ChangeDraft[] {
  const { wanted } = pair
  const [comment] = commentOnColumn(wanted.name, after, before.rules)
  if (comment === undefined) return []
  const { serial } = after.rules
  const name = `${wanted.name}.${shownName(column)}`
  const what =
    serial === undefined
      ? both(`登记 ${name} 不再是编号`, `Record that ${name} is no serial number any more.`)
      : both(`登记 ${name} 的编号样式 ${serial}`, `Record the pattern ${serial} of the numbers of ${name}.`)
  // Rows without a number get one from the job, also where the field was a serial before.
  const isNew = serial !== undefined && before.rules.serial === undefined
  const statements = [comment, ...(isNew ? [`delete from "engine_formula" where ${ofField(pair, column)}`] : [])]
  return [{ phase: 'columns', mark: 'additive', what, statements }, ...raisedCounters(pair, column)]
}

/**
 * Raises the counters of a serial number to the numbers of its rows, in the transaction that makes it one, so that the
 * first new record gets none of them. Rows in the bin have theirs too.
 */
function raisedCounters({ wanted }: Pair, { name, field, rules }: Column): ChangeDraft[] {
  if (rules.serial === undefined || field === undefined) return []
  const { form, counter } = serialForm(rules.serial)
  const tenant = hasTenant(wanted) ? quoted(engineColumns.tenant) : `''`
  const read = `select ${tenant} as tenant, regexp_match(${quoted(name)}, ${literal(form)}) as part from ${quoted(wanted.name)}`
  const [resource, table] = [literal(wanted.mark.of), quoted(wanted.name)]
  return [
    {
      phase: 'names',
      mark: 'additive',
      what: both(
        `${wanted.name}.${name} 的编号接在已有的最大编号之后`,
        `Continue the numbers of ${wanted.name}.${name} after the highest of its rows.`,
      ),
      statements: [
        // Numbers that are being stored are in it afterwards.
        `lock table ${table} in share row exclusive mode`,
        `insert into "engine_serial" as s (tenant_id, resource, field, period, last) select tenant, ${resource}, ${literal(field)}, part[1] || ${literal(counter)} || part[3], max(part[2]::bigint) from (${read}) numbers where part is not null group by 1, 4 order by 4 on conflict (tenant_id, resource, field, period) do update set last = greatest(s.last, excluded.last)`,
      ],
    },
  ]
}
