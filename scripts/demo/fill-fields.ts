import { typeOf } from '../../engine/fields/index.ts'
import { isMany, ofOption } from '../../engine/fields/options.ts'
import { isInputField } from '../../engine/fields/record-schema.ts'
import { isDictionary, isMoment, isPicture, isReference } from '../../engine/fields/traits.ts'
import type { Field, Resource } from '../../engine/model/model.ts'
import { resourceOf } from '../../engine/model/names.ts'
import { perFields } from '../../engine/model/per-model.ts'
import { expressionOf } from '../../engine/record/expressions.ts'
import { test } from '../../engine/rules/evaluate.ts'
import { linksOf, type Row } from '../../engine/server/database/shape.ts'
import type { LinkChange } from '../../engine/server/store/links.ts'
import { checkDigits } from './check-digits.ts'
import type { Instructions, Range, Recipe } from './demo.ts'
import { isOwned, type KnownRecord } from './pools.ts'
import type { RowGeneration } from './row-generation.ts'
import { fitted, momentOn, numberIn, plausible } from './values.ts'
import { dayAfter } from './workdays.ts'

/** The fields of a resource that a user fills in. */
export const filledFields = perFields((resource): readonly Field[] =>
  resource.fields.filter(
    field =>
      isInputField(field) &&
      !isTransitionInput(resource, field) &&
      !typeOf(field).lines &&
      field.name !== resource.lifecycle?.field &&
      field.name !== resource.partOf?.field,
  ),
)

/**
 * The input of a transition is filled by that transition, unless every row requires the field, or it only starts again.
 */
const isTransitionInput = ({ lifecycle }: Resource, { name, required }: Field): boolean =>
  !required && lifecycle?.transitions.some(({ edit, to }) => to !== lifecycle.initial && edit.includes(name)) === true

/** Fills every field that a user would fill. */
export function fill(row: RowGeneration): Row {
  const { fields } = row.resource
  for (const field of filledFields(row.resource)) generatedValue(row, field)
  for (const field of fields) if (row.literal?.has(field.name)) generatedValue(row, field)
  for (const { name, copy } of fields) if (copy) row.record[name] = copiedFrom(row, copy)
  return row.record
}

/** The value that the store copies from the record of a reference. */
function copiedFrom(
  { resource, record, pools }: RowGeneration,
  { reference, field }: NonNullable<Field['copy']>,
): unknown {
  const by = resource.fields.find(({ name }) => name === reference)
  const id = record[reference]
  return by && typeof id === 'string' ? (pools.find(ofOption(by), id, 'byId')?.record[field] ?? null) : null
}

/** The value of one field, generated on first use. */
export function generatedValue(row: RowGeneration, field: Field): unknown {
  const { record } = row
  if (field.name in record) return record[field.name]
  // In a cycle of fields, the inner reader gets null.
  record[field.name] = null
  const recipe = recipeFor(row, field)
  // Pictures use their own random source, so that they do not change other values.
  const { pictures } = row
  const own = isPicture(field) && pictures ? { ...row, random: pictures.random } : row
  const value = recipe === undefined ? ownValue(own, field) : cooked(own, field, recipe)
  record[field.name] = fitted(row, field, value)
  return record[field.name]
}

const recipeFor = ({ rows, demo }: RowGeneration, { name }: Field): Recipe | undefined =>
  rows.fields?.[name] ?? demo.fields[name]

const ownValue = (row: RowGeneration, field: Field): unknown =>
  isReference(field) ? referred(row, field, {}) : plausible(row, field)

/** The value that a recipe gives for a field. */
function cooked(row: RowGeneration, field: Field, recipe: Recipe): unknown {
  if (typeof recipe === 'string') return isReference(field) ? named(row, field, recipe) : filledText(row, recipe)
  if (typeof recipe !== 'object') return recipe
  if (isList(recipe)) {
    const isWhole = isMany(field) && row.literal?.has(field.name)
    return isWhole ? recipe.map(one => cooked(row, field, one)) : cooked(row, field, row.random.pick(recipe))
  }
  return followed(row, field, recipe)
}

const isList = (recipe: Recipe): recipe is readonly Recipe[] => Array.isArray(recipe)

