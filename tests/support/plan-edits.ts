import { converted, idsIn, randomValue } from './plan-values.ts'
import { type FieldState, kinds, type ResourceState, titleOf, type Value, type World } from './plan-world.ts'
import type { Random } from './random.ts'

/** A step of the test: the changes, and what the plan must report. */
export interface Step {
  readonly random: Random
  readonly world: World
  /** Fields and resources that this step has changed already. */
  readonly taken: Set<object>
  /** Counts of rows that violate a constraint, where there are any. */
  readonly breaks: number[]
  /** Counts of deleted values or rows. */
  readonly losses: number[]
  /** Values that did not survive; the database decides on their new ones. */
  readonly unsure: { resource: ResourceState; field: FieldState; row: number }[]
}

/**
 * Edits by name. Each changes the world and records what the plan must report; it returns false where it does not
 * apply.
 */
export const edits: Readonly<Record<string, (step: Step) => boolean>> = {
  'add field'(step) {
    const resource = ownerOf(step)
    resource?.fields.push(newField(step))
    return leaveEmpty(resource)
  },
  'add required field'(step) {
    const resource = ownerOf(step)
    if (!resource) return false
    resource.fields.push(Object.assign(newField(step), { required: true as const }))
    count(step.breaks, live(resource).length)
    return leaveEmpty(resource)
  },
  'add field with default'(step) {
    const resource = ownerOf(step)
    const field = newField(step)
    const value = field.kind === 'reference' ? null : randomValue(step.random, step.world, field, '000000')
    if (!resource || value === null) return false
    resource.fields.push(Object.assign(field, { required: true as const, default: value }))
    for (const { values } of resource.rows) values[field.name] = value
    return true
  },
  'drop field': step =>
    onField(step, (resource, field) => {
      count(step.losses, resource.rows.filter(({ values }) => values[field.name] !== null).length)
      resource.fields = resource.fields.filter(other => other !== field)
      for (const { values } of resource.rows) delete values[field.name]
    }),
  'rename field': step => onField(step, (resource, field) => renameField(resource, field, newName(step))),
  'rename field without declaration': step =>
    onField(step, (resource, field) => {
      count(step.losses, resource.rows.filter(({ values }) => values[field.name] !== null).length)
      const name = newName(step)
      for (const { values } of resource.rows) {
        delete values[field.name]
        values[name] = null
      }
      const { unique: _, required: __, was: ___, default: ____, ...rest } = field
      const fresh: FieldState = { ...rest, name }
      resource.fields = resource.fields.map(other => (other === field ? fresh : other))
      step.taken.add(fresh)
    }),
  'declare a rename later': step =>
    onField(
      step,
      (resource, field) => {
        const isAlike = (one: FieldState) =>
          one !== field &&
          !isFixed(one) &&
          !step.taken.has(one) &&
          one.kind === field.kind &&
          one.of === field.of &&
          one.max === field.max &&
          one.scale === field.scale
        const former = resource.fields.find(isAlike)
        if (!former) return
        step.taken.add(former)
        resource.fields = resource.fields.filter(one => one !== former)
        field.was = [former.name]
        let conflicts = 0
        for (const { values } of resource.rows) {
          const [own, old] = [values[field.name] ?? null, values[former.name] ?? null]
          delete values[former.name]
          if (own !== null && old !== null && JSON.stringify(own) !== JSON.stringify(old)) conflicts++
          values[field.name] = own ?? old
        }
        count(step.losses, conflicts)
      },
      field => !field.unique,
    ),
  'rename in a chain'(step) {
    return onField(step, (resource, first) => {
      const second = resource.fields.find(field => field !== first && !step.taken.has(field) && !isFixed(field))
      const name = first.name
      renameField(resource, first, newName(step))
      if (!second) return
      step.taken.add(second)
      renameField(resource, second, name)
    })
  },
  retype: step =>
    onField(
      step,
      (resource, field) => retype(step, resource, field),
      field => !field.unique,
    ),
  'rename resource'(step) {
    const resource = step.random.pick(step.world.resources)
    if (step.taken.has(resource)) return false
    step.taken.add(resource)
    const [from, to] = [resource.name, newName(step)]
    Object.assign(resource, { was: [from, ...(resource.was ?? [])], name: to })
    for (const other of step.world.resources) {
      if (other.master === from) other.master = to
      for (const field of other.fields) if (field.kind === 'reference' && field.of === from) field.of = to
    }
    return true
  },
  required: step =>
    onField(step, (resource, field) => {
      if (field.required) delete field.required
      else {
        field.required = true
        count(step.breaks, live(resource).filter(({ values }) => values[field.name] === null).length)
      }
    }),
  unique: step =>
    onField(
      step,
      (resource, field) => {
        if (field.unique) delete field.unique
        else {
          field.unique = true
          clearDuplicates(step, resource, field)
        }
      },
      ({ kind }) => kind !== 'many',
    ),
  sort: step =>
    onField(step, (_resource, field) => {
      if (field.sort) delete field.sort
      else field.sort = true
    }),
  'add dictionary value'(step) {
    const code = step.random.pick(Object.keys(step.world.dictionaries))
    if (step.taken.has(step.world.dictionaries)) return false
    step.taken.add(step.world.dictionaries)
    step.world.dictionaries[code]?.push(newName(step))
    return true
  },
  'remove dictionary value'(step) {
    const code = step.random.pick(Object.keys(step.world.dictionaries))
    const keys = step.world.dictionaries[code] ?? []
    const users = usersOf(step.world, code)
    // Only as the first of its step: it would change the counts of other edits.
    if (step.taken.size > 0 || keys.length < 2) return false
    step.taken.add(step.world.dictionaries)
    for (const { field } of users) step.taken.add(field)
    const gone = keys.splice(step.random.below(keys.length), 1)[0]
    for (const { resource, field } of users)
      count(
        step.breaks,
        live(resource).filter(({ values }) => [values[field.name]].flat().includes(String(gone))).length,
      )
    return true
  },
  'rename dictionary value'(step) {
    const code = step.random.pick(Object.keys(step.world.dictionaries))
    const keys = step.world.dictionaries[code] ?? []
    const users = usersOf(step.world, code)
    if (step.taken.size > 0) return false
    step.taken.add(step.world.dictionaries)
    for (const { field } of users) step.taken.add(field)
    const at = step.random.below(keys.length)
    const [from, to] = [String(keys[at]), newName(step)]
    keys[at] = to
    step.world.formerKeys[code] = [...(step.world.formerKeys[code] ?? []), { from, to }]
    const now = (value: Value): Value => (value === from ? to : value)
    for (const { resource, field } of users)
      for (const { values } of resource.rows) {
        const value = values[field.name] ?? null
        values[field.name] = Array.isArray(value) ? value.map(one => (one === from ? to : one)) : now(value)
      }
    return true
  },
  'refer to another': step =>
    onField(
      step,
      (resource, field) => {
        field.of = step.random.pick(step.world.resources.filter(({ master }) => master === undefined)).name
        clearOrphans(step, resource, field)
      },
      ({ kind }) => kind === 'reference',
    ),
  'add children'(step) {
    const masters = step.world.resources.filter(one => one.master === undefined && !step.taken.has(one))
    if (masters.length === 0 || step.world.resources.length > 5) return false
    const master = step.random.pick(masters)
    const masterId: FieldState = { name: 'masterId', kind: 'reference', of: master.name }
    const label: FieldState = { name: 'label', kind: 'text', max: 255 }
    const fields = [label, masterId, newField(step)]
    const resource: ResourceState = { name: newName(step), master: master.name, fields, rows: [] }
    step.world.resources.push(resource)
    step.taken.add(resource)
    return true
  },
  'drop children'(step) {
    // Only as the first of its step: it would delete what other edits did to the table.
    const lines = step.taken.size > 0 ? [] : step.world.resources.filter(one => one.master !== undefined)
    const resource = lines[0]
    if (!resource) return false
    step.taken.add(resource)
    step.world.resources = step.world.resources.filter(one => one !== resource)
    count(step.losses, resource.rows.length)
    // Its foreign keys are dropped separately, so that two tables that refer to each other can both be dropped.
    for (const { kind } of resource.fields) if (kind === 'reference') count(step.losses, resource.rows.length)
    return true
  },
}

