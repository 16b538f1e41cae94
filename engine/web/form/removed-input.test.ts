import { describe, expect, it } from 'vitest'
import { compile } from '../../compiler/compile.ts'
import { resourceOf } from '../../model/names.ts'
import { carriedInput, type FormModel } from './removed-input.ts'

const title = 'title: { zh: 名, en: Name }'

/** A form of orders whose lines have a kind; the entries of kinds are small and large. */
function formOf(kinds: string): FormModel {
  const files = {
    'app.yaml': `language: 2\n${title}\n`,
    'dictionaries/kind.yaml': `${title}\nentries: { ${kinds} }\n`,
    'resources/shop/order.yaml': `${title}\nfields:\n  items: { type: children, of: item, ${title} }\n`,
    'resources/shop/item.yaml': `${title}\npartOf: orderId\nfields:\n  orderId: { type: reference, of: order, required: true, ${title} }\n  label: { type: text, ${title} }\n  kind: { type: dictionary, of: kind, ${title} }\n  kinds: { type: dictionary, of: kind, many: true, ${title} }\n`,
  }
  const { model, problems } = compile(
    Object.entries(files).map(([file, text]) => ({ file, text, origin: 'app' as const })),
  )
  if (!model) throw new Error(JSON.stringify(problems))
  return { model, resource: resourceOf(model, 'order') }
}

const entry = (name: string, key: string, more = '') =>
  `${name}: { key: "${key}", title: { zh: ${name}, en: ${name} }${more} }`
const before = formOf(`${entry('small', '1')}, ${entry('large', '2')}`)
const stored = { items: [{ id: '7', label: 'a', kind: '2', kinds: ['2'] }] }

describe('choices in lines of an open form', () => {
  it('keep the stored key where the user has chosen nothing else', () => {
    const after = formOf(`${entry('small', '2')}, ${entry('large', '1')}`)
    const values = { items: [{ ...stored.items[0], label: 'typed' }] }
    expect(carriedInput(before, after, stored, values).values).toEqual(values)
  })

  it('are listed when the entry is removed', () => {
    const values = { items: [{ label: 'b', kind: '1', kinds: [] }] }
    const { values: carried, removed } = carriedInput(before, formOf(entry('large', '2')), {}, values)
    expect(carried).toEqual({ items: [{ label: 'b', kind: null, kinds: [] }] })
    expect(removed).toEqual([
      { title: { zh: '名 1 名', en: 'Name 1 Name' }, text: { zh: 'small', en: 'small' }, isUnfit: true },
    ])
  })
})
