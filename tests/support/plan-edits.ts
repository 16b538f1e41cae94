import { converted, hasMilliseconds, idsIn, isSeenBy, randomValue } from './plan-values.ts'
import {
  entryIn,
  type FieldState,
  kinds,
  type LostKey,
  newNameIn,
  type ResourceState,
  type Row,
  titleOf,
  type Value,
  type World,
} from './plan-world.ts'
import type { Random } from './random.ts'

/** A step of the test: the changes, and what the plan must report. */
export interface Step {
  readonly random: Random
  readonly world: World
  /** Fields and resources that this step has changed already. */
  readonly taken: Set<object>
  /** The dictionaries that contain the states of a lifecycle before the step. */
  readonly ofStates: ReadonlySet<string>
  /** Counts of rows that violate a constraint, where there are any. */
  readonly breaks: number[]
  /** Counts of deleted values or rows. */
  readonly losses: number[]
  /** Dictionaries that are others as far as is known, because no declaration says that they were renamed. */
  readonly otherCodes: Set<string>
  /** Values that did not survive; the database decides on their new ones. */
  readonly unsure: { resource: ResourceState; field: FieldState; row: number }[]
}

export const newStep = ({ random, world }: Pick<Step, 'random' | 'world'>): Step => ({
  random,
  world,
  taken: new Set(),
  ofStates: statesOf(world),
  breaks: [],
  losses: [],
  otherCodes: new Set(),
  unsure: [],
})

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
    const field = newField(step)
    if (isReference(field)) return false
    resource.fields.push(Object.assign(field, { required: true as const }))
    count(step.breaks, live(resource).length)
    return leaveEmpty(resource)
  },
  'add field with default'(step) {
    const resource = ownerOf(step)
    const field = newField(step)
    const value = isReference(field) ? null : randomValue(step.random, step.world, field, '000000')
    // A descriptor has moments without milliseconds.
    if (!resource || value === null || hasMilliseconds(value)) return false
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
      const { unique: _, required: __, was: ___, default: ____, id: _____, ...rest } = field
      const fresh: FieldState = { ...rest, name }
      resource.fields = resource.fields.map(other => (other === field ? fresh : other))
      step.taken.add(fresh)
    }),
  'rename in a chain'(step) {
    return onField(step, (resource, first) => {
      const isFree = (field: FieldState) =>
        field !== first && field !== resource.owner && !step.taken.has(field) && !isFixed(field)
      const second = resource.fields.find(isFree)
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
      field => !field.unique && field.kind !== 'references',
    ),
  'one or many': step =>
    onField(
      step,
      (resource, field) => retype(step, resource, field, { kind: field.kind === 'one' ? 'many' : 'one', of: field.of }),
      field => isOfDictionary(field) && !field.unique && field.default === undefined,
    ),
  'text or password': step =>
    onField(
      step,
      (resource, field) =>
        retype(step, resource, field, field.kind === 'password' ? { kind: 'text', max: 20 } : { kind: 'password' }),
      ({ kind, unique, sort, default: first }) =>
        ['text', 'longtext', 'password'].includes(kind) && !unique && !sort && first === undefined,
    ),
  'compute field': step =>
    onField(
      step,
      (resource, field) => {
        count(step.losses, resource.rows.filter(({ values }) => values[field.name] !== null).length)
        field.isComputed = true
        if (step.random.chance(0.3)) renameField(resource, field, newName(step))
      },
      ({ kind, required, unique, default: first, least, only }) =>
        (kind === 'integer' || kind === 'text') &&
        !required &&
        !unique &&
        [first, least, only].every(one => one === undefined),
    ),
  'limit numbers': step =>
    onField(
      step,
      (resource, field) => {
        const former = field.least ?? Number.NEGATIVE_INFINITY
        const least = step.random.pick([-5, 0, 2, 13])
        field.least = least
        const isLess = ({ values }: Row) => values[field.name] !== null && Number(values[field.name]) < least
        if (least > former) count(step.breaks, live(resource).filter(isLess).length)
      },
      ({ kind, default: first }) => kind === 'integer' && first === undefined,
    ),
  'limit characters': step =>
    onField(
      step,
      (resource, field) => {
        field.only = 'digits'
        const isOther = ({ values }: Row) => /\D/.test(String(values[field.name] ?? ''))
        count(step.breaks, live(resource).filter(isOther).length)
      },
      ({ kind, only, default: first }) => kind === 'text' && only === undefined && first === undefined,
    ),
  'enter computed field'(step) {
    const fields = step.world.resources.flatMap(one => (step.taken.has(one) ? [] : one.fields))
    const field = fields.find(one => one.isComputed && !step.taken.has(one))
    if (!field) return false
    delete field.isComputed
    step.taken.add(field)
    return true
  },
  'rename resource'(step) {
    const resource = step.random.pick(step.world.resources)
    if (step.taken.has(resource)) return false
    step.taken.add(resource)
    const [from, to] = [resource.name, newName(step)]
    Object.assign(resource, { id: resource.id ?? from, was: [from, ...(resource.was ?? [])], name: to })
    for (const other of step.world.resources) {
      if (other.master === from) other.master = to
      for (const field of other.fields) if (isReference(field) && field.of === from) field.of = to
    }
    return true
  },
  'move file': step => {
    step.random.pick(step.world.resources).folder = newName(step)
    return true
  },
  'rename file without declaration'(step) {
    // Only as the first of its step: other edits would count rows that are lost.
    const { owner, resources } = step.world
    const free = step.taken.size > 0 ? [] : resources.filter(one => one !== owner && !one.owner)
    if (free.length === 0) return false
    const resource = step.random.pick(free)
    const [from, to] = [resource.name, newName(step)]
    countDropped(step, resource)
    step.taken.add(resource)
    for (const other of step.world.resources) {
      if (other.master === from) other.master = to
      for (const field of other.fields) {
        if (!isReference(field) || field.of !== from) continue
        field.of = to
        step.taken.add(field)
        if (other === resource) continue
        if (field.kind === 'references') {
          removeAll(step, other, field)
          continue
        }
        const filled = other.rows.filter(({ values }) => values[field.name] !== null).length
        count(step.breaks, filled)
        for (const { values } of other.rows) values[field.name] = null
      }
    }
    delete resource.was
    delete resource.id
    for (const field of resource.fields) {
      delete field.was
      delete field.id
    }
    Object.assign(resource, { name: to, rows: [] })
    return true
  },
  'add lifecycle'(step) {
    const resource = rootOf(step)
    const isFree = (field: FieldState) =>
      field.kind === 'one' &&
      !step.taken.has(field) &&
      !field.required &&
      !field.unique &&
      field.default === undefined &&
      (step.world.dictionaries[String(field.of)]?.length ?? 0) > 1
    const field = resource?.fields.some(({ isState }) => isState) ? undefined : resource?.fields.find(isFree)
    if (!field || !getsStates(step, String(field.of))) return false
    field.isState = true
    step.taken.add(field)
    return true
  },
  'add field with lifecycle'(step) {
    const resource = rootOf(step)
    const codes = Object.entries(step.world.dictionaries).filter(([, keys]) => keys.length > 1)
    if (!resource || codes.length === 0 || resource.fields.some(({ isState }) => isState)) return false
    const [of, keys] = step.random.pick(codes)
    if (!getsStates(step, of)) return false
    const field: FieldState = { name: newName(step), kind: 'one', of, isState: true }
    step.taken.add(field)
    resource.fields.push(field)
    for (const { values } of resource.rows) values[field.name] = keys[0] ?? null
    return true
  },
  'add owner'(step) {
    const { owner, resources } = step.world
    const isFree = (one: ResourceState) => one !== owner && isAlone(step, one) && !step.taken.has(one)
    for (const resource of resources.filter(isFree)) {
      const field = ownerFieldOf(step, resource)
      if (!field) continue
      resource.owner = field
      step.taken.add(field)
      return true
    }
    return false
  },
  'change owner'(step) {
    const resource = step.world.resources.find(one => one.owner && !step.taken.has(one.owner))
    const [field, former] = [resource && ownerFieldOf(step, resource), resource?.owner]
    if (!resource || !former || !field) return false
    const isOther = ({ values }: Row) =>
      values[former.name] !== null && values[former.name] !== (values[field.name] ?? null)
    count(step.breaks, resource.rows.filter(isOther).length)
    resource.owner = field
    step.taken.add(field).add(former)
    return true
  },
  'remove owner'(step) {
    const resource = step.world.resources.find(one => one.owner && !step.taken.has(one.owner))
    const { owner } = resource ?? {}
    if (!resource || !owner || hasLines(step, resource)) return false
    count(step.losses, resource.rows.filter(({ values }) => values[owner.name] !== null).length)
    delete resource.owner
    // Another owner in the same step would be a change of owner.
    step.taken.add(owner).add(resource)
    return true
  },
  required: step =>
    onField(
      step,
      (resource, field) => {
        if (field.required) delete field.required
        else {
          field.required = true
          count(step.breaks, live(resource).filter(({ values }) => values[field.name] === null).length)
        }
      },
      // Records that require each other could never be created.
      field => !isReference(field),
    ),
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
      // Records are also found by unique texts, which would change what a text in another field refers to.
      ({ kind }) => !['many', 'longtext', 'text', 'password', 'references'].includes(kind),
    ),
  sort: step =>
    onField(
      step,
      (_resource, field) => {
        if (field.sort) delete field.sort
        else field.sort = true
      },
      ({ kind }) => !['longtext', 'password', 'references'].includes(kind),
    ),
  'add dictionary value'(step) {
    const code = step.random.pick(Object.keys(step.world.dictionaries))
    if (step.taken.has(step.world.dictionaries)) return false
    step.taken.add(step.world.dictionaries)
    step.world.dictionaries[code]?.push(newName(step))
    return true
  },
  'remove dictionary value': step => removedKey(step) !== undefined,
  'change key without declaration'(step) {
    const removed = removedKey(step)
    if (!removed) return false
    const to = newName(step)
    const { world } = step
    world.dictionaries[removed.code]?.push(to)
    world.lostKeys.push({ ...removed, to })
    return true
  },
  'declare a change of key later'(step) {
    const { world, taken } = step
    const isThere = ({ code, to }: LostKey) => world.dictionaries[code]?.includes(to)
    const lost = taken.size > 0 ? undefined : world.lostKeys.find(isThere)
    if (!lost) return false
    world.lostKeys = world.lostKeys.filter(one => one !== lost)
    rewriteKey(step, lost)
    return true
  },
  'rename dictionary value'(step) {
    const code = step.random.pick(Object.keys(step.world.dictionaries))
    const keys = step.world.dictionaries[code] ?? []
    if (step.taken.size > 0) return false
    const at = step.random.below(keys.length)
    const [key, to] = [String(keys[at]), newName(step)]
    keys[at] = to
    rewriteKey(step, { code, key, to })
    return true
  },
  'exchange keys'(step) {
    const { random, world, taken } = step
    const code = random.pick(Object.keys(world.dictionaries))
    const [one = '', other, ...rest] = world.dictionaries[code] ?? []
    if (taken.size > 0 || other === undefined) return false
    taken.add(world.dictionaries)
    // Of three, each gets the next one's entry.
    const keys = [one, other, ...rest.slice(0, random.below(2))]
    const names = keys.map(key => entryIn(world, code, key))
    world.entryNames[code] = {
      ...world.entryNames[code],
      ...Object.fromEntries(keys.map((key, n) => [key, names[(n + 1) % keys.length] ?? ''])),
    }
    for (const { resource, field } of usersOf(world, code)) {
      taken.add(field)
      count(step.losses, withOneOf(resource, field, keys))
    }
    return true
  },
  'rename dictionary': step => renameDictionary(step, true),
  'rename dictionary without declaration': step => renameDictionary(step, false),
  'refer to another': step =>
    onField(
      step,
      (resource, field) => {
        const former = field.of
        field.of = step.random.pick(step.world.resources.filter(({ master }) => master === undefined)).name
        if (former === field.of) return
        countReferredAgain(step, resource, field)
        if (field.kind === 'reference') clearOrphans(step, resource, field)
        else removeStrays(step, resource, field)
      },
      isReference,
    ),
  'add children'(step) {
    const masters = step.world.resources.filter(one => one.master === undefined && !step.taken.has(one))
    if (masters.length === 0 || step.world.resources.length > 5) return false
    const master = step.random.pick(masters)
    const masterId: FieldState = { name: 'masterId', kind: 'reference', of: master.name, required: true }
    const label: FieldState = { name: 'label', kind: 'text', max: 255 }
    const fields = [label, masterId, newField(step)]
    const names = { name: newName(step), listedIn: newName(step) }
    const resource: ResourceState = { ...names, master: master.name, fields, rows: [] }
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
    countDropped(step, resource)
    return true
  },
}

