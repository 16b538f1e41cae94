import { hasLines, isBound, lineResource, listedResource } from '../../fields/traits.ts'
import type { CreateEffect, Resource } from '../../model/model.ts'
import { bindOf, resourceOf } from '../../model/names.ts'
import { fieldOf } from '../../model/system-fields.ts'
import { type ExpressionScope, isEffective } from '../../record/expressions.ts'
import { normaliseRecord } from '../../record/normalise-record.ts'
import { accessTo, demand } from '../auth/access.ts'
import { linkedSql } from '../auth/expressions.ts'
import type { RequestContext } from '../auth/request-context.ts'
import { sql, word } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import { type Row, shapeOf } from '../database/shape.ts'
import { Refusal, refuse } from '../errors/refuse.ts'
import { withComputed } from './computed.ts'
import { duplicateOf } from './duplicate.ts'
import { claimOrigin, type Origin } from './effect-origin.ts'
import {
  assureOwner,
  assureServerFields,
  computedValues,
  effectInputs,
  effectScope,
  givenValues,
  refusalIn,
  type TakenStep,
} from './effect-values.ts'
import { namesOf } from './look-up.ts'
import type { CreatedRecord } from './operations.ts'
import type { LineInput } from './plan-lines.ts'
import { live } from './select.ts'
import { initialState } from './state-key.ts'
import { readInTenant, withTargets } from './target-records.ts'
import type { Work } from './work.ts'
import { writeOne } from './write.ts'

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
    for await (const from of wantedRows(work, taken, effect)) {
      const one = await createOne(work, taken, { effect, target, position, ...from })
      if (one) created.push(one)
    }
  }
  return created
}

/** What the effects of a step would create: the values, and those of lines. Nothing is stored. */
export async function wantedRecords(work: Work, taken: TakenStep) {
  const wanted: { readonly target: Resource; readonly given: Row; readonly lines: ReadonlyMap<string, LineInput> }[] =
    []
  for (const effect of taken.step.creates ?? []) {
    const target = resourceOf(work.ctx.model, effect.of)
    for await (const { scope, row } of wantedRows(work, taken, effect)) {
      const given = await withTargets(work, ctx => givenValues(ctx, taken, effect, target, scope, row))
      wanted.push({ target, given, lines: await linesWanted(work, taken, effect, target) })
    }
  }
  return wanted
}

/** The rows for each of which an effect creates a record, or one without a row, and how expressions read them. */
async function* wantedRows(work: Work, taken: TakenStep, effect: CreateEffect) {
  const scope = effectScope(work.ctx, taken, effect.each)
  const rows = effect.each === undefined ? [undefined] : await listedRows(work, taken, effect.each)
  for (const row of rows)
    if (await withTargets(work, ctx => isWanted(ctx, taken, effect, scope, row))) yield { scope, row }
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
    const refusal = error instanceof Refusal ? error : duplicateOf(work.ctx, target, error)
    throw refusal ? refusalIn('creates', target.title, refusal) : error
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
  const lines = await linesWanted(work, taken, effect, target)
  const values = { ...given, ...initialState(ctx, target) }
  const step = { operation: 'save', causeId: taken.entryId }
  const change = { before: null, id, set: values, lines, step, title: taken.step.title }
  await writeOne(inside, { resource: target, access: demand(ctx, target, 'add'), origin: 'effect' }, change)
}

async function linesWanted(work: Work, taken: TakenStep, effect: CreateEffect, target: Resource) {
  const lists = new Map<string, readonly Row[]>()
  for (const { each } of Object.values(effect.lines)) lists.set(each, await listedRows(work, taken, each))
  return withTargets(work, ctx => linesGiven(ctx, taken, effect, target, lists))
}

/** The lines of a new record, from the rows of lists of the source. */
function linesGiven(
  ctx: RequestContext,
  taken: TakenStep,
  effect: CreateEffect,
  target: Resource,
  lists: ReadonlyMap<string, readonly Row[]>,
): ReadonlyMap<string, LineInput> {
  const inputs = new Map<string, LineInput>()
  for (const [name, { each, where, with: values }] of Object.entries(effect.lines)) {
    const field = fieldOf(target, name)
    const lines = field && lineResource(field, ctx.model)
    if (!lines) continue
    const scope = effectScope(ctx, taken, each)
    const rows = (lists.get(each) ?? []).filter(
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

/** The maximum number of records of a bind or a reference for which a step creates others, as many as lines may have. */
const maxRows = 1000

/**
 * The rows of a list of a record, for each of which an effect creates a record or a line: its lines, the records that a
 * bind links to it in the order of their ids, or those of a reference in its order. Records are read in the tenant without
 * the conditions of the actor; deleted ones are left out.
 */
async function listedRows(work: Work, { resource, record }: TakenStep, name: string): Promise<readonly Row[]> {
  const { ctx } = work
  const field = fieldOf(resource, name)
  const of = field && listedResource(field, ctx.model)
  if (!field || !of) return []
  const value = [record[name] ?? []].flat()
  if (hasLines(field)) return value as Row[]
  const ids = isBound(field) ? await linkedIds(work, { resource, record }, name) : value.map(String)
  if (ids.length > maxRows)
    throw refuse.conflict('effect-limit', {
      zh: `${field.title.zh}超过 ${maxRows} 条，请分批`,
      en: `${field.title.en}: more than ${maxRows} records; split them into several`,
    })
  const rows = await withComputed(work, shapeOf(ctx.model, of, new Set()), await readInTenant(work, of, ids, live('t')))
  const byId = new Map(rows.map(row => [String(row['id']), row]))
  return ids.map(id => byId.get(id)).filter(row => row !== undefined)
}

async function linkedIds(
  { ctx, queries }: Work,
  { resource, record }: Pick<TakenStep, 'resource' | 'record'>,
  name: string,
): Promise<string[]> {
  const linked = linkedSql(ctx, resource, bindOf(resource, name), sql`= ${record['id']}::bigint`)
  const limit = word(String(maxRows + 1))
  const rows = await runAll(
    queries,
    sql`select c."right_id"::text as id from (${linked}) c order by c."right_id" limit ${limit}`,
  )
  return rows.map(({ id }) => String(id))
}
