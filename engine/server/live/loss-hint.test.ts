import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { compile } from '../../compiler/compile.ts'
import { sample } from '../../compiler/language/sample.ts'
import type { Model, Resource } from '../../model/model.ts'
import { lossHint } from './loss-hint.ts'
import { type Described, withCause } from './loss-position.ts'

function compiled(more: Readonly<Record<string, string>> = {}): Described & { readonly model: Model } {
  const files = Object.entries({ ...sample, ...more })
  const { model, drafts, problems } = compile(files.map(([file, text]) => ({ file, text, origin: 'app' })))
  if (!model) throw new Error(JSON.stringify(problems))
  return { model, drafts }
}

const described = compiled()
const cure = (loss: string, renames: readonly { resource: string; from: string }[] = []) =>
  lossHint(described.model, described.model, { loss, renames })

it.each([
  [
    'drop:visit.visit_name',
    '要保留这些值，请恢复这个字段；如果由新字段取代，请在新字段中写 renamedFrom: visitName。',
    'To keep the values, restore the field, or write renamedFrom: visitName in the field that replaces it.',
  ],
  [
    'drop:visit.gone',
    '要保留这些值，请恢复这个字段；如果由新字段取代，请在新字段中写 renamedFrom 和原来的名称。',
    'To keep the values, restore the field, or write renamedFrom and its former name in the field that replaces it.',
  ],
  [
    'drop:visit',
    '要保留这些数据，请恢复该资源的文件；如果由新资源取代，请在新文件中写 renamedFrom: visit。',
    'To keep the rows, restore the file of the resource, or write renamedFrom: visit in the file that replaces it.',
  ],
  [
    'drop:role.clerk',
    '要保留这个角色，请在 roles.yaml 中恢复它；如果由新角色取代，请在新角色中写 renamedFrom: clerk。',
    'To keep the role, restore it in roles.yaml, or write renamedFrom: clerk in the role that replaces it.',
  ],
  [
    'grants:role.clerk',
    '要继续限制这些用户，请恢复提到该角色的访问规则，或在 roles.yaml 中给它 dataScope，或去掉它修改角色和用户的权限。确认后，这些用户可以授予自己拥有的所有权限。',
    'To keep these users restricted, restore an access rule that names the role, give it a dataScope in roles.yaml, or remove its rights to change roles and users. If it is confirmed, these users can grant all rights that they have.',
  ],
  [
    'constrain:visit.visit_name',
    '请改正这些数据后再保存一次文件，或放宽 required、min、max、pattern 等限制。确认后数据不变，编辑时须改正。',
    'Correct these rows and save the files again, or relax its limits, such as required, min, max or pattern. If it is confirmed, the values remain and must be corrected when a row is edited.',
  ],
  [
    'constrain:visit.kind',
    '请改正这些数据后再保存一次文件，或恢复字典项。如果字典项只是改了 key，请在该项中写 renamedFrom 和原来的 key。确认后数据不变，编辑时须改正。',
    'Correct these rows and save the files again, or restore the entries. In an entry whose key was changed, write renamedFrom and the former key. If it is confirmed, the values remain and must be corrected when a row is edited.',
  ],
  [
    'meaning:visit_item.price',
    '请恢复原来的 unit 或 currency；要换算，请用 migrations/ 中的 SQL 文件改写数值，或增加另一个字段。确认后数值不变，单位改变。',
    'Restore the former unit or currency. To convert the numbers, write an SQL file in migrations/, or add another field. If it is confirmed, the numbers remain and get the new unit.',
  ],
  [
    'constrain:visit.state',
    '请先恢复这个状态，让这些数据通过步骤离开它，再删除；如果由另一个状态取代，请在那一项中写 renamedFrom 和原来的 key。确认后，这些数据停留在已删除的状态，没有步骤可以改变。',
    'Restore the state, let these rows leave it by a transition, and remove it then, or write renamedFrom and the former key in the entry that replaces it. If it is confirmed, the rows remain in the removed state, which no transition leaves.',
  ],
  [
    'tenant:visit',
    '要保留各租户看到的数据，请恢复 shared 原来的值。',
    'To keep which tenants see the rows, restore the former value of shared.',
  ],
  [
    'visible:role.clerk',
    '要保留各用户看到的数据，请恢复 roles.yaml 中该角色原来的 dataScope。确认后，拥有这个角色的用户立即看到更多数据；范围为 all 且没有其他限制的用户，如果有权修改角色或用户，还可以授予自己拥有的所有权限。',
    'To keep what the users see, restore the former dataScope of the role in roles.yaml. If it is confirmed, users with the role see more rows at once. With all, those without another restriction who may change roles or users can also grant all rights that they have.',
  ],
  [
    'visible:visit.access',
    '要保留各用户看到的数据，请恢复这些角色的访问规则，及其 where、dataScope 和 hide：本资源的、所属方资源的，或最后一条提到该角色的规则。确认后，拥有这些角色的用户也能看到这些数据。',
    'To keep who sees the rows, restore the access rules of these roles with their where, dataScope and hide: those of this resource or of the owner resource, or the last rule that names the role. If it is confirmed, users with these roles will see the rows too.',
  ],
])('names what to write instead of %s', (loss, zh, en) => {
  expect(cure(loss)).toEqual({ zh, en })
})

