import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databasesWalked } from '../../../tests/support/databases.ts'
import { actor, administrator, modelOf, refused, type StoreUnderTest, storeOn } from '../../../tests/support/store.ts'
import type { UserActor } from '../auth/actor.ts'
import type { Database } from '../database/database.ts'

const model = modelOf({
  'app.yaml': 'language: 2\ntitle: { zh: 试, en: Test }\n',
  'resources/shop/shopArea.yaml': `
title: { zh: 地区, en: Area }
tree: parentId
sort: code
fields:
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
  code: { type: text, required: true, title: { zh: 代码, en: Code } }
  parentId: { type: reference, of: shopArea, title: { zh: 上级, en: Parent } }
access:
  - { role: local, allow: [view], where: "code.startsWith('64')" }
  - { role: uncoded, allow: [view], hide: [code] }
`,
  'resources/shop/shopStall.yaml': `
title: { zh: 摊位, en: Stall }
sort: name
fields:
  name: { type: text, required: true, title: { zh: 名称, en: Name } }
  isOpen: { type: boolean, title: { zh: 营业, en: Open } }
  areaId: { type: reference, of: shopArea, title: { zh: 地区, en: Area } }
  otherIds: { type: reference, of: shopArea, many: true, title: { zh: 其他地区, en: Other areas } }
access:
  - { role: guest, allow: [view], where: "name == '甲'" }
`,
  'dictionaries/shop_finding.yaml': `
title: { zh: 结论, en: Finding }
entries:
  clean: { key: "1", title: { zh: 合格, en: Clean } }
  dirty: { key: "2", title: { zh: 不合格, en: Dirty } }
`,
  'resources/shop/shopFinding.yaml': `
title: { zh: 结论, en: Finding }
display: finding
fields:
  finding: { type: dictionary, of: shop_finding, title: { zh: 结论, en: Finding } }
  visitId: { type: reference, of: shopVisit, title: { zh: 走访, en: Visit } }
`,
  'resources/shop/shopVisit.yaml': `
title: { zh: 走访, en: Visit }
display: stallId
fields:
  areaId: { type: reference, of: shopArea, title: { zh: 地区, en: Area } }
  stallId: { type: reference, of: shopStall, where: "it.isOpen == true", title: { zh: 摊位, en: Stall } }
`,
})

// 宁夏 > 银川 > 兴庆, 金凤; 宁夏 > 石嘴山; 陕西 > 西安
const areas: readonly (readonly [code: string, name: string, parent?: string])[] = [
  ['64', '宁夏'],
  ['6401', '银川', '64'],
  ['640104', '兴庆', '6401'],
  ['640106', '金凤', '6401'],
  ['6402', '石嘴山', '64'],
  ['61', '陕西'],
  ['6101', '西安', '61'],
]

