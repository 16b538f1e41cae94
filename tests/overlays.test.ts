import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Compiled, compile } from '../engine/compiler/compile.ts'
import type { Model } from '../engine/model/model.ts'
import type { Database } from '../engine/server/database/database.ts'
import { readBase } from '../engine/server/live/app-files.ts'
import { entryId } from '../engine/server/live/described-rows.ts'
import { listedEdits, synchroniseRows } from '../engine/server/live/edited-rows.ts'
import { applyPlan } from '../engine/server/storage/apply.ts'
import { idOfCode } from '../engine/server/storage/derived-id.ts'
import { planChanges } from '../engine/server/storage/plan.ts'
import { overlaysOf } from '../engine/server/store/overlay-table.ts'
import { applyAll } from './support/apply-all.ts'
import { databasesUnderTest, roundsOf } from './support/databases.ts'
import { editedModel } from './support/edited-model.ts'
import { randomOf } from './support/random.ts'
import { sampleApp } from './support/sample-app.ts'
import { serverWork } from './support/server-work.ts'
import { actor, contextOf, type StoreUnderTest, storeOn } from './support/store.ts'

type Titles = Readonly<Record<string, string>>

const platform = '000000'
const tenants = [platform, '900001', '900002'] as const
const wardKind = 'ward_kind'

/** What a revision renames of the dictionary. */
interface Renames {
  readonly code?: { readonly from: string; readonly to: string }
  readonly key?: { readonly from: string; readonly to: string }
}

const kindsOf = (titles: Titles, { code, key: one }: Renames): string =>
  `${code ? `renamedFrom: ${code.from}\n` : ''}title: { zh: 种类, en: Kind }\nentries:\n${Object.entries(titles)
    .map(([key, title]) => {
      const former = one?.to === key ? `renamedFrom: "${one.from}", ` : ''
      return `  e${key}: { ${former}key: "${key}", title: { zh: ${title}, en: Kind } }\n`
    })
    .join('')}`
const ward = String(
  sampleApp['resources/city/ward.yaml']?.replace(
    '\nlist:',
    '\n  kind: { type: dictionary, of: ward_kind, title: { zh: 种类, en: Kind } }\nlist:',
  ),
)
const parameters = 'order.limit: { title: { zh: 限额, en: Limit }, type: money, value: 100 }\n'
const appWith = (titles: Titles, code = wardKind, renames: Renames = {}): Record<string, string> => ({
  ...sampleApp,
  'parameters.yaml': parameters,
  'resources/city/ward.yaml': ward.replace(`of: ${wardKind}`, `of: ${code}`),
  [`dictionaries/${code}.yaml`]: kindsOf(titles, renames),
})

let last: Compiled | undefined
async function modelWith(files: Readonly<Record<string, string>>): Promise<Model> {
  const app = Object.entries(files).map(([file, text]) => ({ file, text, origin: 'app' as const }))
  last = compile([...(await readBase()), ...app], last)
  const { model, problems } = last
  if (!model) throw new Error(JSON.stringify(problems))
  return model
}

/**
 * Random chains of renames that begin with x: of each revision the name, then the former names that it declares, newest
 * first. Some names are never served, and some are served before a revision declares what they were.
 */
function randomChains(count: number): (readonly [name: string, suffix: string, revisions: readonly string[]])[] {
  const random = randomOf(20261127)
  const names = [...'xyzwvu']
  return Array.from({ length: count }, (_, index) => {
    const revisions: string[] = []
    for (let served = 0; served < names.length - 1; ) {
      const next = Math.min(served + 1 + random.below(2), names.length - 1)
      const former = names.slice(random.below(served + 1), next).reverse()
      if (random.chance(0.3)) revisions.push(names[next] ?? '')
      revisions.push([names[next], ...former].join(''))
      served = next
    }
    return [`by a random chain: ${revisions.join(', ')}`, `R${index}`, revisions] as const
  })
}

const administratorOf = (tenantId: string) => actor({ administrator: true, userId: '1', tenantId })

