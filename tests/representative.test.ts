import { expect, it } from 'vitest'
import { coverOf, featuresOf } from './support/representative.ts'
import { sampleApp } from './support/sample-app.ts'
import { modelOf } from './support/store.ts'

const plain = (title: string) => `title: { zh: ${title}, en: ${title} }
fields:
  name: { type: text, title: { zh: 名称, en: Name } }
`
const model = modelOf({
  ...sampleApp,
  'resources/city/first.yaml': plain('First'),
  'resources/city/second.yaml': plain('Second'),
  'resources/city/tree.yaml': `${plain('Tree')}  parentId: { type: reference, of: tree, title: { zh: 上级, en: Parent } }\ntree: parentId\n`,
})
const resources = Object.values(model.resources)
const featuresOfAll = (chosen: typeof resources) =>
  [...new Set(chosen.flatMap(resource => [...featuresOf(model, resource)]))].sort()

it('keeps every feature that any resource has', () => {
  expect(featuresOfAll(coverOf(model, resources))).toEqual(featuresOfAll(resources))
})

it('keeps a resource with a feature of its own, and one of several that are alike', () => {
  const alike = resources.filter(({ name }) => ['first', 'second', 'tree'].includes(name))
  expect(coverOf(model, alike).map(({ name }) => name)).toEqual(['first', 'tree'])
})
