import { describe, expect, it } from 'vitest'
import { modelReads } from './support/model-reads.ts'
import { readers, structure, twins } from './support/word-places.ts'
import { wordRows } from './support/words-table.ts'

const reads = modelReads()

/** The keys of the tables in docs/words.md, without the kind that has them. */
const words = new Set(
  [...wordRows().map(([key = '']) => key), ...wordRows('Other files').map(([, key = '']) => key)].map(key =>
    key.slice(key.lastIndexOf('.') + 1),
  ),
)

/** Properties of the Model that have another name than their word. */
const wordOf: Readonly<Record<string, string>> = {
  readOnlyIn: 'readOnly',
  readOnlyIf: 'readOnly',
  requiredIf: 'required',
  defaultExpression: 'default',
  dates: 'due',
}

function isWord(property: string): boolean {
  const name = property.slice(property.lastIndexOf('.') + 1)
  return words.has(wordOf[name] ?? name) && !structure.some(one => one.test(property))
}

const several = [...reads]
  .filter(([property]) => isWord(property))
  .map(([property, files]) => ({
    property,
    files: files.filter(file => !Object.keys(readers).some(reader => file.startsWith(reader))),
  }))
  .filter(({ files }) => files.length > 1)

describe('words of the descriptor language', () => {
  it('are found where the server reads them', () => {
    expect(reads.get('Resource.shared')).toEqual(['database/tenancy.ts'])
    expect(reads.get('Resource.display')?.length).toBeGreaterThan(1)
    expect(words.has('shared')).toBe(true)
  })

  it('are read by one file of the server, unless a reason is stated', () => {
    const known = Object.keys(twins)
    expect(several.filter(({ property }) => !known.includes(property))).toEqual([])
    const names = several.map(({ property }) => property)
    expect(known.filter(name => !names.includes(name))).toEqual([])
  })

  it('are read by each file that is listed because it treats all words alike', () => {
    const files = [...reads].filter(([property]) => isWord(property)).flatMap(([, all]) => all)
    expect(Object.keys(readers).filter(reader => !files.some(file => file.startsWith(reader)))).toEqual([])
  })
})
