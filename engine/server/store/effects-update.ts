import { enteredFields } from '../../fields/entered-fields.ts'
import { fault, faultMessage } from '../../fields/fault.ts'
import { updatedResource } from '../../fields/updated-resource.ts'
import type { Resource, Transition, UpdateEffect } from '../../model/model.ts'
import { resourceOf } from '../../model/names.ts'
import { ownerOf } from '../../model/owner.ts'
import { fieldOf } from '../../model/system-fields.ts'
import { stepScopeOf } from '../../record/expressions.ts'
import { demand } from '../auth/access.ts'
import { candidatesBy } from '../auth/expressions.ts'
import { every, sql, word } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import { type Row, shapeOf } from '../database/shape.ts'
import { Refusal, refuse } from '../errors/refuse.ts'
import { duplicateOf } from './duplicate.ts'
import { assureOwner, assureServerFields, givenValues, refusalIn, type TakenStep } from './effect-values.ts'
import { linesOfRecords, lockRows } from './lock.ts'
import { namesOf } from './look-up.ts'
import type { StoredRecord } from './plan-lines.ts'
import { live } from './select.ts'
import { statesBefore } from './state-key.ts'
import { withTargets } from './target-records.ts'
import type { Work } from './work.ts'
import { writeOne } from './write.ts'

/** Makes a transition of a locked record that an effect writes, with its own effects. */
export type MakeTransition = (
  work: Work,
  resource: Resource,
  step: Transition,
  before: StoredRecord,
  input: Row,
  causeId: string,
) => Promise<void>

/** Writes the other records of the resources that a step declares, in their written order, each by the one write path. */
export async function applyUpdates(
  work: Work,
  taken: TakenStep,
  transition: MakeTransition,
  isIn: (resource: string) => boolean,
): Promise<void> {
  for (const effect of taken.step.updates ?? []) {
    const name = updatedResource(taken.resource, taken.step, effect)
    if (name === undefined || !isIn(name)) continue
    const target = resourceOf(work.ctx.model, name)
    for (const before of await selected(work, taken, effect, target))
      await updateOne(work, taken, effect, target, before, transition)
  }
}

/** The records of an effect, locked in the order of their ids. */
async function selected(
  work: Work,
  taken: TakenStep,
  effect: UpdateEffect,
  target: Resource,
): Promise<readonly StoredRecord[]> {
  const { ctx } = work
  const inside = { ...work, ctx: ctx.forEffects('step-effect') }
  const among = every([live('t'), ...conditionsOf(work, taken, effect, target)])
  const ids = effect.record === undefined ? await idsOf(inside, effect, target, among) : named(taken, effect.record)
  if (ids.length === 0) return []
  const shape = shapeOf(ctx.model, target, new Set())
  const rows = await lockRows(inside, shape, demand(inside.ctx, target, 'edit'), ids, among)
  const lines = await linesOfRecords(
    inside,
    target,
    rows.map(({ id }) => String(id)),
  )
  await assureOwners(work, taken, effect, target, rows)
  return rows.map(record => ({ record, lines: lines.get(String(record['id'])) ?? new Map() }))
}

/** The conditions besides the id: those of `where`, and with `transition` a state from which it starts. */
function conditionsOf({ ctx }: Work, taken: TakenStep, effect: UpdateEffect, target: Resource) {
  const [{ where }, { resource, record, step, input }] = [effect, taken]
  const entered = { scope: stepScopeOf(step), input }
  const rows = where === undefined ? [] : [candidatesBy(ctx, resource, target, where, record, 't', entered)]
  // The step itself writes its record.
  if (target.name === resource.name) rows.push(sql`t."id" <> ${record['id']}::bigint`)
  const transition = transitionOf(target, effect)
  const column = fieldOf(target, target.lifecycle?.field ?? '')?.column
  if (!transition || !column) return rows
  const states = statesBefore(ctx, target, transition)
  return [...rows, sql`${word(`t."${column}"`)} = any(${states}::text[])`]
}