it('of values that are no state names the lifecycle that is new', () => {
  const { lifecycle: _, ...plain } = described.model.resources['visit'] ?? {}
  const before = { ...described.model, resources: { ...described.model.resources, visit: plain as Resource } }
  expect(lossHint(before, described.model, { loss: 'constrain:visit.state', renames: [] })).toEqual({
    zh: '请先让这些数据取生命周期中的状态，再加 lifecycle，或把这些值加为状态，并写离开它们的步骤。确认后，这些数据的值不变，没有步骤可以改变。',
    en: 'Before you add the lifecycle, give these rows one of its states, or add their values as states with transitions that leave them. If it is confirmed, the rows keep values that no transition leaves.',
  })
})

it('omits the rename where the page offers it', () => {
  expect(cure('drop:visit', [{ resource: 'call', from: 'visit' }])?.en).toBe(
    'To keep the rows, restore the file of the resource.',
  )
})

it('has a cure for every kind of loss', () => {
  const folder = join(import.meta.dirname, '../storage')
  const texts = readdirSync(folder)
    .filter(file => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map(file => readFileSync(join(folder, file), 'utf8'))
  const kinds = texts.flatMap(text => [...text.matchAll(/losing\w* ?[=:] ?\{ name: `(\w+):/g)].map(([, kind]) => kind))
  expect(new Set(kinds).size).toBeGreaterThan(10)
  for (const kind of kinds) {
    const { zh = '', en = '' } = cure(`${kind}:visit.kind`) ?? {}
    expect([kind, zh, en]).toEqual([kind, expect.stringMatching(/。$/), expect.stringMatching(/\.$/)])
  }
})

it.each([
  ['constrain:visit.visit_name', 'resources/field/visit.yaml', '  visitName: '],
  ['drop:visit.gone', 'resources/field/visit.yaml', 'fields:'],
  ['drop:role.gone', 'roles.yaml', ''],
  ['visible:role.clerk', 'roles.yaml', ''],
  ['grants:role.clerk', 'roles.yaml', ''],
  ['visible:visit_item.partOf', 'resources/field/visitItem.yaml', 'partOf: '],
  ['bin:visit_item.partOf', 'resources/field/visitItem.yaml', 'partOf: '],
  ['visible:visit.access', 'resources/field/visit.yaml', 'access:'],
  ['visible:visit.hide', 'resources/field/visit.yaml', 'access:'],
  ['visible:visit_item.access', 'resources/field/visitItem.yaml', ''],
])('%s is shown in %s', (loss, file, line) => {
  const roles = compiled({ 'roles.yaml': 'clerk: { title: { zh: 员, en: Clerk } }\n' })
  const { at } = withCause({ model: undefined, drafts: undefined }, roles, {
    loss,
    renames: [],
    rows: [],
    count: 1,
    mark: 'breaks-rows',
    what: { zh: '', en: '' },
  })
  expect(at?.file).toBe(file)
  expect((sample[file] ?? '').split('\n')[Number(at?.line) - 1] ?? '').toContain(line)
})
