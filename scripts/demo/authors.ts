import { isMany } from '../../engine/fields/options.ts'
import type { Field, Model, Resource } from '../../engine/model/model.ts'
import { resourceOf } from '../../engine/model/names.ts'
import type { Actor } from '../../engine/server/auth/actor.ts'
import { columnOf, sql, word } from '../../engine/server/database/fragment.ts'
import { execute } from '../../engine/server/database/run.ts'
import { SeedFault } from '../../engine/server/services/seed/seed-files.ts'
import { blank } from '../../engine/server/store/plan-lines.ts'
import { type Work, workOn } from '../../engine/server/store/work.ts'
import { write } from '../../engine/server/store/write.ts'
import type { Demo } from './demo.ts'
import { departmentNamed } from './demo-accounts.ts'
import { type Random, randomOf } from './random.ts'

/** The user recorded as the author of a change. */
export interface Author {
  readonly id: string | null
  readonly name: string
}

/** The users who are recorded as authors of demonstration rows. */
export interface Authors {
  /** The author of an operation on a record: a user of its owner where an access rule allows it, else an officer. */
  of(resource: Resource, operation: string, ownerId: string | null): Author
  /** Stores the users created since the last call. */
  store(): Promise<void>
}

const officerRole = 'officer'

/** The authors of a demonstration without `people`: the actor of the context did everything. */
export const actorAlone = ({ userId, name }: Actor): Authors => ({
  of: () => ({ id: userId, name }),
  store: async () => undefined,
})

interface Person {
  readonly id: string
  readonly name: string
  readonly account: string
  readonly roleId: string
  readonly ownerId?: string
  readonly sourceType?: string
  readonly department: string | undefined
}

/**
 * Creates the users of a demonstration: officers, and for each owner one user of every role that acts for owners. They
 * have no password, so they cannot sign in. Users of an earlier run are reused.
 */
export async function openAuthors(work: Work, demo: Demo, seed: string): Promise<Authors> {
  const { people } = demo
  const { actor, model } = work.ctx
  if (!people) return actorAlone(actor)
  const random = randomOf(`${seed} people`)
  const known = await knownPeople(work)
  const roles = await rolesOf(work)
  const waiting: Person[] = []
  const counts = new Map<string, number>()
  const personOf = (
    key: string,
    role: string,
    more: Pick<Person, 'roleId' | 'ownerId' | 'sourceType' | 'department'>,
  ): Person => {
    const there = known.get(key)
    if (there) return there
    const account = freeAccount(role, counts, known)
    const person = { ...more, account, id: work.ids.next(), name: nameIn(demo, random, people.name) }
    known.set(key, person)
    waiting.push(person)
    return person
  }
  const { sourceType, departments = [] } = demo.roles?.[officerRole] ?? {}
  const officer = roles.get(officerRole)
  if (officer === undefined)
    throw new SeedFault('roles.yaml', {
      zh: `没有声明演示数据的作者所需的角色“${officerRole}”。`,
      en: `it declares no role "${officerRole}" for the authors of the demonstration's rows.`,
    })
  const officers = Array.from({ length: people.officers }, (_, at) =>
    personOf(`${officerRole}${at + 1}`, officerRole, {
      roleId: officer,
      department: departments[at % Math.max(departments.length, 1)],
      ...(sourceType && { sourceType }),
    }),
  )
  const ownerRoles = ownersField(model) ? (people.owners ?? []).filter(role => roles.has(role)) : []
  const order = new Map<string, number>()
  const byName = new Map<string | undefined, string | undefined>()
  const store = async () => {
    const people = waiting.splice(0)
    for (const { department } of people)
      if (!byName.has(department))
        byName.set(department, await departmentNamed(work.queries, actor.tenantId, department))
    await writePeople(
      work,
      people.map(person => ({ ...person, deptId: byName.get(person.department) })),
    )
  }
  await store()
  return {
    of({ access }, operation, ownerId) {
      const at = ownerId === null ? 0 : (order.get(ownerId) ?? order.size)
      if (ownerId !== null) order.set(ownerId, at)
      const right = operation === 'save' ? 'add' : operation
      const role = access.find(rule => ownerRoles.includes(rule.role) && rule.allow.includes(right))?.role
      if (ownerId !== null && role !== undefined)
        return personOf(`${role} ${ownerId}`, role, {
          roleId: roles.get(role) ?? '',
          ownerId,
          department: demo.roles?.[role]?.departments?.[0],
          ...(demo.roles?.[role]?.sourceType && { sourceType: demo.roles[role].sourceType }),
        })
      return officers[at % officers.length] ?? { id: actor.userId, name: actor.name }
    },
    store,
  }
}

