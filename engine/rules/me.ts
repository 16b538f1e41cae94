import { roleResource, userResource } from '../model/account-resources.ts'
import type { Field, Model, RuleType } from '../model/model.ts'

/** What every actor has in expressions, whatever the app declares. */
export const meTypes = {
  id: 'int',
  tenantId: 'string',
  deptId: 'int',
  roleIds: 'list<int>',
  sourceType: 'string',
  ownerIds: 'list<int>',
  regionId: 'int',
} as const satisfies Record<string, RuleType>

/** The actor in expressions, in transmitted form, with the declared fields that expressions read. */
export interface Me {
  /** Null for the server itself. */
  readonly id: string | null
  readonly tenantId: string
  readonly deptId: string | null
  readonly roleIds: readonly string[]
  readonly sourceType: string | null
  readonly ownerIds: readonly string[]
  readonly regionId: string | null
  /** A field of the user by its name, and one of the roles as `roles.<name>`: a list. */
  readonly [name: string]: unknown
}

/** Where the roles of the user begin in the names after `me.`. */
export const rolePrefix = 'roles.'

/** They are those of the session: it may be limited to one role and one department of the user. */
const ofSession = ['id', 'tenantId', 'deptId', 'roleId', 'roleIds']
const known = new WeakMap<Model, Readonly<Record<string, Field>>>()

/**
 * The fields that an app declares for `me.`, by the name after it: those of users, and those of roles as lists. A part
 * of the Model contains those that its expressions read.
 */
export function meFields(model: Model): Readonly<Record<string, Field>> {
  const found = known.get(model) ?? fieldsIn(model)
  known.set(model, found)
  return found
}

function fieldsIn({ resources, me }: Model): Readonly<Record<string, Field>> {
  const own = resources[userResource]?.fields.filter(({ name, rule }) => rule && !ofSession.includes(name)) ?? []
  const ofRoles = resources[roleResource]?.fields.filter(({ rule }) => rule !== undefined && rule in unions) ?? []
  return {
    ...Object.fromEntries(own.map(field => [field.name, field])),
    ...Object.fromEntries(ofRoles.map(field => [`${rolePrefix}${field.name}`, field])),
    ...me,
  }
}

const unions: Readonly<Partial<Record<RuleType, RuleType>>> = {
  int: 'list<int>',
  string: 'list<string>',
  'list<int>': 'list<int>',
  'list<string>': 'list<string>',
}

/** The type of a declared field in expressions. */
export const meType = (name: string, { rule }: Field): RuleType | undefined =>
  rule && name.startsWith(rolePrefix) ? unions[rule] : rule

/** The declared fields that texts in parts of the Model read, as `meFields` names them. */
export function meFieldsRead(model: Model, parts: readonly object[]): Readonly<Record<string, Field>> {
  const names = new Set(parts.flatMap(namesRead))
  return Object.fromEntries(Object.entries(meFields(model)).filter(([name]) => names.has(name)))
}

// A change of descriptors replaces few resources.
const namesOfParts = new WeakMap<object, readonly string[]>()

function namesRead(part: object): readonly string[] {
  const before = namesOfParts.get(part)
  if (before) return before
  const names: string[] = []
  const visit = (value: unknown): void => {
    if (typeof value === 'string') for (const [, name = ''] of value.matchAll(reading)) names.push(name)
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(visit)
  }
  visit(part)
  namesOfParts.set(part, names)
  return names
}

const reading = /\bme\s*\.\s*((?:roles\.)?\w+)/g
