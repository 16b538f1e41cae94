import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { functions } from '../rules/functions.ts'
import { compile } from './compile.ts'
import type { Kind } from './kind.ts'
import { descriptorFiles, descriptorFolders, kinds } from './kinds.ts'
import { hover, type Keys, objectOf, shared } from './language/key.ts'
import { referencePage } from './language/page.ts'
import { sample } from './language/sample.ts'
import { schemaFiles } from './language/schemas.ts'
import { print } from './problem.ts'
import { readYaml } from './read-yaml.ts'
import type { Source } from './source.ts'
import { at, plain, textOf } from './tree.ts'
import { bilingual, named } from './workspace.ts'

const badgeKeys: Keys = {
  title: {
    schema: shared('bilingual'),
    help: { zh: '标题', en: 'The title.' },
    example: '{ zh: 甲, en: A }',
    required: true,
  },
  of: { schema: { type: 'string' }, help: { zh: '资源', en: 'The resource.' }, example: 'visit' },
}
/** A kind that no other file contains: each of its files adds a page to the Model. */
const badgeKind: Kind = {
  location: 'badges/<code>.yaml',
  schema: objectOf(badgeKeys),
  sections: [['徽章 badges/<code>.yaml', badgeKeys]],
  check({ workspace, model, report }) {
    for (const draft of named(workspace.drafts, 'badge').values()) {
      const of = at(draft.root, 'of')
      const name = textOf(of) ?? ''
      if (of && !model.resources[name]) report(draft, of.start, 'resource.unknown', { name })
    }
  },
  build: ({ drafts }, { pages }) => ({
    pages: [
      ...pages,
      ...[...named(drafts, 'badge').values()].map(({ name, root }) => ({
        key: name,
        path: `/badges/${name}`,
        title: bilingual(at(root, 'title')) ?? { zh: name, en: name },
        code: 'signedIn',
        tab: 'keep' as const,
        frame: 'shell' as const,
      })),
    ],
  }),
}
const withBadges = { ...kinds, badge: badgeKind }
const app = (files: Readonly<Record<string, string>>): Source[] =>
  Object.entries({ ...sample, ...files }).map(([file, text]) => ({ file, text, origin: 'app' }))
const compiled = (files: Readonly<Record<string, string>>) => compile(app(files), undefined, withBadges)

describe('a kind of descriptor file is one entry of the registry', () => {
  it('is read, built, and described by a schema and on the reference page', () => {
    const { problems, model } = compiled({ 'badges/gold.yaml': 'title: { zh: 金, en: Gold }\nof: visit\n' })
    expect(problems.map(one => print(one))).toEqual([])
    expect(model?.pages.map(page => page.path)).toContain('/badges/gold')
    expect(Object.keys(schemaFiles(withBadges))).toContain('schemas/badge.schema.json')
    expect(referencePage(withBadges)).toContain('### 徽章 badges/<code>.yaml')
  })

  it('is checked: its keys, its meaning, its file names and its folder', () => {
    const { problems } = compiled({
      'badges/gold.yaml': 'title: { zh: 金, en: Gold }\ncolor: red\n',
      'badges/old/silver.yaml': 'title: { zh: 银, en: Silver }\n',
      'badges/Tin.yaml': 'title: { zh: 锡, en: Tin }\n',
    })
    expect(problems.map(({ at: { file, line, column }, code }) => `${file}:${line}:${column} ${code}`)).toEqual([
      'badges/Tin.yaml:1:1 file.name',
      'badges/gold.yaml:2:1 key.unknown',
      'badges/old/silver.yaml:1:1 file.misplaced',
    ])
    expect(problems.at(-1)?.hint?.en).toContain('badges/<code>.yaml')
    const { problems: ofMeaning } = compiled({ 'badges/gold.yaml': 'title: { zh: 金, en: Gold }\nof: vist\n' })
    expect(ofMeaning.map(({ code }) => code)).toEqual(['resource.unknown'])
  })

  it('is not read without its entry', () => {
    expect(compile(app({ 'badges/gold.yaml': 'no: yes\n' })).problems).toEqual([])
  })

  it('determines the files that are read and watched, and the committed schemas', () => {
    expect(descriptorFolders).toEqual(['resources', 'dictionaries', 'mixins', 'messages', 'charts', 'boards'])
    expect(descriptorFiles).toEqual([
      'app.yaml',
      'titles.yaml',
      'menus.yaml',
      'pages.yaml',
      'parameters.yaml',
      'roles.yaml',
    ])
    const committed = readdirSync('schemas').filter(file => file.endsWith('.json'))
    expect(committed.map(file => `schemas/${file}`).sort()).toEqual(Object.keys(schemaFiles()).sort())
  })

  it('has a description of every key, which editors show', () => {
    const undescribed = (schema: unknown, path: string): string[] =>
      typeof schema !== 'object' || schema === null
        ? []
        : Object.entries(schema).flatMap(([name, part]) => {
            // A condition selects by keys that are described where they are declared.
            if (name === 'if') return []
            const keys = name === 'properties' ? Object.entries(Object(part)) : []
            const bare = keys.filter(([, one]) => typeof Object(one).description !== 'string')
            return [...bare.map(([key]) => `${path}/${key}`), ...undescribed(part, `${path}/${name}`)]
          })
    const files = Object.entries(schemaFiles())
    expect(files.flatMap(([file, text]) => undescribed(JSON.parse(text), file))).toEqual([])
    expect(undescribed({ properties: { a: {} } }, 'one')).toEqual(['one/a'])
  })

  it('offers each function in an expression, with its help and an example that is a YAML value', () => {
    const { $defs } = JSON.parse(schemaFiles()['schemas/shared.schema.json'] ?? '')
    const { description, defaultSnippets } = $defs.expression
    expect(defaultSnippets.map(({ label }: { label: string }) => label)).toEqual(functions.map(one => `${one.name}()`))
    for (const [index, { name, help, example }] of functions.entries()) {
      const snippet = defaultSnippets[index]
      expect(description).toContain(`${name}()`)
      expect(snippet.description).toContain(hover(help))
      expect(plain(readYaml(`if: ${snippet.body}\n`).root)).toEqual({ if: example })
      // Which would be a placeholder of a snippet.
      expect(example).not.toContain('$')
    }
  })

  it('is listed nowhere else in the compiler and the server', () => {
    const names = [...descriptorFiles, ...descriptorFolders.map(folder => `${folder}/`)].map(name => `'${name}'`)
    const guilty = ['engine/compiler', 'engine/server', 'scripts']
      .flatMap(room => readdirSync(room, { recursive: true, encoding: 'utf8' }).map(file => join(room, file)))
      .filter(file => file.endsWith('.ts') && !file.endsWith('.test.ts') && !/migration|kinds|sample\.ts/.test(file))
      .filter(file => names.filter(name => readFileSync(file, 'utf8').includes(name)).length > 1)
    expect(guilty).toEqual([])
  })
})