/** The field of users that refers to their owners. */
const ownersField = (model: Model): Field | undefined =>
  model.resources['bladeUser']?.fields.find(
    ({ name, options }) => name === model.ownersField && options['of'] === model.owner,
  )

function freeAccount(role: string, counts: Map<string, number>, known: ReadonlyMap<string, Person>): string {
  const usedAccounts = new Set([...known.values()].map(({ account }) => account))
  let n = counts.get(role) ?? 0
  do n += 1
  while (usedAccounts.has(`${role}${n}`))
  counts.set(role, n)
  return `${role}${n}`
}

/** A name generated from the words of the demonstration. */
function nameIn(demo: Demo, random: Random, text: string): string {
  return text.replace(/\{([a-zA-Z]+)\}/g, (_, word: string) => {
    const words = demo.words[word]
    return words ? nameIn(demo, random, random.pick(words)) : ''
  })
}

/** Users of an earlier run: officers by account, users of an owner by role and owner. */
async function knownPeople({ ctx: { actor, model }, queries }: Work): Promise<Map<string, Person>> {
  const column = ownersField(model)?.column
  const owner = column ? sql`('{}'::bigint[] || ${word(columnOf('blade_user', column))})[1]::text` : sql`null`
  const { rows } = await execute<{ id: string; account: string; name: string; owner: string | null }>(
    queries,
    sql`
    select id::text as id, account, name, ${owner} as owner from blade_user
    where tenant_id = ${actor.tenantId} and is_deleted = 0 and password is null`,
  )
  return new Map(
    rows.map(({ owner, ...row }) => {
      const key = owner === null ? row.account : `${row.account.replace(/\d+$/, '')} ${owner}`
      return [key, { ...row, roleId: '', department: undefined }]
    }),
  )
}

async function rolesOf({ ctx: { actor }, queries }: Work): Promise<Map<string, string>> {
  const { rows } = await execute<{ id: string; alias: string }>(
    queries,
    sql`
    select id::text as id, role_alias as alias from blade_role
    where tenant_id = ${actor.tenantId} and is_deleted = 0 and role_alias is not null`,
  )
  return new Map(rows.map(({ id, alias }) => [alias, id]))
}

/** Stores users without a password, which the check of a record would refuse. */
async function writePeople(work: Work, people: readonly (Person & { readonly deptId: string | undefined })[]) {
  if (people.length === 0) return
  const { ctx } = work
  const users = resourceOf(ctx.model, 'bladeUser')
  const owners = ownersField(ctx.model)
  const records = people.map(({ id, account, name, roleId, deptId, sourceType, ownerId }) => {
    const after = {
      ...blank(ctx, users),
      account,
      name,
      realName: name,
      roleId: [roleId],
      deptId: deptId === undefined ? [] : [deptId],
      ...(sourceType !== undefined && { sourceType }),
      ...(owners && ownerId !== undefined && { [owners.name]: isMany(owners) ? [ownerId] : ownerId }),
    }
    return { before: null, id, prepared: { after, changed: new Set(Object.keys(after)), parts: [] } }
  })
  await work.transaction(queries => write(workOn(work, queries), { resource: users, origin: 'seed' }, records))
}