describe.each(databasesUnderTest())('overlays of descriptors, on $kind', kind => {
  let database: Database
  let under: StoreUnderTest
  const first = { 1: '甲', 2: '乙', 3: '丙' }
  const run = (text: string, values?: readonly unknown[]) => under.run(text, values)
  const serve = (model: Model, before?: Model) => synchroniseRows(serverWork(database, model, 'descriptors'), before)
  const titlesFor = async (model: Model, tenant: string, code: string): Promise<Titles> => {
    const edited = await editedModel(database.kysely, model, tenant)
    return Object.fromEntries(edited.dictionaries[code]?.entries.map(({ key, title }) => [key, title.zh]) ?? [])
  }

  beforeAll(async () => {
    database = await kind.open()
    const model = await modelWith(appWith(first))
    under = await storeOn(database, model)
    await serve(model)
    for (const [table, columns, values] of [
      ['blade_user', 'tenant_id, account', `, 'admin'`],
      ['blade_tenant', 'tenant_id', ''],
    ])
      for (const [index, tenant] of tenants.entries())
        await run(
          `insert into ${table} (id, ${columns}) values (${table === 'blade_user' ? 1 : index + 1}, '${tenant}'${values})`,
        )
  }, 60_000)
  afterAll(async () => {
    await under.close()
    await database.close()
  })

  it('semantics 14: are the tenant, the platform and the descriptors, after random edits, changes and renames of these', async () => {
    const random = randomOf(20261123)
    const pool = ['甲', '乙', '丙', '丁', '戊']
    let yaml: Record<string, string> = { ...first }
    let model = await modelWith(appWith(yaml))
    /** The oracle: what each tenant edited, by key. */
    const edits = new Map(tenants.map(tenant => [tenant as string, new Map<string, string>()]))
    /** The keys and the code of the dictionary, which are renamed. */
    const keys = ['1', '2', '3', '4']
    let renamed = 0
    let code = wardKind
    const editsOf = (tenant: string) => edits.get(tenant) ?? new Map<string, string>()
    const lowerOf = (tenant: string, key: string) =>
      (tenant === platform ? undefined : editsOf(platform).get(key)) ?? yaml[key]

    async function edit(tenant: string, key: string, title: string): Promise<void> {
      const ctx = contextOf(administratorOf(tenant), await editedModel(database.kysely, model, tenant))
      if (tenant === platform) await under.store.update(ctx, 'bladeDict', { id: entryId(code, key), dictValue: title })
      else {
        const [row] = await run(
          `select id::text as id from blade_dict_biz where tenant_id = $1 and dict_key = $2 and is_deleted = 0`,
          [tenant, key],
        )
        if (row) await under.store.update(ctx, 'bladeDictBiz', { id: row['id'], dictValue: title })
        else {
          const edited = { parentId: idOfCode(code), dictKey: key, dictValue: title }
          await under.store.save(ctx.unasked(), 'bladeDictBiz', edited)
        }
      }
      if (title === lowerOf(tenant, key)) editsOf(tenant).delete(key)
      else editsOf(tenant).set(key, title)
    }

    async function remove(tenant: string): Promise<void> {
      const rows = await run(
        `select id::text as id, dict_key from blade_dict_biz where tenant_id = $1 and is_deleted = 0 order by dict_key`,
        [tenant],
      )
      const row = rows[random.below(rows.length)]
      // A row without its entry in the descriptors stays.
      if (!row || !(String(row['dict_key']) in yaml)) return
      const ctx = contextOf(administratorOf(tenant), await editedModel(database.kysely, model, tenant))
      await under.store.remove(ctx, 'bladeDictBiz', [String(row['id'])])
      editsOf(tenant).delete(String(row['dict_key']))
    }

    /** Edits that are equal to the descriptors, where the platform has no other one: they end when these are served. */
    function equalEdits() {
      const isEqual = (tenant: string, key: string) => editsOf(tenant).get(key) === yaml[key]
      return tenants.flatMap(tenant =>
        [...editsOf(tenant).keys()]
          .filter(
            key =>
              isEqual(tenant, key) && (tenant === platform || !editsOf(platform).has(key) || isEqual(platform, key)),
          )
          .map(key => [tenant, key] as const),
      )
    }

    async function change(): Promise<void> {
      const kept = keys.filter((_, index) => index < 2 || random.chance(0.8))
      yaml = Object.fromEntries(kept.map(key => [key, random.chance(0.5) ? (yaml[key] ?? '己') : random.pick(pool)]))
      const next = await modelWith(appWith(yaml, code))
      const listed = await listedEdits(database.kysely, next)
      const ended = equalEdits()
      expect(
        listed
          .filter(({ state }) => state === 'ended')
          .map(({ tenantId, path }) => [tenantId, path])
          .sort(),
      ).toEqual(ended.map(([tenant, key]) => [tenant, `${code}/${key}`]).sort())
      const gone = tenants.flatMap(tenant => [...editsOf(tenant).keys()].filter(key => !(key in yaml)))
      expect(listed.filter(({ state }) => state === 'inactive')).toHaveLength(gone.length)
      await serve(next, model)
      model = next
      for (const [tenant, key] of ended) editsOf(tenant).delete(key)
    }

    /** Renames an entry or the dictionary; the edits are then those of the new name. */
    async function rename(): Promise<void> {
      renamed++
      const names: Renames = random.chance(0.3)
        ? { code: { from: code, to: `ward_kind${renamed}` } }
        : { key: { from: random.pick(Object.keys(yaml)), to: `k${renamed}` } }
      const { from = '', to = '' } = names.key ?? {}
      if (names.code) code = names.code.to
      if (names.key) {
        keys[keys.indexOf(from)] = to
        yaml = Object.fromEntries(Object.entries(yaml).map(([key, title]) => [key === from ? to : key, title]))
        for (const own of edits.values()) {
          const title = own.get(from)
          if (title !== undefined) own.set(to, title)
          own.delete(from)
        }
      }
      const next = await modelWith(appWith(yaml, code, names))
      await applyAll(database, await planChanges(database, next))
      const ended = equalEdits()
      await serve(next, model)
      model = next
      for (const [tenant, key] of ended) editsOf(tenant).delete(key)
    }

    for (let round = 0; round < roundsOf(60, 120, 600); round++) {
      const tenant = random.pick(tenants)
      const act = random.below(10)
      if (act < 2) await change()
      else if (act === 3) await rename()
      else if (act === 2 && tenant !== platform) await remove(tenant)
      else await edit(tenant, random.pick(Object.keys(yaml)), random.pick(pool))
      for (const one of tenants) {
        const expected = Object.entries(yaml).map(([key]) => [key, editsOf(one).get(key) ?? lowerOf(one, key)])
        expect([round, one, await titlesFor(model, one, code)]).toEqual([round, one, Object.fromEntries(expected)])
      }
      const stored = (await overlaysOf(database.kysely)).map(({ tenantId, path, value }) => [tenantId, path, value])
      const known = tenants.flatMap(one => [...editsOf(one)].map(([key, value]) => [one, `${code}/${key}`, value]))
      expect([round, stored]).toEqual([round, known.sort((x, y) => (x.join() < y.join() ? -1 : 1))])
    }
    // Rows show what applies: those of the platform every value, those of a tenant its own edits.
    const rows = await run(
      `select dict_key, dict_value from blade_dict where code = $1 and is_deleted = 0 and dict_key <> '-1'`,
      [code],
    )
    expect(Object.fromEntries(rows.map(row => [row['dict_key'], row['dict_value']]))).toEqual(
      await titlesFor(model, platform, code),
    )
    const own = await run(
      `select tenant_id, dict_key, dict_value from blade_dict_biz where is_deleted = 0 and dict_value is not null`,
    )
    const expected = tenants.slice(1).flatMap(one => [...editsOf(one)].map(([key, value]) => [one, key, value].join()))
    expect(own.map(row => Object.values(row).join()).sort()).toEqual(expected.sort())
  }, 120_000)

  it('semantics 14: keeps the edits of a menu entry, its history and grants when its resource is renamed', async () => {
    const files = appWith(first)
    let model = await modelWith(files)
    await serve(model)
    const ctx = contextOf(administratorOf(platform), await editedModel(database.kysely, model))
    await under.store.update(ctx, 'bladeMenu', { id: idOfCode('letter'), name: '函件' })
    await run(
      `insert into engine_grant (tenant_id, role_id, code) values ('000000', 5, 'letter_view'), ('900001', 5, 'letter_issue')`,
    )
    const grants = async () =>
      (await run('select tenant_id, role_id::text, code from engine_grant order by code')).map(row =>
        Object.values(row).join(' '),
      )
    const before = await grants()
    let former = 'letter'
    for (const name of ['note', 'memo']) {
      const text = String(sampleApp['resources/city/letter.yaml'])
      const { 'resources/city/letter.yaml': _, ...others } = files
      model = await modelWith({ ...others, [`resources/city/${name}.yaml`]: `renamedFrom: ${former}\n${text}` })
      ;({ model } = await applyPlan(database, await planChanges(database, model)))
      await serve(model)
      former = name
    }
    const edited = await editedModel(database.kysely, model)
    expect(edited.resources['memo']?.titles).toEqual({ zh: '函件', en: 'Letters' })
    expect(await grants()).toEqual(before)
    const [row] = await run(`select code, name, path from blade_menu where id = $1::bigint`, [idOfCode('letter')])
    expect(row).toMatchObject({ code: 'memo', name: '函件' })
    expect(
      await run(`select from blade_menu where id in ($1::bigint, $2::bigint)`, [idOfCode('memo'), idOfCode('note')]),
    ).toEqual([])
    const history = `select operation from engine_history where resource = 'bladeMenu' and record_id = $1::bigint`
    expect(await run(history, [idOfCode('letter')])).toEqual([{ operation: 'update' }])
  }, 60_000)

  it('semantics 42: an added key that the descriptors use later becomes their entry, and keeps its title', async () => {
    const [own, other] = ['900001', '900002']
    const before = await modelWith(appWith(first))
    await serve(before)
    const ctxOf = async (model: Model, tenant: string) =>
      contextOf(administratorOf(tenant), await editedModel(database.kysely, model, tenant))
    const parentId = idOfCode(wardKind)
    const added = { parentId, dictKey: '9', dictValue: '自加' }
    const { id } = await under.store.save(await ctxOf(before, own), 'bladeDictBiz', added)
    const shared = { parentId, dictKey: '8', dictValue: '共有', englishValue: 'Common', sort: 8 }
    await under.store.save(await ctxOf(before, platform), 'bladeDict', shared)
    expect(await titlesFor(before, own, wardKind)).toMatchObject({ 8: '共有', 9: '自加' })
    expect(Object.keys(await titlesFor(before, other, wardKind))).not.toContain('9')
    const later = await modelWith(appWith({ ...first, 8: '辛', 9: '壬' }))
    const listed = (await listedEdits(database.kysely, later)).filter(({ property }) => property === 'title.zh')
    expect(listed.map(({ state, path, tenantId }) => [state, path, tenantId])).toEqual(
      expect.arrayContaining([
        ['kept', `${wardKind}/8`, platform],
        ['kept', `${wardKind}/9`, own],
      ]),
    )
    await serve(later, before)
    expect(await titlesFor(later, own, wardKind)).toMatchObject({ 8: '共有', 9: '自加' })
    expect(await titlesFor(later, other, wardKind)).toMatchObject({ 8: '共有', 9: '壬' })
    expect(
      await run(
        `select id::text as id, is_built_in from blade_dict where code = $1 and dict_key = '8' and is_deleted = 0`,
        [wardKind],
      ),
    ).toEqual([{ id: entryId(wardKind, '8'), is_built_in: true }])
    await under.store.remove(await ctxOf(later, own), 'bladeDictBiz', [String(id)])
    expect(await titlesFor(later, own, wardKind)).toMatchObject({ 9: '壬' })
    // An edited title does not add an entry that the descriptors no longer contain.
    const edit = { parentId, dictKey: '9', dictValue: '改名' }
    await under.store.save((await ctxOf(later, own)).unasked(), 'bladeDictBiz', edit)
    await serve(before, later)
    expect(Object.keys(await titlesFor(before, own, wardKind))).not.toContain('9')
  })

  it('semantics 42: an added group that the descriptors use later becomes theirs, with what is in it', async () => {
    const before = await modelWith(appWith(first))
    await serve(before)
    const add = async (row: object) => {
      const ctx = contextOf(administratorOf(platform), await editedModel(database.kysely, before, platform))
      return String((await under.store.save(ctx, 'bladeMenu', { sort: 1, ...row }))['id'])
    }
    const id = await add({ code: 'often', name: '常用', englishName: 'Often' })
    const link = { code: 'search', name: '搜索', englishName: 'Search', link: 'https://search.example/', parentId: id }
    await add(link)
    const menus = `${sampleApp['menus.yaml']}often: { title: { zh: 常见, en: Often }, icon: star, order: 7 }\n`
    const later = await modelWith({ ...appWith(first), 'menus.yaml': menus })
    await serve(later, before)
    const edited = await editedModel(database.kysely, later)
    expect(edited.menus.filter(({ key }) => key === 'often')).toMatchObject([
      { title: { zh: '常用', en: 'Often' }, icon: 'star', order: 1 },
    ])
    expect(edited.pages.find(({ key }) => key === 'search')).toMatchObject({
      menu: { under: 'often' },
      link: link.link,
    })
    const rows = await run(
      `select code, parent_id::text as parent from blade_menu where code in ('often', 'search')`,
      [],
    )
    expect(rows).toEqual(expect.arrayContaining([{ code: 'search', parent: idOfCode('often') }]))
    await serve(before, later)
  })

  describe('semantics 20: of a renamed parameter, page, menu group, dictionary and entry', () => {
    const title = 'title: { zh: 原名, en: Former }'
    const revision = (name: string, ...former: readonly string[]) => {
      const was = (prefix: string) =>
        former.length === 0 ? '' : `, renamedFrom: [${former.map(one => `${prefix}${one}`).join(', ')}]`
      const entry = `first: { key: k${name}, ${title}${was('k')} }`
      return modelWith({
        ...appWith(first),
        'parameters.yaml': `limit.${name}: { type: money, value: 100, ${title}${was('limit.')} }\n`,
        'menus.yaml': `${sampleApp['menus.yaml']}desk${name}: { ${title}${was('desk')} }\n`,
        'pages.yaml': `home${name}: { path: /home, code: board_view, menu: { under: desk${name} }, link: "https://example.cn/", ${title}${was('home')} }\n`,
        [`dictionaries/kind${name}.yaml`]: `{ ${title}${was('kind')}, entries: { ${entry} } }\n`,
        'resources/city/ward.yaml': `${ward.replace('of: ward_kind', `of: kind${name}`)}rules: [{ rule: "people < parameter('limit.${name}')", message: { zh: 人口过多, en: Too many }, valid: { people: 1 }, invalid: { people: 100 } }]\n`,
      })
    }
    const parts = (name: string) =>
      [
        ['bladeConfig', 'paramValue', 'blade_config', `parameter limit.${name}`],
        ['bladeMenu', 'name', 'blade_menu', `desk${name}`],
        ['bladeMenu', 'name', 'blade_menu', `page home${name}`],
        ['bladeDict', 'dictValue', 'blade_dict', `kind${name}`],
        ['bladeDict', 'dictValue', 'blade_dict', `kind${name}/k${name}`],
      ] as const
    async function bring(model: Model): Promise<void> {
      await applyAll(database, await planChanges(database, model))
      expect((await planChanges(database, model)).changes).toEqual([])
      await serve(model)
      expect((await planChanges(database, model)).changes).toEqual([])
    }
    async function edit(model: Model, name: string, value: string): Promise<void> {
      for (const [resource, field, , code] of parts(name)) {
        const ctx = contextOf(administratorOf(platform), await editedModel(database.kysely, model))
        await under.store.update(ctx, resource, { id: idOfCode(code), [field]: value })
      }
    }
    async function stateOf(model: Model, name: string) {
      const { parameters, menus, pages, dictionaries } = await editedModel(database.kysely, model)
      const other = await editedModel(database.kysely, model, '900001')
      const counts = parts(name).map(async ([resource, , table, code]) => {
        const rows = await run(`select from ${table} where id = $1::bigint and is_deleted = 0`, [idOfCode(code)])
        const history = await run(`select from engine_history where resource = $1 and record_id = $2::bigint`, [
          resource,
          idOfCode(code),
        ])
        return [rows.length, history.length]
      })
      return {
        parameter: parameters.find(({ key }) => key === `limit.${name}`)?.value,
        group: menus.find(({ key }) => key === `desk${name}`)?.title.zh,
        page: pages.find(({ key }) => key === `home${name}`)?.title.zh,
        dictionary: dictionaries[`kind${name}`]?.title.zh,
        entry: dictionaries[`kind${name}`]?.entries[0]?.title.zh,
        pageOfOther: other.pages.find(({ key }) => key === `home${name}`)?.title.zh,
        rowsAndHistory: await Promise.all(counts),
      }
    }
    const titles = { group: '70', page: '70', dictionary: '70', entry: '70' }
    const kept = { parameter: 70, ...titles, pageOfOther: '他', rowsAndHistory: Array(5).fill([1, 1]) }
    const none = Array(5).fill([0, 0])

    it.each([
      ['one revision at a time', 'A', ['yx', 'zyx']],
      ['directly to the last revision', 'B', ['zyx']],
      ...randomChains(roundsOf(2, 3, 20)),
    ] as const)('keeps edits, rows and history, %s', async (_, suffix, revisions) => {
      const namesOf = (revision: string) => [...revision].map(one => `${one}${suffix}`)
      const a = `x${suffix}`
      const c = namesOf(revisions.at(-1) ?? '')[0] ?? ''
      let model = await revision(a)
      await bring(model)
      await edit(model, a, '70')
      await run(
        `insert into engine_overlay (tenant_id, kind, path, property, value) values ('900001', 'menu', 'page/home${a}', 'title.zh', '"他"')`,
      )
      await run(
        `insert into engine_grant (tenant_id, role_id, code) values ('900001', 6, 'board_view') on conflict do nothing`,
      )
      expect(await stateOf(model, a)).toEqual(kept)
      for (const one of revisions) {
        const [name = '', ...former] = namesOf(one)
        model = await revision(name, ...former)
        const inactive = (await listedEdits(database.kysely, model)).filter(({ state }) => state === 'inactive')
        const isOurs = ({ path }: { readonly path: string }) => former.length > 0 && path.endsWith(suffix)
        expect(inactive.filter(isOurs)).toEqual([])
        await bring(model)
      }
      expect(await stateOf(model, c)).toEqual(kept)
      for (const former of new Set([a, ...revisions.flatMap(namesOf)]))
        if (former !== c) expect([former, (await stateOf(model, former)).rowsAndHistory]).toEqual([former, none])
      expect(await run(`select role_id::int from engine_grant where code = 'board_view'`)).toEqual([{ role_id: 6 }])
      const ctx = contextOf(administratorOf('900001'), await editedModel(database.kysely, model))
      await under.store.save(ctx, 'ward', { name: `${c} 69`, people: 69 })
      await expect(under.store.save(ctx, 'ward', { name: `${c} 70`, people: 70 })).rejects.toThrow()
    })
  })
})