const isFixed = ({ name }: FieldState) => name === 'label' || name === 'masterId'
const live = ({ rows }: ResourceState) => rows.filter(({ deleted }) => !deleted)
const newName = ({ world }: Pick<Step, 'world'>) => `x${++world.named}`
const count = (counts: number[], rows: number) => {
  if (rows > 0) counts.push(rows)
}

function onField(
  step: Step,
  edit: (resource: ResourceState, field: FieldState) => void,
  fits = (_field: FieldState) => true,
): boolean {
  const resource = ownerOf(step)
  const fields = resource?.fields.filter(field => !isFixed(field) && !step.taken.has(field) && fits(field)) ?? []
  if (!resource || fields.length === 0) return false
  const field = step.random.pick(fields)
  step.taken.add(field)
  edit(resource, field)
  return true
}

function ownerOf({ random, world, taken }: Step): ResourceState | undefined {
  const free = world.resources.filter(resource => !taken.has(resource))
  return free.length > 0 ? random.pick(free) : undefined
}

function newField(step: Step): FieldState {
  const { random } = step
  const field: FieldState = { name: newName(step), ...randomKind(step) }
  if (random.chance(0.2)) field.sort = true
  step.taken.add(field)
  return field
}

function randomKind({ random, world }: Step): Pick<FieldState, 'kind' | 'of' | 'max' | 'scale'> {
  const kind = random.pick(kinds)
  if (kind === 'text') return { kind, max: random.pick([5, 20, 50]) }
  if (kind === 'longtext') return { kind, max: random.pick([10, 500]) }
  if (kind === 'decimal') return { kind, scale: random.pick([0, 1, 2]) }
  if (kind === 'one' || kind === 'many') return { kind, of: random.pick(Object.keys(world.dictionaries)) }
  if (kind === 'reference') return { kind, of: random.pick(world.resources.filter(({ master }) => !master)).name }
  return { kind }
}

