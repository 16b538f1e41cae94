import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { compile } from '../engine/compiler/compile.ts'
import { lifecycleKeys } from '../engine/compiler/language/lifecycle.ts'
import { migrateAll } from '../engine/compiler/migration/migrate.ts'
import type { Source } from '../engine/compiler/source.ts'
import { readBase } from '../engine/server/live/app-files.ts'

/** The last descriptors of version 1: the engine's, the product's and the example's. */
const folders = ['base', 'product', 'inspections'] as const

const read = (folder: string, origin: Source['origin']): Source[] =>
  readdirSync(join('tests/version-1', folder), { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.yaml'))
    .sort()
    .map(file => ({ file, text: readFileSync(join('tests/version-1', folder, file), 'utf8'), origin }))

const base = read('base', 'base')
const sourcesOf = (folder: string) => (folder === 'base' ? base : [...base, ...read(folder, 'app')])

const pairs = folders.flatMap(folder => {
  const sources = sourcesOf(folder)
  const migrated = migrateAll(sources)
  return sources.flatMap((before, index) => {
    const after = migrated[index]
    return after && (before.origin === 'app' || folder === 'base')
      ? [{ name: `${folder}/${before.file}`, before, after }]
      : []
  })
})

/** The words that may differ, and what is inserted. */
const renames = new Set(
  'use mixins,order sort,sort index,was renamedFrom,that rule,say message,holds valid,fails invalid,start initial,end final,moves transitions,next to,ask input,ask edit,run handler,wire http,may allow,rows where,timeLeft timeRemaining,words titles,1 2'.split(
    ',',
  ),
)
const inserted = /^(?:(?:due|opens): \{[^\n]*\}\n|handler: \w+(?:,|\n)) */

/** The text with the values that the migration replaces: comparisons with an empty text, and the schema of a mixin that becomes a refinement. */
const rewritten = ({ file, origin, text }: Source): string => {
  const compared = text.replace(/(?<=[=!]= )''/g, 'null')
  const isUserMixin = origin === 'app' && file === 'mixins/bladeUserPlace.yaml'
  return isUserMixin ? compared.replace(/\$schema=\S*/, '$schema=../../schemas/resource.schema.json') : compared
}

/** The difference between both texts that is neither a rename nor an insertion of the migration; empty if there is none. */
function strangeDifference(before: string, after: string): string {
  const words = (text: string) => text.match(/[A-Za-z0-9]+|[^A-Za-z0-9]/g) ?? []
  const [old, fresh] = [words(before), words(after)]
  let [one, other] = [0, 0]
  while (one < old.length || other < fresh.length) {
    const insertion = inserted.exec(fresh.slice(other, other + 60).join(''))?.[0]
    if (old[one] === fresh[other] || renames.has(`${old[one]} ${fresh[other]}`)) {
      one++
      other++
    } else if (insertion) other += words(insertion).length
    else return `${old.slice(one, one + 8).join('')} became ${fresh.slice(other, other + 8).join('')}`
  }
  return ''
}

describe('a descriptor of version 1', () => {
  it('is migrated in every folder', () => {
    const changed = (folder: string) =>
      pairs.filter(({ name, before, after }) => name.startsWith(`${folder}/`) && after.source !== before)
    expect(folders.map(folder => changed(folder).length)).toEqual([9, 20, 6])
  })

  it.each(pairs)('$name keeps every comment and all other text', ({ before, after }) => {
    expect(after.problems).toEqual([])
    const former = rewritten(before)
    expect(strangeDifference(former, after.source.text)).toBe('')
    const comments = (text: string) =>
      (text.match(/(?:^|\s)#[^\n]*/g) ?? []).join('').replace('words.schema', 'titles.schema')
    expect(comments(after.source.text)).toBe(comments(former))
  })

  it.each(['product', 'inspections'])(
    'of %s compiles after the migration, on the present descriptors of the engine',
    async folder => {
      // A key that is not in the language yet is left out.
      const present = (text: string) =>
        text.replace(/^ *(due|opens): .*\n/gm, (line, key: string) => (Object.hasOwn(lifecycleKeys, key) ? line : ''))
      const migrated = migrateAll(sourcesOf(folder)).flatMap(({ source }) =>
        source.origin === 'app' ? [{ ...source, text: present(source.text) }] : [],
      )
      const { problems, model } = compile([...(await readBase()), ...migrated])
      // A folder of version 1 declares no roles.
      expect(problems.filter(({ code }) => code !== 'role.unknown')).toEqual([])
      expect(model?.language).toBe(2)
    },
  )

  it.each(folders)('of %s is unchanged by a second migration', folder => {
    const once = migrateAll(sourcesOf(folder)).map(({ source }) => source)
    expect(migrateAll(once).every(({ source }, index) => source === once[index])).toBe(true)
  })
})