const transitionOf = ({ lifecycle }: Resource, { transition }: UpdateEffect): Transition | undefined =>
  lifecycle?.transitions.find(one => one.name === transition)

/** The record that a reference names; none without a value. */
function named({ record, input }: TakenStep, name: string): string[] {
  const value = name.startsWith('input.') ? input[name.slice('input.'.length)] : record[name]
  return value === null || value === undefined ? [] : [String(value)]
}

async function idsOf(work: Work, effect: UpdateEffect, target: Resource, among: ReturnType<typeof every>) {
  const { ctx, queries } = work
  const { limit, sort } = effect
  const column = sort && fieldOf(target, sort.field)?.column
  const order = column ? `t."${column}"${sort?.descending ? ' desc nulls last' : ''}, t."id"` : 't."id"'
  const condition = every([among, demand(ctx, target, 'edit').rows('t')])
  const rows = await runAll(
    queries,
    sql`select t."id"::text as id from ${word(`"${target.table}" t`)} where ${condition} order by ${word(order)} limit ${limit + 1}::integer`,
  )
  const ids = rows.map(row => String(row['id']))
  if (ids.length > limit && !sort)
    throw refuse.conflict('effect-limit', {
      zh: `将改写的${target.title.zh}超过 ${limit} 条，请缩小范围`,
      en: `This would change more than ${limit} records of ${target.title.en}; narrow the condition`,
    })
  return ids.slice(0, limit)
}

/** Each record must have the owner of the source, or one that the actor may see. */
async function assureOwners(
  work: Work,
  taken: TakenStep,
  { record }: UpdateEffect,
  target: Resource,
  rows: readonly Row[],
) {
  const { ctx, queries } = work
  const own = ownerOf(taken.resource, taken.record)
  const owners = [...new Set(rows.map(row => ownerOf(target, row)))].filter(owner => owner !== null && owner !== own)
  if (owners.length === 0) return
  const seen = await namesOf(
    queries,
    ctx.withoutElevation(),
    resourceOf(ctx.model, ctx.model.owner ?? ''),
    owners as string[],
  )
  if (seen.length === owners.length) return
  const name = record?.replace(/^input\./, '') ?? target.name
  throw refuse.input({ [name]: faultMessage(fault('value.select-correct'), target.title) })
}

async function updateOne(
  work: Work,
  taken: TakenStep,
  effect: UpdateEffect,
  target: Resource,
  before: StoredRecord,
  makeTransition: MakeTransition,
): Promise<void> {
  const inside = { ...work, ctx: work.ctx.forEffects('step-effect') }
  const transition = transitionOf(target, effect)
  try {
    const into = transition ? { ...target, fields: enteredFields(target, transition) } : target
    const given = await withTargets(work, ctx => givenValues(ctx, taken, effect, into))
    await assureOwner(work, taken, target, given)
    if (transition) return await makeTransition(inside, target, transition, before, given, taken.entryId)
    assureServerFields(inside.ctx, target, given)
    const step = { operation: 'update', causeId: taken.entryId }
    const change = { before, set: given, step, title: taken.step.title }
    await writeOne(inside, { resource: target, origin: 'effect' }, change)
  } catch (error) {
    const refusal = error instanceof Refusal ? error : duplicateOf(work.ctx, target, error)
    throw refusal ? await inUpdates(work, target, before, refusal) : error
  }
}

/** The refusal of another record, which is named if it is visible. */
async function inUpdates({ ctx, queries }: Work, target: Resource, { record }: StoredRecord, refusal: Refusal) {
  // After an error of the database the transaction answers no query.
  const isDatabase = refusal.code === 'duplicate'
  const [option] = isDatabase ? [] : await namesOf(queries, ctx.withoutElevation(), target, [String(record['id'])])
  const name = option ? ` ${option.name}` : ''
  const { zh, en } = target.title
  return refusalIn('updates', { zh: `${zh}${name}`, en: `${en}${name}` }, refusal)
}
