import { enteredFields } from '../../engine/fields/entered-fields.ts'
import { ofOption } from '../../engine/fields/options.ts'
import { isReference } from '../../engine/fields/traits.ts'
import { masterOf } from '../../engine/model/lines.ts'
import type { Field, Model, Resource } from '../../engine/model/model.ts'
import { resourceOf } from '../../engine/model/names.ts'
import { stepsOf } from '../../engine/model/steps.ts'
import { isEngineView } from '../../engine/server/storage/engine-views.ts'
import { partsOf } from '../../engine/server/store/referring.ts'
import type { Work } from '../../engine/server/store/work.ts'
import type { Demo, Instructions, Recipe } from './demo.ts'
import { filledFields } from './fill-fields.ts'
import type { Pools } from './pools.ts'

/** The resources, referenced ones first; lines are created with their masters. */
export function referencedFirst(model: Model, demo: Demo, names: readonly string[]): Resource[] {
  const wanted = new Set(names)
  const done = new Set<string>()
  const ordered: Resource[] = []
  const visit = (name: string): void => {
    if (done.has(name)) return
    done.add(name)
    const resource = model.resources[name]
    // Rows of the engine's own tables are not written.
    if (!resource || !wanted.has(name) || isEngineView(resource)) return
    const master = masterOf(model, resource)
    if (master) visit(master.name)
    for (const other of neededBy(model, demo, resource)) visit(other)
    if (!resource.partOf) ordered.push(resource)
  }
  for (const name of names) visit(name)
  return ordered
}

const withLines = (model: Model, resource: Resource): Resource[] => [
  resource,
  ...partsOf(model, resource).map(part => part.resource),
]

function neededBy(model: Model, demo: Demo, resource: Resource): string[] {
  return withLines(model, resource).flatMap(one => {
    const { each, fields, records = [] } = demo.resources[one.name] ?? {}
    const recipeOf = (name: string) => fields?.[name] ?? demo.fields[name]
    const isDrawn = (field: Field) =>
      records.some(values => field.name in values) ||
      refersTo(recipeOf(field.name)) ||
      isCreatedBy(resourceOf(model, ofOption(field)), one)
    return [
      ...filledFields(one).flatMap(field => (isReference(field) && isDrawn(field) ? [ofOption(field)] : [])),
      ...one.binds.flatMap(({ name, of }) => (fields?.[name] === undefined ? [] : [of])),
      ...(each === undefined ? [] : [each]),
    ]
  })
}

/** Whether steps of a resource create records of another one. */
const isCreatedBy = (source: Resource, { name }: Resource): boolean =>
  stepsOf(source).some(({ creates = [] }) => creates.some(({ of }) => of === name))

const refersTo = (recipe: Recipe | undefined): boolean => readsAll(recipe) || amongsIn(recipe).length > 0

/** Reads every record to which new rows of a resource and its lines may refer. */
export async function loadPools({ ctx: { model } }: Work, demo: Demo, pools: Pools, resource: Resource): Promise<void> {
  await pools.load(resource, resource)
  for (const one of withLines(model, resource)) {
    const { each, fields, owners, longer, records = [] } = demo.resources[one.name] ?? {}
    if (each !== undefined) await pools.load(one, resourceOf(model, each))
    if (owners !== undefined || longer !== undefined) await pools.load(one, resourceOf(model, model.owner ?? ''))
    const literals = one.fields.filter(({ name }) => records.some(values => name in values))
    for (const field of [...filledFields(one), ...editedByUsers(one), ...literals]) {
      if (!isReference(field)) continue
      const of = resourceOf(model, ofOption(field))
      const recipe = fields?.[field.name] ?? demo.fields[field.name]
      const literal = records.flatMap(values => (values[field.name] as Recipe | undefined) ?? [])
      for (const among of [recipe, ...literal].flatMap(amongsIn)) await pools.load(one, of, among)
      if (of.name !== each && readsAll(recipe)) await pools.load(one, of)
      await pools.loadNamed(
        of,
        literal.filter(value => typeof value === 'string'),
      )
    }
    for (const bind of one.binds)
      for (const among of amongsIn(fields?.[bind.name])) await pools.load(one, resourceOf(model, bind.of), among)
  }
}

/** The references that steps enter, which are read-only elsewhere. */
const editedByUsers = (resource: Resource): readonly Field[] =>
  stepsOf(resource).flatMap(step => enteredFields(resource, step))

/** Whether a reference may be to any record: it has no recipe, or one that names records. */
function readsAll(recipe: Recipe | undefined): boolean {
  if (typeof recipe !== 'object') return true
  if (Array.isArray(recipe)) return recipe.some(readsAll)
  const { copy, among, share, value, cases = {}, inTurn = [], else: other } = recipe as Instructions
  const inner = [value, other, ...Object.values(cases), ...inTurn].filter(one => one !== undefined)
  return inner.length > 0 ? inner.some(readsAll) : copy === undefined && among === undefined && share !== 0
}

/** Every `among` of a recipe, at any depth. */
function amongsIn(recipe: Recipe | undefined): string[] {
  if (typeof recipe !== 'object') return []
  return Object.entries(recipe).flatMap(([key, value]) =>
    key === 'among' && typeof value === 'string' ? [value] : amongsIn(value as Recipe),
  )
}