function followed(row: RowGeneration, field: Field, recipe: Instructions): unknown {
  const { random } = row
  if (recipe.share !== undefined && !random.chance(recipe.share)) return null
  if (recipe.value !== undefined) return cooked(row, field, recipe.value)
  if (recipe.weights) return cooked(row, field, random.weighted(recipe.weights))
  const next = recipe.inTurn?.[row.i % recipe.inTurn.length]
  if (next !== undefined) return cooked(row, field, next)
  if (recipe.between) return measured(row, field, recipe, recipe.between)
  if (recipe.copy !== undefined) return copied(row, recipe.copy, recipe.without)
  if (recipe.drawn !== undefined) return pictured(row, field, recipe)
  if (recipe.among !== undefined || (recipe.times && isReference(field))) return referred(row, field, recipe)
  if (recipe.by !== undefined) {
    const chosen = recipe.cases?.[textOf(row, recipe.by, 'name')] ?? recipe.else
    return chosen === undefined ? null : cooked(row, field, chosen)
  }
  if (recipe.days || recipe.time || recipe.after !== undefined) return moment(row, field, recipe)
  return ownValue(row, field)
}

/** A random number of a range, multiplied by the field `per`, rounded to the step and at least one step. */
function measured(row: RowGeneration, field: Field, { per, step }: Instructions, [least, most]: Range): number {
  const times = per === undefined ? 1 : Number(textOf(row, per, 'name'))
  const value = numberIn(row, field, [least * times, most * times])
  return step === undefined ? value : Number((Math.max(1, Math.round(value / step)) * step).toFixed(3))
}

function pictured(
  { pictures, random }: RowGeneration,
  field: Field,
  { drawn = [], times = [1, 1] }: Instructions,
): unknown {
  const name = typeof drawn === 'string' ? drawn : random.pick(drawn)
  const links = pictures?.linksOf(isMany(field) ? random.whole(times[0], times[1]) : 1, name) ?? []
  return isMany(field) && links.length > 0 ? links : (links[0] ?? null)
}

function copied({ each }: RowGeneration, name: string, without: string | undefined): unknown {
  const value = each?.record[name] ?? null
  return typeof value === 'string' && without !== undefined ? value.replaceAll(without, '') : value
}

function moment(row: RowGeneration, field: Field, { days, after, time }: Instructions): unknown {
  const start = after === undefined ? row.day : fieldValue(row, after)
  if (typeof start !== 'string') return null
  const day = dayAfter(start.slice(0, 10), days ? row.random.whole(days[0], days[1]) : 0)
  return isMoment(field) ? momentOn(row, day, time ?? ['08:30', '17:00']) : day
}

function fieldValue(row: RowGeneration, name: string): unknown {
  if (name.startsWith('master.')) return row.master?.record[name.slice('master.'.length)]
  const field = row.resource.fields.find(one => one.name === name)
  return field && generatedValue(row, field)
}

/**
 * Replaces the braces of a text: fields of the record and of a referenced record (`{regionId.code}`), words, `{each}`,
 * `{n}`, `{i}`, digits for `{###}`, and check digits of the text before them.
 */
