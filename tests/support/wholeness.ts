import { typeOf } from '../../engine/fields/index.ts'
import type { Resource } from '../../engine/model/model.ts'
import { resourceOf } from '../../engine/model/names.ts'
import { run } from '../../engine/server/database/run.ts'
import type { ServerUnderTest } from './server.ts'

/**
 * The number of rows in each resource's table, deleted ones included: those of the platform's tenant, because a new
 * tenant has rows of its own.
 */
export async function rowCounts(server: ServerUnderTest): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const { name, table, shared } of Object.values(server.engine.model().resources)) {
    const own = shared ? '' : ` where tenant_id = '000000'`
    const [row] = await rowsBy(server, `select count(*)::int as n from "${table}"${own}`)
    counts.set(name, Number(row?.['n']))
  }
  return counts
}

/**
 * Incomplete writes: lines without a master or with a deleted one, a master without its lines, a wrong sum of lines, a
 * version without a history entry.
 */
export async function halves(server: ServerUnderTest): Promise<string[]> {
  const faults: string[] = []
  const find = async (what: string, text: string) => {
    for (const row of await rowsBy(server, text)) faults.push(`${what} ${row['id']}`)
  }
  const { resources } = server.engine.model()
  for (const resource of Object.values(resources).filter(({ readOnly }) => !readOnly)) {
    const { name, table, shared, partOf } = resource
    if (partOf) {
      const master = resourceOf(server.engine.model(), partOf.resource)
      const link = columnOf(resource, partOf.field)
      await find(
        `${name}: a line without its master:`,
        `select l.id from "${table}" l left join "${master.table}" m on m.id = l."${link}"
         where m.id is null or (m.is_deleted <> 0 and l.is_deleted = 0)`,
      )
      continue
    }
    // The engine itself writes the first rows, without a user.
    const recorded = `select count(*) from engine_history h where h.tenant_id = ${shared ? "''" : 't.tenant_id'}
      and h.resource = '${name}' and h.record_id = t.id and h.version is not null`
    await find(
      `${name}: a version without its history:`,
      `select id from "${table}" t where create_user is not null and version <> (${recorded})`,
    )
    for (const field of resource.fields) {
      const of = typeOf(field).lines?.(field)
      if (of === undefined || !field.required) continue
      const line = resourceOf(server.engine.model(), of)
      const link = columnOf(line, line.partOf?.field ?? '')
      const its = `from "${line.table}" l where l."${link}" = t.id and l.is_deleted = 0`
      await find(
        `${name}: a master without lines:`,
        `select id from "${table}" t where is_deleted = 0 and not exists (select ${its})`,
      )
      if (name === 'trial')
        await find(
          'trial: a sum that is not its lines’:',
          `select id from trial t where is_deleted = 0 and grams is distinct from (select sum(l.grams) ${its})`,
        )
    }
  }
  return faults
}

/** Runs a statement without the store. */
export const rowsBy = (server: ServerUnderTest, text: string) => run(server.engine.database.kysely, text, [])

const columnOf = ({ fields }: Resource, name: string): string =>
  String(fields.find(field => field.name === name)?.column)