/** Removes an entry, of which rows may have the key. Only as the first of its step: it would change the counts of others. */
function removedKey(step: Step): { readonly code: string; readonly key: string } | undefined {
  const { random, world, taken } = step
  const code = random.pick(Object.keys(world.dictionaries))
  const keys = world.dictionaries[code] ?? []
  const users = usersOf(world, code)
  const isNeeded = users.some(({ field }) => field.isState || field.default !== undefined)
  if (taken.size > 0 || keys.length < 2 || isNeeded) return undefined
  taken.add(world.dictionaries)
  for (const { field } of users) taken.add(field)
  const key = String(keys.splice(random.below(keys.length), 1)[0])
  for (const { resource, field } of users) count(step.breaks, withKey(resource, field, key))
  return { code, key }
}

const statesOf = ({ resources }: World): Set<string> =>
  new Set(resources.flatMap(({ fields }) => fields.flatMap(({ isState, of }) => (isState ? [String(of)] : []))))

/** A dictionary becomes that of states, in which the values of all fields must be. */
function getsStates(step: Step, code: string): boolean {
  const { world, taken, ofStates } = step
  if (ofStates.has(code)) return true
  const users = usersOf(world, code)
  if (taken.has(world.dictionaries) || users.some(one => taken.has(one.field) || taken.has(one.resource))) return false
  taken.add(world.dictionaries)
  const isStrange = (key: string) => !world.dictionaries[code]?.includes(key)
  for (const { resource, field } of users) {
    taken.add(field)
    count(
      step.breaks,
      live(resource).filter(({ values }) => [values[field.name] ?? []].flat().map(String).some(isStrange)).length,
    )
  }
  return true
}