/** A new column is empty; the test fills it after the step. */
function leaveEmpty(resource: ResourceState | undefined): boolean {
  const field = resource?.fields.at(-1)
  if (!resource || !field) return false
  for (const { values } of resource.rows) values[field.name] = null
  return true
}

function renameField(resource: ResourceState, field: FieldState, name: string): void {
  for (const { values } of resource.rows) {
    values[name] = values[field.name] ?? null
    delete values[field.name]
  }
  // Only the newest former name may be one that another field has now.
  const isFree = (one: string) => !resource.fields.some(other => other.name === one || other.was?.includes(one))
  const former = field.was ?? []
  delete field.was
  field.was = [field.name, ...former.filter(one => one !== name && isFree(one))]
  field.name = name
}

function retype(step: Step, resource: ResourceState, field: FieldState): void {
  const before = { ...field }
  const kind = randomKind(step)
  for (const key of ['of', 'max', 'scale'] as const) delete field[key]
  Object.assign(field, kind)
  const isText = ['text', 'longtext', 'one'].includes(before.kind)
  const results = resource.rows.map(({ values, tenant }) => {
    const stored = values[field.name] ?? null
    if (isText && field.kind === 'reference') {
      const id = stored === null ? null : idNamed(step.world, field.of, tenant, String(stored))
      return { value: id, broken: stored !== null && id === null }
    }
    const { value, broken } = converted(stored, field)
    return { value: isOfDictionary(before) ? value : keysOfTitles(step.world, field, value), broken }
  })
  count(step.breaks, results.filter(({ broken }) => broken).length)
  for (const [row, { value, broken }] of results.entries()) {
    const values = resource.rows[row]?.values
    if (values) values[field.name] = value
    if (broken) step.unsure.push({ resource, field, row })
  }
  count(step.breaks, breaksPromises(step, resource, field, before))
  if (field.kind === 'reference') clearOrphans(step, resource, field)
}

