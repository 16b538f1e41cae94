import { parameterText } from '../../fields/parameter-value.ts'
import type { Model } from '../../model/model.ts'
import type { Queries } from '../database/database.ts'
import { sql } from '../database/fragment.ts'
import { execute } from '../database/run.ts'

/** The value of a parameter that administrators set, or its initial value. */
export async function parameterValue(queries: Queries, model: Model, key: string): Promise<string | undefined> {
  const { rows } = await execute<{ value: string }>(
    queries,
    sql`
    select param_value as value from blade_config where param_key = ${key} and is_deleted = 0`,
  )
  const declared = model.parameters.find(one => one.key === key)
  return rows[0]?.value ?? (declared && parameterText(declared))
}