const withKey = (resource: ResourceState, { name }: FieldState, key: string): number =>
  live(resource).filter(({ values }) => [values[name]].flat().includes(key)).length

/** The number of rows with one of the keys, in the bin too. */
const withOneOf = ({ rows }: ResourceState, { name }: FieldState, keys: readonly string[]): number =>
  rows.filter(({ values }) => [values[name] ?? []].flat().some(key => keys.includes(String(key)))).length

/** Declares that an entry had another key, and gives its rows the new one. */
function rewriteKey({ world, taken }: Step, { code, key, to }: LostKey): void {
  const users = usersOf(world, code)
  taken.add(world.dictionaries)
  for (const { field } of users) taken.add(field)
  world.formerKeys[code] = [...(world.formerKeys[code] ?? []), { from: key, to }]
  const one = (value: Value): Value => (value === key ? to : value)
  const now = (value: Value): Value =>
    Array.isArray(value) ? value.map(item => (item === key ? to : item)) : one(value)
  for (const { resource, field } of users) {
    if (field.default !== undefined) field.default = now(field.default)
    for (const { values } of resource.rows) values[field.name] = now(values[field.name] ?? null)
  }
}

/** No row is affected, because rows have keys. */
function renameDictionary({ random, world, taken, otherCodes }: Step, isDeclared: boolean): boolean {
  const { dictionaries, formerKeys, formerCodes } = world
  if (taken.has(dictionaries)) return false
  const from = random.pick(Object.keys(dictionaries))
  // Values of a field that also becomes one or many are violations of their own.
  if (!isDeclared && usersOf(world, from).some(({ field }) => taken.has(field))) return false
  taken.add(dictionaries)
  const to = newNameIn(world)
  for (const { field } of usersOf(world, from)) {
    field.of = to
    if (!isDeclared) taken.add(field)
  }
  dictionaries[to] = dictionaries[from] ?? []
  delete dictionaries[from]
  if (formerKeys[from]) formerKeys[to] = formerKeys[from]
  if (world.entryNames[from]) world.entryNames[to] = world.entryNames[from]
  if (isDeclared) formerCodes[to] = [from, ...(formerCodes[from] ?? [])]
  else otherCodes.add(to)
  world.lostKeys = world.lostKeys.map(one => (one.code === from ? { ...one, code: to } : one))
  return true
}

