import { expect, it } from 'vitest'
import { compile } from '../../compiler/compile.ts'
import { sample } from '../../compiler/language/sample.ts'
import type { Model } from '../../model/model.ts'
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
  lossHint(described.model, { loss, renames })

it.each([
  ['drop:visit.visit_name', 'renamedFrom: visitName'],
  ['drop:visit.gone', 'renamedFrom and'],
  ['drop:visit', 'renamedFrom: visit'],
  ['drop:role.clerk', 'renamedFrom: clerk'],
])('names the rename that %s may be', (loss, written) => {
  expect(cure(loss)?.en).toContain(written)
})

it('omits the rename where the page offers it', () => {
  expect(cure('drop:visit', [{ resource: 'call', from: 'visit' }])?.en).not.toContain('renamedFrom')
})

it('has a cure for every kind of loss', () => {
  const names = ['retype', 'constrain', 'unique', 'key', 'meaning'].map(kind => `${kind}:visit.kind`)
  for (const loss of [...names, 'drop:visit', 'drop:visit.owner_id', 'owner:visit', 'tenant:visit', 'access']) {
    const { zh = '', en = '' } = cure(loss) ?? {}
    expect([loss, zh, en]).toEqual([loss, expect.stringMatching(/。$/), expect.stringMatching(/\.$/)])
  }
})

it.each([
  ['constrain:visit.visit_name', 'resources/field/visit.yaml', '  visitName: '],
  ['drop:visit.gone', 'resources/field/visit.yaml', 'fields:'],
  ['drop:role.gone', 'roles.yaml', ''],
  ['meaning:visit_item', 'resources/field/visitItem.yaml', 'partOf: '],
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

it.each([
  ['a code', 'roles.yaml', { allow: '', hide: '' }],
  ['a scope', 'roles.yaml', { allow: 'allow: [site_*], dataScope: own', hide: '' }],
  ['a field', 'resources/field/site.yaml', { allow: 'allow: [site_*]', hide: ', hide: [siteName]' }],
])('access of %s is shown in %s', (_, file, { allow, hide }) => {
  const site = sample['resources/field/site.yaml'] ?? ''
  const withRoles = (text: string, rule: string) =>
    compiled({
      'roles.yaml': `inspector: { title: { zh: 员, en: Clerk }, ${text} }\n`,
      'resources/field/site.yaml': site.replace(/where: "true" \}/, `where: "true"${rule} }`),
    })
  const { at } = withCause({ ...withRoles(allow, hide), drafts: undefined }, withRoles('allow: [site_*]', ''), {
    loss: 'access',
    renames: [],
    rows: [],
    count: 1,
    mark: 'breaks-rows',
    what: { zh: '', en: '' },
  })
  expect(at?.file).toBe(file)
})
