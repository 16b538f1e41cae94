import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesUnderTest } from '../../../tests/support/databases.ts'
import { randomOf } from '../../../tests/support/random.ts'
import { actor, administrator, modelOf, type StoreUnderTest, storeOn } from '../../../tests/support/store.ts'
import { type DataScope, dataScopes } from '../../model/model.ts'
import type { Database } from '../database/database.ts'
import { accessTo } from './access.ts'
import type { RoleRights } from './actor.ts'

/** Access rules name the roles a and b. */
const model = modelOf({
  'app.yaml': 'language: 2\ntitle: { zh: 试, en: Test }\n',
  'resources/shop/note.yaml': `
title: { zh: 记录, en: Note }
fields:
  text: { type: text, required: true, title: { zh: 内容, en: Text } }
  amount: { type: integer, title: { zh: 大小, en: Size } }
  price: { type: money, title: { zh: 价, en: Price } }
access:
  - { role: a, allow: [view], where: "amount < 3", hide: [price] }
  - { role: a, allow: [edit], where: "amount < 2" }
  - { role: b, allow: [view, edit], where: "amount > 1", hide: [amount], dataScope: department }
`,
  'resources/shop/plain.yaml': `
title: { zh: 普通, en: Plain }
fields:
  text: { type: text, required: true, title: { zh: 内容, en: Text } }
  amount: { type: integer, title: { zh: 大小, en: Size } }
`,
  'resources/system/bladeDept.yaml': `
title: { zh: 机构, en: Department }
guard: authority
tree: parentId
fields:
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
  parentId: { type: reference, of: bladeDept, title: { zh: 上级, en: Parent } }
`,
})

/** A row, and what an expected result is computed from. */
interface Stored {
  readonly id: string
  readonly size: number
  readonly userId: string
  readonly deptId: string
}

const rounds = Number(process.env['ROUNDS'] ?? 60)

describe.each(databasesUnderTest())('roles with data scopes on $kind', ({ open }) => {
  let database: Database
  let under: StoreUnderTest
  const rows: Record<string, Stored[]> = { note: [], plain: [] }
  /** By name; the second is below the first. */
  let departments: readonly string[]

  beforeAll(async () => {
    database = await open()
    under = await storeOn(database, model)
    const department = async (name: string, parentId: string | null) =>
      String((await under.store.save(under.ctx(administrator), 'bladeDept', { name, parentId }))['id'])
    const root = await department('甲', null)
    departments = [root, await department('乙', root), await department('丙', null)]
    for (const resource of Object.keys(rows))
      for (const userId of ['11', '12'])
        for (const deptId of departments)
          for (const size of [1, 2, 3]) {
            const by = actor({ ...administrator, userId, deptId })
            const { id } = await under.store.save(under.ctx(by), resource, { text: 'x', amount: size })
            rows[resource]?.push({ id: String(id), size, userId, deptId })
          }
  })
  afterAll(async () => {
    await under.close()
    await database.close()
  })

  const inScope = (scope: DataScope, { userId, deptId }: Stored): boolean => {
    const [root, below] = departments
    if (scope === 'own') return userId === '11'
    if (scope === 'department') return deptId === root
    return scope === 'all' || deptId === root || deptId === below
  }

  /** What each role gives alone, by hand: the rules above, for a user of the first department. */
  const oneRole = (resource: string, operation: string, { alias, codes, dataScope }: RoleRights) => {
    if (!codes.has(`${resource}_${operation}`)) return []
    const rule = resource === 'note' ? alias : 'none'
    return (rows[resource] ?? []).filter(row => {
      if (rule === 'a') return row.size < (operation === 'view' ? 3 : 2) && inScope(dataScope, row)
      if (rule === 'b') return row.size > 1 && inScope('department', row)
      return inScope(dataScope, row)
    })
  }

  it('semantics 1: returns the union of the rows of each role, and hides what any role hides', async () => {
    const random = randomOf(Number(process.env['SEED'] ?? 1))
    for (let round = 0; round < rounds; round++) {
      const all = ['note_view', 'note_edit', 'plain_view', 'plain_edit']
      const roleRights = ['a', 'b', 'c', 'd']
        .filter(() => random.chance(0.5))
        .map(alias => ({
          alias,
          codes: new Set(all.filter(() => random.chance(0.7))),
          dataScope: random.pick(dataScopes),
        }))
      const roles = roleRights.map(({ alias }) => alias)
      const codes = roleRights.flatMap(role => [...role.codes])
      const ctx = under.ctx(actor({ roles, roleRights, codes, deptId: departments[0] ?? null }))
      for (const name of ['note', 'plain'])
        for (const operation of ['view', 'edit']) {
          const resource = model.resources[name]
          if (!resource) throw new Error(name)
          const named = name === 'note' ? roleRights.filter(({ alias }) => alias === 'a' || alias === 'b') : []
          const heard = named.length > 0 ? named : roleRights
          const expected = new Set(heard.flatMap(role => oneRole(name, operation, role).map(({ id }) => id)))
          const access = accessTo(ctx, resource, operation)
          const isAllowed = heard.some(role => role.codes.has(`${name}_${operation}`))
          const at = JSON.stringify([
            name,
            operation,
            roleRights.map(role => [role.alias, role.dataScope, [...role.codes]]),
          ])
          expect(access.allowed, at).toBe(isAllowed)
          if (!isAllowed) continue
          const { parts, values } = access.rows('t')
          const condition = parts.map((part, index) => (index === 0 ? part : `$${index}${part}`)).join('')
          const found = await under.run(`select t.id::text as id from "${resource.table}" t where ${condition}`, values)
          expect(new Set(found.map(({ id }) => String(id))), at).toEqual(expected)
          const hidden = name === 'note' ? [roles.includes('a') && 'price', roles.includes('b') && 'amount'] : []
          expect([...access.hidden].sort(), at).toEqual(hidden.filter(one => one !== false).sort())
        }
    }
  })

  it('returns no row of a scope by department to a user without a department', async () => {
    for (const dataScope of ['department', 'departmentAndBelow'] as const) {
      const roleRights = [{ alias: 'c', codes: new Set(['plain_view', 'plain_add']), dataScope }]
      const by = actor({ roles: ['c'], roleRights, codes: ['plain_view', 'plain_add'] })
      expect((await under.store.page(under.ctx(by), 'plain', {})).records).toEqual([])
      await expect(under.store.save(under.ctx(by), 'plain', { text: 'y' })).rejects.toMatchObject({ status: 403 })
    }
  })
})