/** Its foreign keys are dropped separately, so that two tables that refer to each other can both be dropped. */
function countDropped(step: Step, resource: ResourceState): void {
  const { fields, rows } = resource
  count(step.losses, rows.length)
  for (const field of fields) if (field.kind === 'reference') count(step.losses, rows.length)
}

/** A resource that is not lines. */
function rootOf(step: Step): ResourceState | undefined {
  const resource = ownerOf(step)
  return resource?.master === undefined ? resource : undefined
}

/** Lines have the owner of their master. */
const hasLines = ({ world }: Step, { name }: ResourceState) => world.resources.some(({ master }) => master === name)

/** A resource without an owner, which is neither lines nor has them. */
const isAlone = (step: Step, resource: ResourceState) =>
  !resource.owner && resource.master === undefined && !hasLines(step, resource)

/** A reference to the owner, which rows have. */
const ownerFieldOf = ({ world, taken }: Step, resource: ResourceState): FieldState | undefined =>
  resource.fields.find(
    field =>
      field.kind === 'reference' &&
      field !== resource.owner &&
      field.of === world.owner?.name &&
      !taken.has(field) &&
      resource.rows.some(({ values }) => values[field.name] !== null),
  )

const isReference = ({ kind }: FieldState) => kind === 'reference' || kind === 'references'
const isFixed = ({ name, isState, isComputed }: FieldState) =>
  name === 'label' || name === 'masterId' || isState === true || isComputed === true