/** The only live record with the name, otherwise the record with the id. */
function idNamed({ resources }: World, of: string | undefined, tenant: string, text: string): string | null {
  const rows = resources.find(({ name }) => name === of)?.rows.filter(row => row.tenant === tenant) ?? []
  const named = rows.filter(({ deleted, values }) => !deleted && values['label'] === text)
  const found = named.length > 0 ? named : rows.filter(({ id }) => id === text)
  return found.length === 1 ? String(found[0]?.id) : null
}

const isOfDictionary = ({ kind }: FieldState) => kind === 'one' || kind === 'many'

/** The value with the keys of titles in a field that becomes one of a dictionary. */
function keysOfTitles({ dictionaries }: World, field: FieldState, value: Value): Value {
  const keyOf = (text: string) => dictionaries[String(field.of)]?.find(key => titleOf(key) === text) ?? text
  if (!isOfDictionary(field)) return value
  if (Array.isArray(value)) return value.map(keyOf)
  return typeof value === 'string' ? keyOf(value) : value
}

/** Rows that satisfy the old type's constraints but not the new one's. */
function breaksPromises({ world }: Step, resource: ResourceState, field: FieldState, before: FieldState): number {
  const keysOf = ({ kind, of }: FieldState) =>
    kind === 'one' || kind === 'many' ? world.dictionaries[String(of)] : undefined
  const [keys, old] = [keysOf(field), keysOf(before)]
  const isWrong = (key: string) => (old ? old.includes(key) && !keys?.includes(key) : !keys?.includes(key))
  const max = field.kind === 'longtext' ? field.max : undefined
  const isStricter =
    max !== undefined && max < (before.kind === 'longtext' ? (before.max ?? 0) : Number.POSITIVE_INFINITY)
  return live(resource).filter(({ values }) => {
    const value = values[field.name] ?? null
    if (value === null) return false
    return (
      (keys !== undefined && [value].flat().some(key => isWrong(String(key)))) ||
      (isStricter && [...String(value)].length > max)
    )
  }).length
}

function clearDuplicates(step: Step, resource: ResourceState, field: FieldState): void {
  const seen = new Set<string>()
  let cleared = 0
  for (const { tenant, values } of live(resource)) {
    const value: Value = values[field.name] ?? null
    if (value === null) continue
    const known = `${tenant} ${String(value)}`
    if (seen.has(known)) {
      values[field.name] = null
      cleared++
    }
    seen.add(known)
  }
  count(step.breaks, cleared)
}

function clearOrphans(step: Step, resource: ResourceState, field: FieldState): void {
  let cleared = 0
  for (const { tenant, values } of resource.rows) {
    const value = values[field.name] ?? null
    if (value === null || idsIn(step.world, field.of, tenant).includes(String(value))) continue
    values[field.name] = null
    cleared++
  }
  count(step.breaks, cleared)
}

const usersOf = (world: World, code: string) =>
  world.resources.flatMap(resource =>
    resource.fields.flatMap(field =>
      (field.kind === 'one' || field.kind === 'many') && field.of === code ? [{ resource, field }] : [],
    ),
  )

/** The initial world: two resources that refer to each other, and two dictionaries. */
export function firstWorld(random: Random, named: number): World {
  const world: World = {
    named,
    formerKeys: {},
    dictionaries: { d1: ['1', '12', 'abc'], d2: ['1', 'true', '甲'] },
    resources: [],
  }
  const step: Step = { random, world, taken: new Set(), breaks: [], losses: [], unsure: [] }
  const label = (): FieldState => ({
    name: 'label',
    kind: 'text',
    max: 255,
    ...(random.chance(0.3) && { unique: true }),
  })
  world.resources = [newName(step), newName(step)].map(name => ({ name, fields: [label()], rows: [] }))
  for (const resource of world.resources) resource.fields.push(...Array.from({ length: 4 }, () => newField(step)))
  return world
}