export function filledText(row: RowGeneration, text: string): string {
  const parts = text.split(/\{([a-zA-Z.]+|#+)\}/)
  return parts.reduce((before, part, at) => before + (at % 2 === 0 ? part : braced(row, part, before)), '')
}

function braced(row: RowGeneration, name: string, before: string): string {
  const { random, demo, n, each, resource } = row
  if (name.startsWith('#')) return [...name].map(() => String(random.whole(0, 9))).join('')
  const check = checkDigits[name]
  if (check) return check(before)
  if (name === 'n') return String(n + 1)
  if (name === 'i') return String(row.i + 1)
  if (name === 'each') return each ? displayOf(resourceOf(row.model, row.rows.each ?? ''), each) : ''
  const [own, ofReferred] = name.split('.')
  if ((own === 'each' || own === 'master') && ofReferred !== undefined) return textOf(row, name, 'title')
  if (resource.fields.some(field => field.name === own))
    return ofReferred === undefined ? textOf(row, name, 'title') : textOfReferred(row, own ?? '', ofReferred)
  const words = demo.words[name]
  return words ? filledText(row, random.pick(words)) : ''
}

function textOfReferred(row: RowGeneration, name: string, ofReferred: string): string {
  const field = row.resource.fields.find(one => one.name === name)
  const value = fieldValue(row, name)
  if (!field || !isReference(field) || typeof value !== 'string') return ''
  return String(row.pools.find(ofOption(field), value, 'byId')?.record[ofReferred] ?? '')
}

/** The value of a field as text; of a dictionary the title, or the name used in descriptors. */
function textOf(row: RowGeneration, name: string, form: 'title' | 'name'): string {
  const [own, ofEach] = name.split('.')
  const isEach = own === 'each' && ofEach !== undefined
  const ofMaster = own === 'master' ? row.master?.resource : undefined
  const resource = isEach ? resourceOf(row.model, row.rows.each ?? '') : (ofMaster ?? row.resource)
  const field = resource.fields.find(one => one.name === (ofEach ?? own))
  const value = isEach ? row.each?.record[ofEach] : fieldValue(row, name)
  if (!field || value === null || value === undefined) return ''
  if (isReference(field)) {
    const of = resourceOf(row.model, ofOption(field))
    const known = row.pools.find(of.name, String(value), 'byId')
    return known ? displayOf(of, known) : ''
  }
  if (!isDictionary(field)) return String(value)
  const entry = row.model.dictionaries[ofOption(field)]?.entries.find(({ key }) => key === value)
  return form === 'name' ? (entry?.name ?? '') : (entry?.title.zh ?? '')
}

const displayOf = (of: Resource, { record }: KnownRecord): string => String(record[of.display] ?? '')

/** The id of a record, found by its display value. */
function named(row: RowGeneration, field: Field, text: string): unknown {
  return row.pools.find(ofOption(field), filledText(row, text), 'byText')?.id ?? null
}

/** Records to which the field may refer: of the same owner if it has one, and matching `where`. */
function referred(row: RowGeneration, field: Field, { among, times = [1, 3] }: Instructions): unknown {
  const { model, resource, rows, each, random } = row
  const of = ofOption(field)
  if (each && of === rows.each) return each.id
  if (each?.ownerId != null && of === model.owner && among === undefined) return each.ownerId
  if (!field.required && among === undefined && of === resource.name && random.chance(0.4)) return null
  const pool = row.pools.pool(of, among)
  const isOfOwner = isOwned(model, of) && resource.owner !== undefined && resource.name !== model.owner
  const owner = isOfOwner ? fieldValue(row, resource.owner) : undefined
  const candidates = typeof owner === 'string' ? (pool.byOwner.get(owner) ?? []) : pool.all
  const isList = isMany(field) || typeOf(field).bound === true
  const found = fitting(row, field, candidates, isList ? random.whole(times[0], times[1]) : 1)
  return isList ? found : (found[0] ?? null)
}

/** The ids of some records that match `where`, up to a number of them. */
function fitting(row: RowGeneration, field: Field, candidates: readonly KnownRecord[], count: number): string[] {
  const { model, resource, work, random, record } = row
  const where = field.options['where']
  if (candidates.length === 0) return []
  const expression =
    typeof where === 'string'
      ? expressionOf(model, resource, where, { it: resourceOf(model, ofOption(field)) })
      : undefined
  for (const name of expression?.reads ?? []) fieldValue(row, name)
  const start = random.whole(0, candidates.length - 1)
  const found: string[] = []
  for (let step = 0; step < Math.min(candidates.length, 1000) && found.length < count; step++) {
    const one = candidates[(start + step) % candidates.length]
    if (!one) continue
    const values = { record, it: one.record, me: work.ctx.me }
    if (!expression || test(expression, values, work.ctx.clock) === true) found.push(one.id)
  }
  return found
}

/** The records that a bind links, as its recipe draws them; none without a recipe. */
export function boundRecords(row: RowGeneration): LinkChange[] {
  return row.resource.binds.flatMap(bind => {
    const recipe = row.rows.fields?.[bind.name]
    const { field } = linksOf(row.model, row.resource, bind)
    if (typeof recipe !== 'object' || isList(recipe)) return []
    const added = (referred(row, field, recipe) ?? []) as string[]
    row.record[bind.name] = added
    return added.length > 0 ? [{ bind, added, removed: [] }] : []
  })
}