const live = ({ rows }: ResourceState) => rows.filter(({ deleted }) => !deleted)
const newName = ({ world }: Pick<Step, 'world'>) => newNameIn(world)
const count = (counts: number[], rows: number) => {
  if (rows > 0) counts.push(rows)
}

function onField(
  step: Step,
  edit: (resource: ResourceState, field: FieldState) => void,
  fits = (_field: FieldState) => true,
): boolean {
  const resource = ownerOf(step)
  const isFree = (field: FieldState) => !isFixed(field) && field !== resource?.owner && !step.taken.has(field)
  const fields = resource?.fields.filter(field => isFree(field) && fits(field)) ?? []
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
  const field: FieldState = { name: newName(step), ...(random.chance(0.15) ? referencesIn(step) : randomKind(step)) }
  if (random.chance(0.2) && field.kind !== 'longtext' && field.kind !== 'references') field.sort = true
  step.taken.add(field)
  return field
}

type KindOfField = Pick<FieldState, 'kind' | 'max' | 'scale'> & { readonly of?: string | undefined }

function randomKind({ random, world }: Step): Pick<FieldState, 'kind' | 'of' | 'max' | 'scale'> {
  const kind = random.pick(kinds)
  if (kind === 'text') return { kind, max: random.pick([5, 20, 50]) }
  if (kind === 'longtext') return { kind, max: random.pick([10, 500]) }
  if (kind === 'decimal') return { kind, scale: random.pick([0, 1, 2]) }
  if (kind === 'one' || kind === 'many') return { kind, of: random.pick(Object.keys(world.dictionaries)) }
  if (kind === 'reference') return { kind, of: rootIn({ random, world }) }
  return { kind }
}

