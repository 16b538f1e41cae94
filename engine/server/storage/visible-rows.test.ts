import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { applyAll } from '../../../tests/support/apply-all.ts'
import { databasesWalked } from '../../../tests/support/databases.ts'
import { compile } from '../../compiler/compile.ts'
import type { Model } from '../../model/model.ts'
import type { Database } from '../database/database.ts'
import { readBase } from '../live/app-files.ts'
import { applyPlan, LossNotAllowed, lossesOf } from './apply.ts'
import { concernedRows } from './concerned-rows.ts'
import { planChanges } from './plan.ts'

const title = 'title: { zh: 名, en: Name }'
const firm = (more = '') => `${title}\nfields:\n  name: { type: text, ${title} }\n${more}display: name\n`
const visit = (more = '', fields = '') =>
  `${title}\nfields:\n  note: { type: text, ${title} }\n  firmId: { type: reference, of: firm, ${title} }\n${fields}display: note\n${more}`
const list = `  visits: { type: children, of: visit, ${title} }\n`

describe.each(databasesWalked('postgres'))('rows that other users would see ($kind)', ({ open }) => {
  let database: Database
  const base = readBase()

  beforeEach(async () => {
    database = await open()
  })
  afterEach(() => database.close())

  const run = async (text: string) => (await sql.raw(text).execute(database.kysely)).rows
  const modelOf = async (files: Readonly<Record<string, string>>, isWhole = false): Promise<Model> => {
    const own = Object.entries(files).map(([file, text]) => ({ file, text, origin: 'app' as const }))
    const { model, problems } = compile([...(isWhole ? await base : []), ...own])
    if (!model) throw new Error(JSON.stringify(problems))
    return model
  }
  const lossesFor = async (model: Model) =>
    lossesOf(await planChanges(database, model)).map(({ loss, count, what }) => [loss, count, what.en])
  /** Applies descriptors, after a refusal without the losses. Nothing is left to do. */
  const bring = async (model: Model) => {
    const plan = await planChanges(database, model)
    if (lossesOf(plan).length > 0)
      await expect(applyPlan(database, plan, { leave: () => true })).rejects.toThrow(LossNotAllowed)
    await applyAll(database, plan)
    expect((await planChanges(database, model)).changes).toEqual([])
  }

  it('of the platform wait when they become those of all tenants, and not the reverse', async () => {
    const shared = (more: string) =>
      modelOf({ 'resources/a/firm.yaml': firm().replace(title, `${title}\nshared: true${more}`) })
    await bring(await shared('\nplatform: true'))
    expect(await lossesFor(await shared(''))).toEqual([])
    await run(`insert into firm (id) values (1), (2)`)
    expect(await lossesFor(await shared(''))).toEqual([
      [
        'visible:firm.platform',
        2,
        "Show the rows of firm to other tenants than the platform's: their users will see them as far as their rights permit.",
      ],
    ])
    await bring(await shared(''))
    expect(await lossesFor(await shared('\nplatform: true'))).toEqual([])
    await bring(await shared('\nplatform: true'))
    // A version that did not record it.
    await run(`comment on table firm is '{"of":"firm","code":"firm","rules":4}'`)
    expect(await lossesFor(await shared(''))).toEqual([])
  })

  it('wait when they become lines of their records, those of other records, or none', async () => {
    const files = (partOf?: string, now = 'firm', fields = '') =>
      modelOf({
        [`resources/a/${now}.yaml`]: `${now === 'firm' ? '' : 'renamedFrom: firm\n'}${firm(partOf ? list : '')}`,
        'resources/a/visit.yaml': `${partOf ? `partOf: ${partOf}\n` : ''}${visit('', fields)}`.replaceAll(
          'firm,',
          `${now},`,
        ),
      })
    const other = `  otherId: { type: reference, of: firm, ${title} }\n`
    await bring(await files())
    expect(await lossesFor(await files('firmId'))).toEqual([])
    await run(`insert into firm (tenant_id, id) values ('000000', 1)`)
    await run(`insert into visit (tenant_id, id, firm_id) values ('000000', 1, 1), ('000000', 2, null)`)
    const lines = await files('firmId')
    expect(await lossesFor(lines)).toContainEqual([
      'visible:visit.partOf',
      1,
      'Show the rows of visit with the records of firm in firm_id: users who see these will see the rows.',
    ])
    const concerned = lossesOf(await planChanges(database, lines)).find(
      ({ loss }) => loss === 'visible:visit.partOf',
    )?.rows
    expect(concerned && (await concernedRows(database.kysely, concerned))).toEqual([{ tenantId: '000000', id: '1' }])
    await bring(lines)
    // Other names of the master and of the reference change nothing.
    const renamed = await modelOf({
      'resources/a/shop.yaml': `renamedFrom: firm\n${firm(list)}`,
      'resources/a/visit.yaml': `partOf: shopId\n${visit()}`.replace(
        'firmId: { type: reference, of: firm',
        'shopId: { renamedFrom: firmId, type: reference, of: shop',
      ),
    })
    expect(await lossesFor(renamed)).toEqual([])
    expect((await lossesFor(await files('otherId', 'firm', other))).map(([loss]) => loss)).not.toContain(
      'visible:visit.partOf',
    )
    await bring(await files('firmId', 'firm', other))
    await run(`update visit set other_id = 1 where id = 1`)
    expect(await lossesFor(await files('otherId', 'firm', other))).toContainEqual([
      'visible:visit.partOf',
      1,
      'Show the rows of visit with the records of firm in other_id: users who see these will see the rows.',
    ])
    const apart = await files(undefined, 'firm', other)
    expect(await lossesFor(apart)).toEqual([
      [
        'visible:visit.partOf',
        2,
        'Show the rows of visit without their records of firm: users who do not see these will see the rows as far as their rights permit.',
      ],
    ])
    await bring(apart)
  })

  it('of all owners wait when users get other owners, or none, by another field', async () => {
    const by = (name: string) =>
      modelOf(
        {
          'app.yaml': `language: 2\n${title}\nowner: { of: firm, by: ${name} }\n`,
          'resources/a/firm.yaml': `owner: id\n${firm()}`,
          'resources/blade/bladeUser.yaml': `fields:\n  firmIds: { type: reference, of: firm, many: true, ${title} }\n  firmId: { type: reference, of: firm, ${title} }\n`,
        },
        true,
      )
    await bring(await by('firmIds'))
    expect(await lossesFor(await by('firmId'))).toEqual([])
    await run(`insert into firm (tenant_id, id) values ('000000', 1), ('000000', 2)`)
    await run(`insert into blade_user (tenant_id, id, firm_ids, firm_id) values
      ('000000', 1, '{1}', 1), ('000000', 2, '{1}', 2), ('000000', 3, '{1}', null), ('000000', 4, null, 2), ('000000', 5, '{}', 1)`)
    expect(await lossesFor(await by('firmId'))).toEqual([
      [
        'visible:blade_user.by',
        2,
        'Take the owners of users from firm_id: these users will see the rows of other owners.',
      ],
    ])
    await bring(await by('firmId'))
    // Users without an owner by the new field saw every row before.
    await run(`update blade_user set firm_id = null, firm_ids = null where id <> 4`)
    expect((await lossesFor(await by('firmIds'))).map(([loss, count]) => [loss, count])).toEqual([
      ['visible:blade_user.by', 1],
    ])
  })

  it('wait when the data scope of a role becomes wider for its users, in tenants that have not edited it', async () => {
    const roles = (scope: string, alias = 'clerk') =>
      modelOf(
        {
          'resources/a/firm.yaml': firm(),
          'roles.yaml': `${alias}: { ${title}, ${alias === 'clerk' ? '' : 'renamedFrom: clerk, '}allow: [firm_view]${scope && `, dataScope: ${scope}`} }\n`,
        },
        true,
      )
    await bring(await roles('own'))
    await run(`insert into blade_role (tenant_id, id, role_alias, data_scope, is_built_in) values
      ('000000', 1, 'clerk', 'own', true), ('000001', 1, 'clerk', 'department', true), ('000002', 1, 'clerk', 'own', true), ('000002', 2, 'other', 'own', false)`)
    await run(`insert into engine_overlay (tenant_id, kind, path, property, value, replaced) values
      ('000001', 'role', 'clerk', 'dataScope', '"department"', '"own"')`)
    expect(await lossesFor(await roles(''))).toEqual([])
    await run(
      `insert into blade_user (tenant_id, id, role_id) values ('000000', 1, '{1}'), ('000001', 2, '{1}'), ('000002', 3, '{1,2}'), ('000002', 4, '{2}')`,
    )
    const wider = [
      'visible:role.clerk',
      2,
      'Widen the data scope of the role clerk to all: its users will see more rows.',
    ]
    expect(await lossesFor(await roles(''))).toEqual([wider])
    const head = await roles('departmentAndBelow', 'head')
    expect((await lossesFor(head)).map(([loss, count]) => [loss, count])).toEqual([['visible:role.head', 2]])
    await bring(head)
    const stored = () =>
      run(`select tenant_id as tenant, data_scope as scope from blade_role where is_built_in order by 1`)
    const [whole, below] = [{ scope: 'department' }, { scope: 'departmentAndBelow' }]
    expect(await stored()).toMatchObject([below, whole, below])
    expect(await lossesFor(await roles('department', 'head'))).toEqual([])
    expect((await lossesFor(await roles('all', 'head'))).map(([loss]) => loss)).toEqual(['visible:role.head'])
  })

  it('wait when an access rule no longer restricts the users of a role who may view them', async () => {
    const roles = (alias: string) =>
      `${alias}: { ${title}, ${alias === 'head' ? 'renamedFrom: clerk, ' : ''}allow: [firm_view], dataScope: department }\nnone: { ${title} }\n`
    const rules = (...access: readonly string[]) => ruled('clerk', ...access)
    const ruled = (alias: string, ...access: readonly string[]) =>
      modelOf(
        {
          'resources/a/firm.yaml': `${firm()}access: [${access.map(one => `{ ${one} }`).join(', ')}]\n`,
          'roles.yaml': roles(alias),
        },
        true,
      )
    const where = `where: "name == 'x'"`
    const own = [`role: clerk, ${where}`, `role: guest, ${where}`, `role: none, ${where}, dataScope: own`] as const
    await bring(await rules(...own))
    await run(`insert into blade_role (tenant_id, id, role_alias, is_built_in) values ('000000', 1, 'clerk', true),
      ('000000', 2, 'guest', false), ('000000', 3, 'none', true), ('000000', 4, 'viewer', false), ('000001', 1, 'clerk', true)`)
    await run(
      `insert into firm (tenant_id, id, name) values ('000000', 1, 'x'), ('000000', 2, 'y'), ('000001', 3, 'y')`,
    )
    const counts = async (model: Model) =>
      (await lossesFor(model)).map(([loss, count, what]) => [loss, count, String(what).split(': ')[1]])
    // No user has a role.
    expect(await counts(await rules())).toEqual([])
    await run(
      `insert into blade_user (tenant_id, id, role_id) values ('000000', 1, '{1}'), ('000000', 2, '{2}'), ('000000', 3, '{3}')`,
    )
    expect(await counts(await rules(own[1], own[2]))).toEqual([['visible:firm.access', 2, 'clerk.']])
    expect(await counts(await rules('role: clerk', own[1], own[2]))).toEqual([['visible:firm.access', 2, 'clerk.']])
    expect(await counts(await ruled('head', 'role: head, where: "true"', own[1], own[2]))).toEqual([
      ['visible:firm.access', 2, 'clerk, head.'],
    ])
    // Another condition, further rows of another role, and a rule for other operations only.
    expect(await counts(await rules(`role: clerk, where: "name == 'y'"`, own[1], own[2]))).toEqual([])
    expect(await counts(await ruled('head', `role: head, ${where}`, own[1], own[2]))).toEqual([])
    expect(await counts(await rules(`role: clerk, allow: [edit]`, own[1], own[2]))).toEqual([])
    // Without the rule, these have no right to view them, by any of their roles.
    expect(await counts(await rules(own[0], own[2]))).toEqual([])
    await run(`insert into engine_grant (tenant_id, role_id, code) values ('000000', 2, 'firm_view')`)
    expect(await counts(await rules(own[0], own[2]))).toEqual([['visible:firm.access', 2, 'guest.']])
    expect(await counts(await rules(own[0], own[1]))).toEqual([])
    await run(`insert into engine_grant (tenant_id, role_id, code) values ('000000', 4, 'firm_view')`)
    await run(`update blade_user set role_id = '{3,1,4}' where id = 3`)
    // The rule of another of their roles restricts them.
    expect(await counts(await rules(own[0], own[1]))).toEqual([])
    await run(`update blade_user set role_id = '{3,4}' where id = 3`)
    expect(await counts(await rules(own[0], own[1]))).toEqual([['visible:firm.access', 2, 'none.']])
    expect(await counts(await rules(own[0], own[1], `role: none, ${where}`))).toEqual([
      ['visible:firm.access', 2, 'none.'],
    ])
    expect(await counts(await rules(own[0], own[1], `role: none, ${where}, dataScope: department`))).toEqual([
      ['visible:firm.access', 2, 'none.'],
    ])
    await bring(await rules())
    await bring(await rules(...own))
  })

  it('wait when other roles of a user show them again, because no access rule names one of the roles', async () => {
    const files = (...access: readonly string[]) =>
      modelOf(
        {
          'app.yaml': `language: 2\n${title}\nowner: { of: shop, by: shopIds }\n`,
          'resources/blade/bladeUser.yaml': `fields:\n  shopIds: { type: reference, of: shop, many: true, ${title} }\n`,
          'resources/a/shop.yaml': `owner: id\n${firm()}`,
          'resources/a/firm.yaml': `${firm()}access: [${access.map(one => `{ ${one} }`).join(', ')}]\n`,
          'resources/a/visit.yaml': `owner: shopId\n${visit(`access: [${access.map(one => `{ ${one} }`).join(', ')}]\n`, `  shopId: { type: reference, of: shop, ${title} }\n`)}`,
          'resources/a/memo.yaml': `${firm()}access: [{ role: clerk }, { role: none }]\n`,
          'roles.yaml': `clerk: { ${title}, allow: [firm_view, visit_view], dataScope: own }
head: { ${title}, allow: [firm_view, visit_view], dataScope: department }
mate: { ${title}, allow: [firm_view, visit_view], dataScope: own }
none: { ${title} }
`,
        },
        true,
      )
    const counts = async (model: Model) =>
      Object.fromEntries((await lossesFor(model)).map(([loss, count]) => [String(loss), count]))
    await bring(await files('role: clerk', 'role: none'))
    await run(`insert into blade_role (tenant_id, id, role_alias, is_built_in, data_scope) values
      ('000000', 1, 'clerk', true, 'own'), ('000000', 2, 'head', true, 'department'), ('000000', 3, 'mate', true, 'own'),
      ('000000', 4, 'none', true, null), ('000000', 5, 'other', false, null)`)
    await run(`insert into firm (tenant_id, id) values ('000000', 1), ('000000', 2), ('000001', 3)`)
    await run(
      `insert into visit (tenant_id, id, owner_id) values ('000000', 1, 1), ('000000', 2, 2), ('000000', 3, 1), ('000001', 4, 1)`,
    )
    await run(`insert into blade_user (tenant_id, id, role_id, shop_ids) values ('000000', 1, '{1}', '{1}')`)
    const [none, clerk] = [await files('role: none'), await files('role: clerk')]
    const firms = { 'visible:firm.access': 2 }
    // One role, another one of the same scope, and one without the right.
    for (const roles of ['{1}', '{1,3}', '{1,5}', '{3}']) {
      await run(`update blade_user set role_id = '${roles}'`)
      expect(await counts(none)).toEqual({})
    }
    // The wider scope of another role; a user with owners sees theirs.
    await run(`update blade_user set role_id = '{1,2}'`)
    expect(await counts(none)).toEqual({ ...firms, 'visible:visit.access': 2 })
    expect(await counts(clerk)).toEqual({})
    expect(await counts(await files('role: clerk, dataScope: own', 'role: none'))).toEqual({})
    // The rule had a wide scope itself, and another rule still restricts the user.
    await bring(await files('role: clerk, dataScope: all', 'role: none'))
    expect(await counts(none)).toEqual({})
    expect(await counts(await files('role: head', 'role: none'))).toEqual({})
    // A role without the right shut its users out.
    await run(`update blade_user set role_id = '{4,3}'`)
    expect(await counts(clerk)).toEqual({ ...firms, 'visible:visit.access': 2 })
    await bring(await files('role: clerk', 'role: none'))
    await run(`update blade_user set role_id = '{1,5}'`)
    await run(`insert into engine_grant (tenant_id, role_id, code) values ('000000', 5, 'firm_view')`)
    expect(await counts(none)).toEqual(firms)
    await bring(none)
  })

  it('are those of a role that no access rule names, whose users can grant rights then', async () => {
    const files = (access: string, scope = '', alias = 'clerk') =>
      modelOf(
        {
          'app.yaml': `language: 2\n${title}\nowner: { of: shop, by: shopIds }\n`,
          'resources/blade/bladeUser.yaml': `fields:\n  shopIds: { type: reference, of: shop, many: true, ${title} }\n`,
          'resources/a/shop.yaml': `owner: id\n${firm()}`,
          'resources/a/firm.yaml': `${firm()}access: [${access}]\n`,
          'roles.yaml': `${alias}: { ${title}, ${alias === 'clerk' ? '' : 'renamedFrom: clerk, '}allow: [firm_view, role_view, user_edit]${scope} }\nmate: { ${title}, allow: [user_view] }\n`,
        },
        true,
      )
    const counts = async (model: Model) =>
      Object.fromEntries((await lossesFor(model)).map(([loss, count]) => [String(loss), count]))
    await bring(await files('{ role: clerk }, { role: mate }'))
    const none = await files('')
    await run(`insert into blade_role (tenant_id, id, role_alias, is_built_in, data_scope) values
      ('000000', 1, 'clerk', true, 'all'), ('000000', 2, 'mate', true, 'all'), ('000000', 3, 'other', false, 'own'), ('000000', 4, 'administrator', false, 'all')`)
    expect(await counts(none)).toEqual({})
    const users = "insert into blade_user (tenant_id, id, role_id, shop_ids) values ('000000', 1, '{1}', null)"
    await run(users)
    const freed = { 'grants:role.clerk': 1 }
    expect(await lossesFor(none)).toEqual([
      [
        'grants:role.clerk',
        1,
        'Restrict the role clerk by no access rule: its users who may change roles or users can grant all rights that they have.',
      ],
    ])
    expect(await counts(await files('{ role: mate }'))).toEqual(freed)
    expect(await counts(await files('{ role: head }', '', 'head'))).toEqual({})
    expect(await counts(await files('', '', 'head'))).toEqual({ 'grants:role.head': 1 })
    expect(await counts(await files('{ role: clerk }'))).toEqual({})
    // Another rule, owners or a data scope restrict the user still, and a user without these rights grants none.
    await run(`update blade_user set role_id = '{1,2}'`)
    expect(await counts(await files('{ role: mate }'))).toEqual({})
    expect(await counts(none)).toEqual({ ...freed, 'grants:role.mate': 1 })
    for (const values of [
      "role_id = '{1,3}'",
      "role_id = '{1}', shop_ids = '{1}'",
      "role_id = '{2}', shop_ids = null",
    ]) {
      await run(`update blade_user set ${values}`)
      expect(await counts(none)).toEqual({})
    }
    await run(`insert into engine_grant (tenant_id, role_id, code) values ('000000', 4, 'role_edit')`)
    await run(`update blade_user set role_id = '{2,4}'`)
    expect(await counts(none)).toEqual({})
    await run(`update blade_user set role_id = '{1}'`)
    await bring(none)
  })

  it('wait when no access rule restricts which owners the users of a role see', async () => {
    const files = (rules: { firm?: string; visit?: string; memo?: string; call?: string }, left: string[] = []) => {
      const access = (rule?: string) => (rule === undefined ? '' : `access: [{ role: clerk${rule} }]\n`)
      const all: Record<string, string> = {
        'app.yaml': `language: 2\n${title}\nowner: { of: firm, by: firmIds }\n`,
        'roles.yaml': `clerk: { ${title}, allow: [firm_view, visit_view, user_view] }\n`,
        'resources/blade/bladeUser.yaml': `fields:\n  firmIds: { type: reference, of: firm, many: true, ${title} }\n`,
        'resources/a/firm.yaml': `owner: id\n${firm()}${access(rules.firm)}`,
        'resources/a/visit.yaml': `owner: firmId\n${visit(access(rules.visit))}`,
        'resources/a/memo.yaml': `${firm()}${access(rules.memo)}`,
        'resources/a/call.yaml': `${firm()}${access(rules.call)}`,
      }
      return modelOf(Object.fromEntries(Object.entries(all).filter(([file]) => !left.includes(file))), true)
    }
    const counts = async (model: Model) =>
      Object.fromEntries((await lossesFor(model)).map(([loss, count]) => [String(loss), count]))
    const where = ', where: "id in me.ownerIds"'
    await bring(await files({ firm: where }))
    const bound = "insert into blade_user (tenant_id, id, role_id, firm_ids) values ('000000', 2, '{1}', '{1}')"
    for (const one of [
      `insert into blade_role (tenant_id, id, role_alias, is_built_in) values ('000000', 1, 'clerk', true), ('000000', 2, 'guest', false)`,
      `insert into engine_grant (tenant_id, role_id, code) values ('000000', 2, 'visit_view')`,
      `insert into firm (tenant_id, id) values ('000000', 1), ('000000', 2), ('000001', 1)`,
      `insert into visit (tenant_id, id, owner_id, firm_id) values ('000000', 1, 1, 1), ('000000', 2, 2, 2), ('000000', 3, null, null), ('000001', 1, 1, 1)`,
      `insert into memo (tenant_id, id) values ('000000', 1)`,
      bound,
    ])
      await run(one)
    // The former condition may have selected fewer rows of the user's owner.
    expect(await counts(await files({}))).toEqual({ 'visible:firm.access': 1, 'visible:visit.access': 1 })
    await run(`insert into blade_user (tenant_id, id, role_id) values ('000000', 1, '{1,2}')`)
    const all = { 'visible:firm.access': 2, 'visible:visit.access': 3, 'visible:blade_user.access': 2 }
    expect(await counts(await files({}))).toEqual(all)
    // Another rule names the role, or restricts the resource itself.
    expect(await counts(await files({ memo: '' }))).toMatchObject({
      'visible:firm.access': 1,
      'visible:visit.access': 1,
    })
    expect(await counts(await files({ firm: where, memo: '' }))).toEqual({})
    expect(await counts(await files({ visit: ', where: "firmId in me.ownerIds"' }))).toEqual({
      'visible:firm.access': 1,
      'visible:blade_user.access': 2,
    })
    await bring(await files({ memo: '', call: '' }))
    expect(await counts(await files({ call: '' }))).toEqual({})
    await bring(await files({ memo: '' }))
    // The last rule that names the role. A user with owners views theirs as before.
    const last = await files({})
    expect(await counts(last)).toEqual({ 'visible:firm.access': 2, 'visible:visit.access': 3 })
    await run(`update blade_user set firm_ids = '{1}' where id = 1`)
    expect(await counts(last)).toEqual({})
    await run(`update blade_user set firm_ids = null where id = 1`)
    // With the resource that had it, of which the rows remain.
    const without = await files({}, ['resources/a/memo.yaml'])
    const plan = await planChanges(database, without)
    expect(await counts(without)).toEqual({ 'drop:memo': 1, 'visible:firm.access': 2, 'visible:visit.access': 3 })
    const allow = lossesOf(plan).filter(({ loss }) => loss.startsWith('visible:'))
    await applyPlan(database, plan, { allow, leave: () => true })
    expect(await counts(without)).toEqual({ 'drop:memo': 1 })
  })

  it('wait for the values of fields that an access rule no longer hides', async () => {
    const files = (rules: readonly string[], field = 'note: { ', more = '') =>
      modelOf(
        {
          'resources/a/firm.yaml': `${firm(`  ${field}type: text, ${title} }\n  tax: { type: text, ${title} }\n${more}`)}access: [${rules.map(one => `{ ${one} }`).join(', ')}]\n`,
          'roles.yaml': `clerk: { ${title}, allow: [firm_view] }\nguest: { ${title}, allow: [firm_view] }\n`,
        },
        true,
      )
    const both = ['role: clerk, hide: [note, tax]', 'role: guest, hide: [tax]']
    await bring(await files(both))
    await run(`insert into blade_role (tenant_id, id, role_alias, is_built_in) values
      ('000000', 1, 'clerk', true), ('000000', 2, 'guest', true), ('000001', 1, 'clerk', true)`)
    await run(`insert into firm (tenant_id, id, note, tax) values
      ('000000', 1, 'x', 'x'), ('000000', 2, 'x', null), ('000000', 3, null, null), ('000001', 4, 'x', 'x')`)
    expect(await lossesFor(await files([]))).toEqual([])
    await run(`insert into blade_user (tenant_id, id, role_id) values ('000000', 1, '{1}')`)
    expect(await lossesFor(await files([]))).toEqual([
      [
        'visible:firm.hide',
        2,
        'Show note, tax of firm to users from whom an access rule of their role no longer hides it: clerk, guest.',
      ],
    ])
    const counts = async (model: Model) => (await lossesFor(model)).map(([loss, count]) => [loss, count])
    expect(await counts(await files(['role: clerk, hide: [note]', String(both[1])]))).toEqual([
      ['visible:firm.hide', 1],
    ])
    // Neither another role, nor a rule that does not allow viewing, nor another name of the field, nor a removed one.
    expect(await counts(await files([String(both[0])]))).toEqual([])
    expect(await counts(await files(['role: clerk, allow: [edit]', String(both[1])]))).toEqual([])
    const renamed = 'memo: { renamedFrom: note, '
    expect(await counts(await files(['role: clerk, hide: [memo, tax]', String(both[1])], renamed))).toEqual([])
    expect(await counts(await files(['role: clerk, hide: [tax]', String(both[1])], renamed))).toEqual([
      ['visible:firm.hide', 2],
    ])
    expect(await counts(await files(['role: clerk, hide: [tax]', String(both[1])], 'memo: { '))).toEqual([
      ['drop:firm.note', 3],
    ])
    // What one role hides, another does not show.
    await run(`update blade_user set role_id = '{1,2}'`)
    expect(await counts(await files(['role: clerk, hide: [note]', String(both[1])]))).toEqual([])
    await bring(await files([]))
  })

  it('are compared with those that had the name of the table, where two exchange their names', async () => {
    const rule = 'access: [{ role: clerk, where: "name == \'x\'" }]\n'
    const files = (one: string, other: string, isSwapped: boolean) => {
      const renamed = (name: string) => (isSwapped ? `renamedFrom: ${name}\n` : '')
      return modelOf(
        {
          'roles.yaml': `clerk: { ${title}, allow: [firm_view, shop_view] }\n`,
          'resources/a/firm.yaml': `${renamed('shop')}${firm()}${one}`,
          'resources/a/shop.yaml': `${renamed('firm')}${firm()}${other}`,
        },
        true,
      )
    }
    await bring(await files(rule, '', false))
    await run(`insert into firm (tenant_id, id) values ('000000', 1), ('000000', 2)`)
    await run(`insert into shop (tenant_id, id) values ('000000', 3)`)
    await run(`insert into blade_role (tenant_id, id, role_alias, is_built_in) values ('000000', 1, 'clerk', true)`)
    await run(`insert into blade_user (tenant_id, id, role_id) values ('000000', 1, '{1}')`)
    const counts = async (model: Model) => (await lossesFor(model)).map(([loss, count]) => [loss, count])
    expect(await counts(await files('', rule, true))).toEqual([])
    expect(await counts(await files(rule, '', true))).toEqual([['visible:firm.access', 2]])
  })

  it('are confirmed for each cause', async () => {
    const files = (more: string) =>
      modelOf({
        'resources/a/firm.yaml': firm(list).replace(title, `${title}\nshared: true`),
        'resources/a/visit.yaml': `${more}${visit().replace(title, `${title}\nshared: true`)}`,
      })
    await bring(
      await modelOf({
        'resources/a/firm.yaml': firm().replace(title, `${title}\nshared: true`),
        'resources/a/visit.yaml': `platform: true\n${visit().replace(title, `${title}\nshared: true`)}`,
      }),
    )
    await run(`insert into firm (id) values (1)`)
    await run(`insert into visit (id, firm_id) values (1, 1)`)
    const plan = await planChanges(database, await files('partOf: firmId\n'))
    const losses = lossesOf(plan)
    expect(losses.map(({ loss }) => loss).sort()).toEqual(['visible:visit.partOf', 'visible:visit.platform'])
    for (const one of losses) await expect(applyPlan(database, plan, { allow: [one] })).rejects.toThrow(LossNotAllowed)
    await applyPlan(database, plan, { allow: losses })
  })

  it('semantics 11: have no grants of a removed resource whose permission code another one gets', async () => {
    const codeOf = ({ model: { resources } }: { readonly model: Model }, name: string) => resources[name]?.codeId
    const all = { 'resources/a/firm.yaml': firm(), 'resources/a/visit.yaml': visit() }
    await bring(await modelOf(all))
    await run(`insert into engine_grant (tenant_id, role_id, code) values ('000000', 1, 'visit_view')`)
    const call = { 'resources/a/firm.yaml': firm(), 'resources/a/call.yaml': `code: visit\n${firm()}` }
    const plan = await planChanges(database, await modelOf(call))
    expect([lossesOf(plan), codeOf(plan, 'call')]).toEqual([[], 'visit~2'])
    await bring(await modelOf(call))
    expect(await run(`select code from engine_grant`)).toEqual([])
    // A resource with another code keeps its grants.
    const moved = await planChanges(
      database,
      await modelOf({ ...call, 'resources/a/firm.yaml': `code: shop\n${firm()}` }),
    )
    expect([moved.changes.map(({ mark }) => mark), codeOf(moved, 'firm')]).toEqual([['rename'], 'firm'])
  })
})
