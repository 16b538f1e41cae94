import { describe, expect, it } from 'vitest'
import { compile } from '../../compiler/compile.ts'
import type { Model, Resource } from '../../model/model.ts'
import { tablesOf } from '../storage/tables-of.ts'
import { readSources } from './app-files.ts'
import { haveSameTables, sourceOfTable } from './same-tables.ts'

const compiled = async (edit: (text: string) => string = text => text) => {
  const sources = (await readSources('.')).map(source =>
    source.file.endsWith('/entNoticeLetter.yaml') ? { ...source, text: edit(source.text) } : source,
  )
  const { model, problems } = compile(sources)
  if (!model) throw new Error(problems[0]?.message.en)
  return model
}

describe('tables of saved descriptors', async () => {
  const model = await compiled()
  const tablesText = (one: Model) => JSON.stringify(tablesOf(one))

  it.each(Object.keys(model.resources))('are made without the texts and screens of %s', name => {
    const resource = model.resources[name] as Resource
    const others = { zh: '别的', en: 'Other' }
    const removed = Object.fromEntries(Object.keys(resource).map(key => [key, undefined]))
    const stored = sourceOfTable(resource)
    const changed = {
      ...removed,
      ...stored,
      title: others,
      titles: others,
      fields: resource.fields.map(field => ({ ...field, title: others })),
    } as unknown as Resource
    expect(tablesText({ ...model, resources: { ...model.resources, [name]: changed } })).toBe(tablesText(model))
  })

  it('are the same with another title, and others with a longer text or another order', async () => {
    const isSame = async (edit: (text: string) => string) => haveSameTables(model, await compiled(edit))
    expect(await isSame(text => text.replace(/zh: /, 'zh: 新'))).toBe(true)
    expect(
      await isSame(text => text.replace(/^fields:/m, 'fields:\n  extra: { type: text, title: { zh: 甲, en: A } }')),
    ).toBe(false)
  })
})