const referencesIn = (step: Step): Pick<FieldState, 'kind' | 'of'> => ({ kind: 'references', of: rootIn(step) })

const rootIn = ({ random, world }: Pick<Step, 'random' | 'world'>): string =>
  random.pick(world.resources.filter(({ master }) => !master)).name

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
  forgetName(resource, field.name)
  delete field.was
  field.was = [field.name, ...former.filter(one => one !== name && isFree(one))]
  field.id ??= field.name
  field.name = name
}

/** A former name is that of one field. */
function forgetName({ fields }: ResourceState, name: string): void {
  for (const field of fields) {
    const rest = field.was?.filter(one => one !== name) ?? []
    delete field.was
    if (rest.length > 0) field.was = rest
  }
}

function retype(step: Step, resource: ResourceState, field: FieldState, kind: KindOfField = randomKind(step)): void {
  const before = { ...field }
  for (const key of ['of', 'max', 'scale', 'default', 'least', 'only'] as const) delete field[key]
  Object.assign(field, kind)
  if (field.kind === 'reference') delete field.required
  if (field.kind === 'longtext') delete field.sort
  if (field.kind === 'password' || before.kind === 'password') {
    count(step.losses, resource.rows.filter(({ values }) => values[field.name] !== null).length)
    for (const { values } of resource.rows) values[field.name] = null
    return
  }
  if (isOfDictionary(field) && isOfDictionary(before)) {
    const { world } = step
    const former = world.dictionaries[String(before.of)] ?? []
    const isOther = (key: string) => entryIn(world, String(before.of), key) !== entryIn(world, String(field.of), key)
    const keys = world.dictionaries[String(field.of)] ?? []
    count(
      step.losses,
      withOneOf(
        resource,
        field,
        keys.filter(key => former.includes(key) && isOther(key)),
      ),
    )
  }
  const isText = ['text', 'longtext', 'one'].includes(before.kind)
  const results = resource.rows.map(({ values, tenant }) => {
    const stored = values[field.name] ?? null
    if (isText && field.kind === 'reference') {
      const id = stored === null ? null : idNamed(step.world, field.of, tenant, String(stored))
      return { value: id, broken: stored !== null && id === null }
    }
    const { value, broken } = converted(stored, before, field)
    return { value: keysOfTexts(step.world, field, value, !isOfDictionary(before)), broken }
  })
  count(step.breaks, results.filter(({ broken }) => broken).length)
  for (const [row, { value, broken }] of results.entries()) {
    const values = resource.rows[row]?.values
    if (values) values[field.name] = value
    if (broken) step.unsure.push({ resource, field, row })
  }
  count(step.breaks, breaksPromises(step, resource, field, before))
  if (field.kind !== 'reference') return
  if (before.kind === 'reference' && before.of !== field.of) countReferredAgain(step, resource, field)
  clearOrphans(step, resource, field)
}

/** The only live record with the name, otherwise the record with the id. */
function idNamed({ resources }: World, of: string | undefined, tenant: string, text: string): string | null {
  const rows = resources.find(({ name }) => name === of)?.rows.filter(row => isSeenBy(row, tenant)) ?? []
  const named = rows.filter(({ deleted, values }) => !deleted && values['label'] === text)
  const found = named.length > 0 ? named : rows.filter(({ id }) => id === text)
  return found.length === 1 ? String(found[0]?.id) : null
}

