import { typeOf } from '../../fields/index.ts'
import type { Field, Model } from '../../model/model.ts'
import { stepsOf } from '../../model/steps.ts'
import { expressionOf } from '../../record/expressions.ts'
import { storesDayOfTime, takesDayOfTime } from '../../record/formulas.ts'
import { isDay } from '../../rules/value.ts'
import type { Database, Queries } from '../database/database.ts'
import { sql } from '../database/fragment.ts'
import { execute } from '../database/run.ts'
import { faultOf } from '../errors/database-errors.ts'

/** The time zone of days that the database was created with; undefined of a new database. */
export const recordedZone = ({ kysely }: Database): Promise<string | undefined> => readZone(kysely).catch(noTable)

/** Records the time zone of a new database. Returns the recorded one, which may be another. */
export async function recordZone({ kysely }: Database, zone: string): Promise<string> {
  await execute(
    kysely,
    sql`insert into engine_setting (name, value) values ('zone', ${zone}) on conflict (name) do nothing`,
  )
  return (await readZone(kysely)) ?? zone
}

/** A database of an engine that did not record the zone has no table of settings. */
function noTable(error: unknown): undefined {
  if (faultOf(error)?.code !== '42P01') throw error
}

/** Replaces the recorded time zone. */
export async function changeZone(queries: Queries, zone: string): Promise<void> {
  await execute(queries, sql`update engine_setting set value = ${zone} where name = 'zone'`)
}

/**
 * The stored values that depend on the time zone of days, as `resource.field`: serial numbers that restart with a day,
 * and stored computed values that take the day of a time. Existing rows keep them when the zone changes.
 */
export const zonedFields = ({ resources }: Model): readonly string[] =>
  Object.values(resources).flatMap(({ name, fields }) =>
    fields.filter(field => restartsByDay(field) || storesDayOfTime(field)).map(field => `${name}.${field.name}`),
  )

/**
 * The days whose end or beginning moves with the time zone: those after which a job makes a step, as
 * `resource.step (after)`, and those for which the records of a state wait, as `resource.state (due)` or `(opens)`.
 */
export const zonedDays = (model: Model): readonly string[] =>
  Object.values(model.resources).flatMap(resource => {
    const { name, lifecycle } = resource
    const isOfDay = (text: string) => isDay(expressionOf(model, resource, text).type) || takesDayOfTime(text)
    const steps = stepsOf(resource).filter(({ after }) => after !== undefined && isOfDay(after))
    const dates = (lifecycle?.dates ?? []).filter(({ at }) => isOfDay(at))
    return [
      ...steps.map(step => `${name}.${step.name} (after)`),
      ...dates.flatMap(({ states, isDeadline }) =>
        states.map(state => `${name}.${state} (${isDeadline ? 'due' : 'opens'})`),
      ),
    ]
  })

const restartsByDay = (field: Field) => /\{(yy|MM|dd)/.test(typeOf(field).serial?.(field) ?? '')

async function readZone(queries: Queries): Promise<string | undefined> {
  const { rows } = await execute<{ value: string }>(queries, sql`select value from engine_setting where name = 'zone'`)
  return rows[0]?.value
}