describe.each(databasesWalked('postgres'))('looking up on $kind', ({ open }) => {
  let database: Database
  let under: StoreUnderTest
  const ids: Record<string, string> = {}
  const id = (name: string) => String(ids[name])
  const stepTo = (name: string) => ({ id: id(name), name })

  beforeAll(async () => {
    database = await open()
    under = await storeOn(database, model)
    const codes: Record<string, string> = {}
    for (const [code, name, parent] of areas) {
      const record = { name, code, ...(parent && { parentId: codes[parent] }) }
      codes[code] = ids[name] = String((await under.store.save(under.ctx(administrator), 'shopArea', record))['id'])
    }
    for (const [name, area, others, isOpen] of [
      ['丁', '兴庆', ['西安'], true],
      ['丙', '银川', null, true],
      ['乙', '西安', ['金凤', '宁夏'], false],
      ['甲', null, null, true],
    ] as const) {
      const record = { name, isOpen, areaId: area && id(area), otherIds: others?.map(id) }
      ids[name] = String((await under.store.save(under.ctx(administrator), 'shopStall', record))['id'])
    }
  })
  afterAll(async () => {
    await under.close()
    await database.close()
  })

  const stalls = async (query: Record<string, string>) =>
    (await under.store.page(under.ctx(administrator), 'shopStall', query)).records.map(row => row['name'])

  describe('the descendants of a record of a tree', () => {
    it.each<[string, Record<string, () => string>, string[]]>([
      ['itself and all descendants', { areaId_below: () => id('宁夏') }, ['丁', '丙']],
      ['a leaf', { areaId_below: () => id('西安') }, ['乙']],
      ['several records', { areaId_below: () => `${id('兴庆')},${id('陕西')}` }, ['丁', '乙']],
      ['a list that contains one of them', { otherIds_below: () => id('银川') }, ['乙']],
      ['none of a missing record', { areaId_below: () => '404' }, []],
    ])('are a filter: %s', async (_what, query, expected) => {
      const asked = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, value()]))
      expect((await stalls(asked)).sort()).toEqual([...expected].sort())
      expect(await under.store.count(under.ctx(administrator), 'shopStall', asked)).toBe(expected.length)
    })

    it('are a filter of the tree itself, by its parent', async () => {
      const page = await under.store.page(under.ctx(administrator), 'shopArea', { parentId_below: id('宁夏') })
      expect(page.records.map(row => row['name'])).toEqual(['银川', '兴庆', '金凤', '石嘴山'])
    })

    it('are refused as a filter by a reference to no tree, and by an invalid id', async () => {
      const ask = (query: Record<string, string>) =>
        refused(under.store.page(under.ctx(administrator), 'shopVisit', query))
      expect(await ask({ stallId_below: id('丁') })).toMatchObject({ status: 400, fields: ['stallId_below'] })
      expect(await ask({ areaId_below: 'x' })).toMatchObject({ status: 400, fields: ['areaId_below'] })
    })

    it('contain only records that the actor may view', async () => {
      const local = actor({ roles: ['local'], codes: ['shopArea_view', 'shopStall_view'] })
      const page = (parent: string) => under.store.page(under.ctx(local), 'shopStall', { areaId_below: id(parent) })
      expect((await page('宁夏')).records).toHaveLength(2)
      expect((await page('陕西')).records).toEqual([])
    })

    it('are returned completely, with parents, in the order of their levels', async () => {
      const all = await under.store.wholeBelow(under.ctx(administrator), 'shopArea', id('宁夏'))
      expect(all).toEqual([
        { id: id('银川'), name: '银川', parentId: id('宁夏'), hasChildren: true },
        { id: id('兴庆'), name: '兴庆', parentId: id('银川'), hasChildren: false },
        { id: id('金凤'), name: '金凤', parentId: id('银川'), hasChildren: false },
        { id: id('石嘴山'), name: '石嘴山', parentId: id('宁夏'), hasChildren: false },
      ])
    })
  })

  describe('a tree', () => {
    it('is searched, with the path to each match', async () => {
      const found = await under.store.findInTree(under.ctx(administrator), 'shopArea', '兴')
      expect(found).toEqual([
        { id: id('兴庆'), name: '兴庆', hasChildren: false, path: [stepTo('宁夏'), stepTo('银川')] },
      ])
    })

    it('does not reveal hidden values by its order', async () => {
      const top = async (by: UserActor) =>
        (await under.store.tree(under.ctx(by), 'shopArea', null)).map(row => row['name']).join()
      const offered = async (by: UserActor) =>
        (await under.store.options(under.ctx(by), 'shopStall', 'areaId', { parentId: null }))
          .map(({ name }) => name)
          .join()
      expect([await top(administrator), await offered(administrator)]).toEqual(['陕西,宁夏', '陕西,宁夏'])
      const by = actor({ roles: ['uncoded'], codes: ['shopArea_view', 'shopStall_view'] })
      expect([await top(by), await offered(by)]).toEqual(['宁夏,陕西', '宁夏,陕西'])
    })

    it('continues from a position in a level', async () => {
      const rest = await under.store.tree(under.ctx(administrator), 'shopArea', id('银川'), {}, 1)
      expect(rest.map(row => row['name'])).toEqual(['金凤'])
      const chosen = await under.store.options(under.ctx(administrator), 'shopVisit', 'areaId', {
        parentId: id('宁夏'),
        from: 1,
      })
      expect(chosen.map(one => one.name)).toEqual(['石嘴山'])
    })

    it('shows no record that the user may not see, nor a path through it', async () => {
      const local = actor({ roles: ['local'], codes: ['shopArea_view'] })
      expect(await under.store.findInTree(under.ctx(local), 'shopArea', '西安')).toEqual([])
      expect(await under.store.wholeBelow(under.ctx(local), 'shopArea', id('陕西'))).toEqual([])
      await under.run('update shop_area set code = $1 where name = $2', ['99', '宁夏'])
      try {
        expect(await under.store.findInTree(under.ctx(local), 'shopArea', '兴庆')).toMatchObject([
          { path: [stepTo('银川')] },
        ])
        expect(await under.store.labels(under.ctx(local), 'shopArea', [id('兴庆')])).toMatchObject([
          { path: [stepTo('银川')] },
        ])
      } finally {
        await under.run('update shop_area set code = $1 where name = $2', ['64', '宁夏'])
      }
    })

    it('ends even if an update of the database made it a cycle', async () => {
      await under.run('update shop_area set parent_id = $1 where name = $2', [id('兴庆'), '宁夏'])
      try {
        expect(await under.store.wholeBelow(under.ctx(administrator), 'shopArea', id('宁夏'))).toHaveLength(5)
        const [found] = await under.store.findInTree(under.ctx(administrator), 'shopArea', '兴庆')
        expect(found?.path?.length).toBeLessThanOrEqual(20)
      } finally {
        await under.run('update shop_area set parent_id = null where name = $1', ['宁夏'])
      }
    })
  })

  describe('branches', () => {
    const local = actor({ roles: ['local'], codes: ['shopArea_view', 'shopStall_view'] })
    const names = areas.map(([, name]) => name)
    const counts = async (by: UserActor, resource: string, field: string, withBelow: boolean) => {
      const found = await under.store.branchCounts(under.ctx(by), resource, { field, ids: names.map(id), withBelow })
      return Object.fromEntries(found.map(one => [names.find(name => id(name) === one.id), one.count]))
    }

    it.each([
      ['with their descendants', 'shopStall', 'areaId', true, { 宁夏: 2, 银川: 2, 兴庆: 1, 陕西: 1, 西安: 1 }],
      ['without their descendants', 'shopStall', 'areaId', false, { 银川: 1, 兴庆: 1, 西安: 1 }],
      ['in a list', 'shopStall', 'otherIds', true, { 宁夏: 1, 银川: 1, 金凤: 1, 陕西: 1, 西安: 1 }],
      ['of the tree itself', 'shopArea', 'parentId', true, { 宁夏: 4, 银川: 2, 陕西: 1 }],
      ['of the tree itself, without their descendants', 'shopArea', 'parentId', false, { 宁夏: 2, 银川: 2, 陕西: 1 }],
    ])('are counted %s', async (_what, resource, field, withBelow, expected) => {
      expect(await counts(administrator, resource, field, withBelow)).toEqual(expected)
    })

    it('have the related records of themselves and of their descendants', async () => {
      const counted = async (name: string, withBelow: boolean) => {
        const found = await under.store.related(under.ctx(administrator), 'shopArea', id(name), withBelow)
        return found.map(({ resource, field, count }) => `${resource}.${field} ${count}`).sort()
      }
      expect(await counted('宁夏', false)).toEqual([
        'shopArea.parentId 2',
        'shopStall.areaId 0',
        'shopStall.otherIds 1',
        'shopVisit.areaId 0',
      ])
      expect(await counted('宁夏', true)).toEqual([
        'shopArea.parentId 4',
        'shopStall.areaId 2',
        'shopStall.otherIds 1',
        'shopVisit.areaId 0',
      ])
    })

    it('have for each user the count of the page of the branch', async () => {
      for (const by of [administrator, local, actor({ ...administrator, tenantId: '999999' })])
        for (const [resource, field] of [
          ['shopStall', 'areaId'],
          ['shopStall', 'otherIds'],
          ['shopArea', 'parentId'],
        ] as const) {
          const counted = await counts(by, resource, field, true)
          for (const name of names) {
            const { total } = await under.store.page(under.ctx(by), resource, { [`${field}_below`]: id(name) })
            expect([resource, field, name, counted[name] ?? 0]).toEqual([resource, field, name, total])
          }
        }
    })

    it.each([
      ['an unknown field', 'shopStall', 'nothing', 400],
      ['a field that refers to no tree', 'shopVisit', 'stallId', 400],
      ['a list that the user may not view', 'shopVisit', 'areaId', 403],
    ])('of %s are refused', async (_what, resource, field, status) => {
      const by = resource === 'shopVisit' && field === 'areaId' ? local : administrator
      const asked = { field, ids: [id('宁夏')], withBelow: true }
      expect(await refused(under.store.branchCounts(under.ctx(by), resource, asked))).toMatchObject({ status })
    })
  })

  describe('a record that a reference or an entry of a dictionary represents', () => {
    const blind = actor({ roles: ['guest'], codes: ['shopVisit_view', 'shopVisit_edit', 'shopFinding_view'] })

    it('has their name or title as label, also in the response to a write', async () => {
      const by = under.ctx(administrator)
      const visit = await under.store.save(by, 'shopVisit', { stallId: id('丁') })
      expect(visit).toMatchObject({ stallId: id('丁'), stallIdName: '丁' })
      const moved = { id: visit['id'], version: visit['version'], stallId: id('甲') }
      expect(await under.store.update(by, 'shopVisit', moved)).toMatchObject({ stallIdName: '甲' })
      const visitId = String(visit['id'])
      const finding = await under.store.save(by, 'shopFinding', { finding: '2', visitId })
      expect(await under.store.get(by, 'shopFinding', String(finding['id']))).toMatchObject({ visitIdName: '甲' })
      expect(await under.store.labels(by, 'shopFinding', [String(finding['id'])])).toMatchObject([{ name: '不合格' }])
      expect(await under.store.search(by, 'shopFinding', '不合')).toMatchObject([{ name: '不合格' }])
    })

    it('has no label for a user who may not see the record of the reference', async () => {
      const visit = await under.store.save(under.ctx(administrator), 'shopVisit', { stallId: id('丙') })
      const given = { id: visit['id'], version: visit['version'], areaId: id('银川') }
      const response = await under.store.update(under.ctx(blind), 'shopVisit', given)
      expect(response).toMatchObject({ areaId: id('银川'), stallId: null })
      expect(response['stallIdName'] ?? null).toBeNull()
      const labels = await under.store.labels(under.ctx(blind), 'shopVisit', [String(visit['id'])])
      expect(labels).toMatchObject([{ name: visit['id'] }])
    })
  })

  describe('a choice', () => {
    const options = (field: string, wanted: object) =>
      under.store
        .options(under.ctx(administrator), 'shopVisit', field, wanted)
        .then(found => found.map(one => one.name))

    it('begins with recent choices that are still permitted', async () => {
      expect(await options('stallId', { record: {} })).toEqual(['丙', '丁', '甲'])
      expect(await options('stallId', { record: {}, first: [id('乙'), id('甲'), '404'] })).toEqual(['甲', '丙', '丁'])
      expect(await options('stallId', { record: {}, first: [id('甲')], text: '丙' })).toEqual(['丙'])
    })

    it('from a tree has the path to each record, and is loaded level by level without the right to the list', async () => {
      const by = actor({ codes: ['shopVisit_add'] })
      const level = await under.store.options(under.ctx(by), 'shopVisit', 'areaId', { parentId: id('宁夏') })
      expect(level).toMatchObject([
        { name: '银川', hasChildren: true },
        { name: '石嘴山', hasChildren: false },
      ])
      expect(await under.store.options(under.ctx(by), 'shopVisit', 'areaId', { text: '金' })).toMatchObject([
        { name: '金凤', path: [stepTo('宁夏'), stepTo('银川')] },
      ])
      expect(await refused(under.store.tree(under.ctx(by), 'shopArea', null))).toMatchObject({ status: 403 })
    })

    it('is resolved from texts like in an import, among the records that the reference permits', async () => {
      const meant = (field: string, texts: readonly string[]) =>
        under.store.meant(under.ctx(administrator), 'shopVisit', field, { texts, record: {} })
      expect(await meant('stallId', ['甲', '乙', '甲', id('丁')])).toEqual([
        { text: '甲', count: 1, option: { id: id('甲'), name: '甲' } },
        // The reference's condition does not allow it.
        { text: '乙', count: 0, candidates: [] },
        { text: id('丁'), count: 1, option: { id: id('丁'), name: '丁' } },
      ])
      expect(await meant('areaId', ['银川市', '兴庆'])).toMatchObject([
        { text: '银川市', count: 0, candidates: [{ name: '银川' }] },
        { text: '兴庆', count: 1, option: { path: [stepTo('宁夏'), stepTo('银川')] } },
      ])
    })

    it('from texts is refused to users who may neither view nor write the referring resource', async () => {
      const by = actor({ codes: ['shopArea_view'] })
      const asked = under.store.meant(under.ctx(by), 'shopVisit', 'areaId', { texts: ['银川'] })
      expect(await refused(asked)).toMatchObject({ status: 403 })
    })

    it('offers at most 100 records', async () => {
      for (let n = 0; n < 101; n++) {
        await under.store.save(under.ctx(actor({ ...administrator, tenantId: 'many' })), 'shopStall', {
          name: `n${n}`,
          isOpen: true,
        })
      }
      const many = actor({ ...administrator, tenantId: 'many' })
      expect(await under.store.options(under.ctx(many), 'shopVisit', 'stallId', { record: {} })).toHaveLength(100)
    })
  })
})