const isOfDictionary = ({ kind }: FieldState) => kind === 'one' || kind === 'many'

/** The value with present keys instead of former ones and, in a field that becomes one of a dictionary, of titles. */
function keysOfTexts({ dictionaries, formerKeys }: World, field: FieldState, value: Value, withTitles: boolean): Value {
  const keys = dictionaries[String(field.of)] ?? []
  const keyOf = (text: string): string => {
    if (keys.includes(text)) return text
    const former = formerKeys[String(field.of)]?.find(({ from, to }) => from === text && keys.includes(to))
    return former?.to ?? (withTitles ? keys.find(key => titleOf(key) === text) : undefined) ?? text
  }
  if (!isOfDictionary(field)) return value
  if (Array.isArray(value)) return value.map(keyOf)
  return typeof value === 'string' ? keyOf(value) : value
}

/** Rows that satisfy the old type's constraints but not the new one's. */
function breaksPromises(
  { world, ofStates }: Step,
  resource: ResourceState,
  field: FieldState,
  before: FieldState,
): number {
  const keysOf = ({ kind, of }: FieldState) =>
    kind === 'one' || kind === 'many' ? world.dictionaries[String(of)] : undefined
  const [keys, old] = [keysOf(field), keysOf(before)]
  const getsFixed = statesOf(world).has(String(field.of)) && !ofStates.has(String(before.of))
  const isWrong = (key: string) =>
    old && !getsFixed ? old.includes(key) && !keys?.includes(key) : !keys?.includes(key)
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

/** Rows whose ids are also those of records of another resource, to which they refer from now on. */
const countReferredAgain = (step: Step, { rows }: ResourceState, { name, of }: FieldState): void =>
  count(
    step.losses,
    rows.filter(({ tenant, values }) => {
      const ids = idsIn(step.world, of, tenant)
      return [values[name] ?? []].flat().some(id => ids.includes(String(id)))
    }).length,
  )

/** The ids of a list of which no record is seen are removed. */
function removeStrays(step: Step, { rows }: ResourceState, { name, of }: FieldState): void {
  let changed = 0
  for (const { tenant, values } of rows) {
    const list = listOf(values[name])
    const kept = list.filter(id => idsIn(step.world, of, tenant).includes(id))
    if (kept.length === list.length) continue
    values[name] = kept.length > 0 ? kept : null
    changed++
  }
  count(step.breaks, changed)
}

/** The records of a list are those of a table that is removed. */
function removeAll(step: Step, { rows }: ResourceState, { name }: FieldState): void {
  const filled = rows.filter(({ values }) => listOf(values[name]).length > 0)
  for (const { values } of filled) values[name] = null
  count(step.breaks, filled.length)
}

const listOf = (value: Value | undefined): readonly string[] => (Array.isArray(value) ? value : [])

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
export function firstWorld(random: Random, number: number, hasOwner = false): World {
  const world: World = {
    number,
    named: 0,
    dictionaries: {},
    formerKeys: {},
    formerCodes: {},
    lostKeys: [],
    entryNames: {},
    resources: [],
  }
  world.dictionaries = { [newNameIn(world)]: ['1', '12', 'abc'], [newNameIn(world)]: ['1', 'true', '甲'] }
  const step = newStep({ random, world })
  const label = (): FieldState => ({
    name: 'label',
    kind: 'text',
    max: 255,
    ...(random.chance(0.3) && { unique: true }),
  })
  world.resources = [newName(step), newName(step)].map(name => ({ name, fields: [label()], rows: [] }))
  for (const resource of world.resources) resource.fields.push(...Array.from({ length: 4 }, () => newField(step)))
  const [owner, owned] = world.resources
  if (!hasOwner || !owner || !owned) return world
  world.owner = owner
  for (const _ of ['former', 'next']) owned.fields.push({ name: newName(step), kind: 'reference', of: owner.name })
  return world
}
