import { lineResource } from '../../fields/traits.ts'
import type { CreateEffect, Resource } from '../../model/model.ts'
import { resourceOf } from '../../model/names.ts'
import { fieldOf } from '../../model/system-fields.ts'
import { type ExpressionScope, isEffective } from '../../record/expressions.ts'
import { normaliseRecord } from '../../record/normalise-record.ts'
import { accessTo, demand } from '../auth/access.ts'
import type { RequestContext } from '../auth/request-context.ts'
import type { Row } from '../database/shape.ts'
import { Refusal } from '../errors/refuse.ts'
import { duplicateOf } from './duplicate.ts'
import { claimOrigin, type Origin } from './effect-origin.ts'
import {
  assureOwner,
  assureServerFields,
  computedValues,
  effectInputs,
  effectScope,
  givenValues,
} from './effect-values.ts'
import { namesOf } from './look-up.ts'
import type { CreatedRecord } from './operations.ts'
import type { LineInput } from './plan-lines.ts'
import { prepare } from './prepare.ts'
import { reserveSerials } from './serial.ts'
import { initialState } from './state-key.ts'
import type { TakenStep } from './taken-step.ts'
import { withTargets } from './target-records.ts'
import type { Work } from './work.ts'
import { insertMany } from './write.ts'

/**
 * Creates the records that a step declares, in their written order, and returns those that the actor may view. They
 * need no right but that to the step: an audited elevation in the actor's tenant stores them, with the actor as author.
 */
export async function applyCreates(work: Work, taken: TakenStep): Promise<CreatedRecord[]> {
  const created: CreatedRecord[] = []
  const effects = taken.step.creates ?? []
  for (const [index, effect] of effects.entries()) {
    const target = resourceOf(work.ctx.model, effect.of)
    const position = effects.slice(0, index).filter(one => one.of === effect.of).length
    const { scope, rows } = sourceOf(work, taken, effect)
    for (const row of rows) {
      if (!(await withTargets(work, ctx => isWanted(ctx, taken, effect, scope, row)))) continue
      const one = await createOne(work, taken, { effect, target, position, scope, row })
      if (one) created.push(one)
    }
  }
  return created
}

/** One record that an effect creates. */
interface Creation {
  readonly effect: CreateEffect
  readonly target: Resource
  readonly position: number
  /** The location of the effect's expressions. */
  readonly scope: ExpressionScope
  /** With `each`: the row. */
  readonly row: Row | undefined
}

/** The rows of the source for each of which a record is created, or one without a row, and how expressions read them. */
const sourceOf = ({ ctx }: Work, taken: TakenStep, { each }: CreateEffect) => ({
  scope: effectScope(ctx, taken, each),
  rows: each === undefined ? [undefined] : listOf(taken.record, each),
})

const listOf = (record: Row, name: string): readonly Row[] => {
  const rows = record[name]
  return Array.isArray(rows) ? (rows as readonly Row[]) : []
}

const isWanted = (
  ctx: RequestContext,
  taken: TakenStep,
  effect: CreateEffect,
  scope: ExpressionScope,
  row: Row | undefined,
): boolean => effect.if === undefined || isEffective(ctx, taken.resource, effect.if, scope, effectInputs(taken, row))

async function createOne(work: Work, taken: TakenStep, creation: Creation): Promise<CreatedRecord | undefined> {
  const { effect, target, position, row } = creation
  const id = work.ids.next()
  const origin: Origin = {
    resource: taken.resource,
    recordId: String(taken.record['id']),
    step: taken.step.name,
    target,
    effect: position,
    rowId: row ? String(row['id']) : null,
    entryId: taken.entryId,
  }
  const existing = await claimOrigin(work, origin, id, effect.once)
  if (existing !== undefined) return shownRecord(work, target, existing, true)
  try {
    await storeRecord(work, taken, creation, id)
  } catch (error) {
    const refusal = error instanceof Refusal ? error : duplicateOf(work.ctx.model, target, error)
    throw refusal ? inCreates(target, refusal) : error
  }
  return shownRecord(work, target, id, false)
}

/** Stores the record by the same steps as one that a user saves. */
async function storeRecord(work: Work, taken: TakenStep, creation: Creation, id: string): Promise<void> {
  const { effect, target, scope, row } = creation
  const ctx = work.ctx.forEffects('step-effect')
  const inside = { ...work, ctx }
  const given = await withTargets(work, own => givenValues(own, taken, effect, target, scope, row))
  assureServerFields(ctx, target, given)
  await assureOwner(work, taken, target, given)
  const lines = await withTargets(work, own => linesGiven(own, taken, effect, target))
  const values = { ...given, ...initialState(ctx, target) }
  const prepared = await withTargets(inside, own => prepare(own, target, null, values, lines))
  const [serials] = await reserveSerials(inside.queries, ctx, target, [prepared.after])
  Object.assign(prepared.after, serials)
  const entryId = inside.ids.next()
  const record = { ...prepared, id, entryId, causeId: taken.entryId }
  await insertMany(inside, target, demand(ctx, target, 'add'), [record])
  await inside.makeAuto?.(inside, target, { id, before: null, entryId, title: taken.step.title })
}

/** The lines of a new record, from the rows of lists of the source. */
function linesGiven(
  ctx: RequestContext,
  taken: TakenStep,
  effect: CreateEffect,
  target: Resource,
): ReadonlyMap<string, LineInput> {
  const inputs = new Map<string, LineInput>()
  for (const [name, { each, where, with: values }] of Object.entries(effect.lines)) {
    const field = fieldOf(target, name)
    const lines = field && lineResource(field, ctx.model)
    if (!lines) continue
    const scope = effectScope(ctx, taken, each)
    const rows = listOf(taken.record, each).filter(
      row => where === undefined || isEffective(ctx, taken.resource, where, scope, effectInputs(taken, row)),
    )
    inputs.set(name, {
      kind: 'all',
      lines: rows.map(row => {
        const computed = computedValues(
          ctx,
          taken.resource,
          lines,
          values,
          { ...scope, into: lines },
          effectInputs(taken, row),
        )
        return { id: undefined, values: normaliseRecord(computed, lines.fields, ctx.model) }
      }),
    })
  }
  return inputs
}

/** A refusal of the target, reported under `creates.<field>` of the step. */
function inCreates({ title }: Resource, { code, status, text, errors, data }: Refusal): Refusal {
  const under = Object.entries(errors ?? {}).map(([name, message]) => [`creates.${name}`, message])
  return new Refusal(
    code,
    status,
    { zh: `${title.zh}：${text.zh}`, en: `${title.en}: ${text.en}` },
    { ...(errors && { errors: Object.fromEntries(under) }), ...(data !== undefined && { data }) },
  )
}

/** The record as the response names it, if the actor may view it. */
async function shownRecord(
  { ctx, queries }: Work,
  target: Resource,
  id: string,
  existed: boolean,
): Promise<CreatedRecord | undefined> {
  if (!accessTo(ctx, target, 'view').allowed) return undefined
  const [option] = await namesOf(queries, ctx, target, [id])
  return option && { resource: target.name, id, name: option.name, existed }
}
