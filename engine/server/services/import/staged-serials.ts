import { isImportedSerial } from '../../../fields/traits.ts'
import type { Resource } from '../../../model/model.ts'
import { sql } from '../../database/fragment.ts'
import { runAll } from '../../database/run.ts'
import { continueAfter } from '../../store/serial.ts'
import type { Work } from '../../store/work.ts'

const numbersAtOnce = 10_000

/**
 * Continues the counters of serial fields after the numbers of all staged rows, before the first is written: no row
 * without a number gets one that a later row has.
 */
export async function continueAfterStaged({ ctx, queries }: Work, resource: Resource, id: string): Promise<void> {
  for (const field of resource.fields.filter(isImportedSerial)) {
    for (let last = 0; ; ) {
      const found = await runAll(
        queries,
        sql`select row, record ->> ${field.name} as number from engine_import_row
          where import_id = ${id}::bigint and row > ${last}::integer and operation = 'add' and problems is null
          and record ->> ${field.name} is not null order by row limit ${numbersAtOnce}::integer`,
      )
      await continueAfter(
        queries,
        ctx,
        resource,
        field,
        found.map(({ number }) => String(number)),
      )
      if (found.length < numbersAtOnce) break
      last = Number(found.at(-1)?.['row'])
    }
  }
}
