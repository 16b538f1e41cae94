import { isMap, isNode, isScalar, parseDocument } from 'yaml'
import { readYaml } from '../read-yaml.ts'
import type { Source } from '../source.ts'
import { at, type Entry, entriesOf, entryOf, type MapNode, type Node, plain, textOf } from '../tree.ts'
import { applyEdits, type Edit, entryAfter, firstEntry, renamedKey, scalarText } from './edit.ts'
import { emptyTexts } from './empty-texts.ts'
import { actionsWithoutHandler, formerWordsOf, hasVersion2Words, timeColumn } from './former-words.ts'
import { type InferredDates, inferredDates, type ReferredFiles } from './inferred-dates.ts'
import { type MigrationProblem, migrationProblem, yamlProblem } from './migration-problem.ts'

/** The version of the language to which files are migrated. */
export const languageVersion = 2

/** One file of an app after the migration from version 1 to version 2 of the descriptor language. */
export interface MigratedFile {
  /** The file in version 2: the same object if nothing changed. */
  readonly source: Source
  /** What it could not convert. */
  readonly problems: readonly MigrationProblem[]
  /** Whether the file is invalid YAML and therefore unchanged. */
  readonly refused: boolean
}

/** What the migration of one file reads of all files. */
export interface FilesToMigrate extends ReferredFiles {
  /** Origins whose files were written in version 1. */
  readonly version1: ReadonlySet<Source['origin']>
  /** Whether a file of an origin exists: `app:titles.yaml`. */
  readonly names: ReadonlySet<string>
}

/**
 * Migrates files from version 1 to version 2 of the language. Only keys and values that change are replaced: comments,
 * layout and quotes are kept. Files of version 2, and files that are no descriptors, are returned unchanged.
 */
export function migrateAll(sources: readonly Source[]): MigratedFile[] {
  const files = filesToMigrate(sources)
  return sources.map(source => migrateFile(source, files))
}

/** Collects from all files of an app and of the engine what the migration of each needs. */
export function filesToMigrate(sources: readonly Source[]): FilesToMigrate {
  // The app's files replace the engine's of the same name.
  const inOrder = [...sources].sort((a, b) => Number(a.origin === 'app') - Number(b.origin === 'app'))
  const named = (folder: string) =>
    new Map(
      inOrder.flatMap(({ file, text }): [string, Node][] => {
        const name = new RegExp(`^${folder}/([^/]+)\\.yaml$`).exec(file)?.[1]
        return name === undefined ? [] : [[name, readYaml(text).root]]
      }),
    )
  return {
    mixins: named('mixins'),
    dictionaries: named('dictionaries'),
    version1: new Set(sources.filter(isVersion1).map(({ origin }) => origin)),
    names: new Set(sources.map(({ origin, file }) => `${origin}:${file}`)),
  }
}

/** A word of version 1 in its place. */
export interface WordOfVersion1 {
  readonly name: string
  readonly offset: number
}

/** Whether a file declares version 1 or contains its words where they have their meaning. */
const isVersion1 = ({ file, text }: Source): boolean =>
  kindOf(file) === 'step' || (kindOf(file) !== undefined && firstOfVersion1(file, readYaml(text).root) !== undefined)

/** Whether the app names version 1, as an older engine that shares the database may have stored it. */
export const declaresVersion1 = (sources: readonly Source[]): boolean =>
  sources.some(source => kindOf(source.file) === 'app' && isVersion1(source))

/** The first word of version 1 in a file, by its tree; undefined for other files. */
export function firstOfVersion1(file: string, root: Node): WordOfVersion1 | undefined {
  const kind = kindOf(file)
  if (kind === 'words') return { name: file, offset: 0 }
  if (kind === 'app') {
    const language = entryOf(root, 'language')
    return language && plain(language.value) === 1 ? { name: 'language: 1', offset: language.keyStart } : undefined
  }
  if (kind !== 'resource') return undefined
  const { keys, columns, unclear } = formerWordsOf(root)
  const entries = [...keys.map(({ entry }) => entry), ...unclear]
  return [
    ...entries.map(({ key, keyStart }) => ({ name: key, offset: keyStart })),
    ...columns.map(({ start }) => ({ name: timeColumn.from, offset: start })),
  ].sort((a, b) => a.offset - b.offset)[0]
}

/** Migrates one file. */
export function migrateFile(source: Source, files: FilesToMigrate): MigratedFile {
  const kind = kindOf(source.file)
  if (kind === undefined) return { source, problems: [], refused: false }
  if (kind === 'step') return moved(source, source.file.replace(/^steps\//, 'migrations/'), source.text, files)
  const { root, faults } = readYaml(source.text)
  // An alias can be migrated where it is harmless; the compiler refuses it in either version.
  const isHarmless = ({ code }: { readonly code: string }) => code === 'yaml.alias'
  const problems = faults.map(fault => yamlProblem(source, fault))
  if (!faults.every(isHarmless)) return { source, problems: problems.filter(one => !isHarmless(one)), refused: true }
  if (kind === 'words') return moved(source, 'titles.yaml', withTitlesSchema(source.text, root), files)
  const migrated = kind === 'app' ? migrateApp(source, root, files) : migrateResource(source, root, files)
  const placed = isUserMixin(source) ? asRefinement(migrated, files) : migrated
  return { ...placed, problems: [...problems, ...migrated.problems] }
}

/** The mixin by which an app of version 1 replaced fields of the engine's users; version 2 refines the resource. */
const isUserMixin = ({ file, origin }: Source): boolean => origin === 'app' && file === 'mixins/bladeUserPlace.yaml'

function asRefinement({ source }: MigratedFile, files: FilesToMigrate): MigratedFile {
  const text = source.text.replace(/^(\ufeff?# *yaml-language-server: \$schema=)\S*$/m, `$1${resourceSchema}`)
  return moved(source, 'resources/blade/bladeUser.yaml', text, files)
}

const resourceSchema = '../../schemas/resource.schema.json'

type Kind = 'app' | 'words' | 'resource' | 'step'

function kindOf(file: string): Kind | undefined {
  if (file === 'app.yaml') return 'app'
  if (file === 'words.yaml') return 'words'
  if (/^(resources|mixins)\/.+\.yaml$/.test(file)) return 'resource'
  return /^steps\/[^/]+\.sql$/.test(file) ? 'step' : undefined
}

function moved(source: Source, to: string, text: string, { names }: FilesToMigrate): MigratedFile {
  if (!names.has(`${source.origin}:${to}`))
    return { source: { ...source, file: to, text }, problems: [], refused: false }
  const problem = migrationProblem('migration.file-twice', source, 0, { name: source.file, to })
  return { source, problems: [problem], refused: true }
}

/** Replaces the name of the schema in the comment for editors, above the first title. */
function withTitlesSchema(text: string, root: Node): string {
  const head = text.slice(0, root.start)
  return (
    head.replace(/^(\ufeff?# *yaml-language-server:.*\/)words\.schema\.json/m, '$1titles.schema.json') +
    text.slice(root.start)
  )
}

function migrateApp(source: Source, root: Node, { version1 }: FilesToMigrate): MigratedFile {
  const { text } = source
  const language = at(root, 'language')
  const edits: Edit[] = []
  if (language?.kind === 'scalar' && language.value === 1)
    edits.push({ start: language.start, end: language.end, text: '2' })
  else if (!language && root.kind === 'map' && version1.has(source.origin))
    edits.push(firstEntry(text, root, 'language: 2'))
  return edited(source, edits, [])
}

function migrateResource(source: Source, root: Node, files: FilesToMigrate): MigratedFile {
  const { text, origin } = source
  const { keys, columns, unclear, reading } = formerWordsOf(root)
  const problems = [
    ...unclear.map(({ keyStart }) => migrationProblem('migration.ask', source, keyStart, {})),
    ...reading.map(({ keyStart, value }) =>
      migrationProblem('migration.get', source, keyStart, { name: textOf(value) ?? '' }),
    ),
  ]
  const edits: Edit[] = columns.map(({ start }) => replacedColumn(text, start))
  for (const { map, entry, to } of keys) {
    if (at(map, to))
      problems.push(migrationProblem('migration.key-twice', source, entry.keyStart, { name: entry.key, to }))
    else edits.push(renamedKey(text, entry, to))
  }
  const isFormer = keys.length > 0 || (files.version1.has(origin) && !hasVersion2Words(root))
  if (isFormer) edits.push(...emptyTexts(text, root))
  if (isFormer)
    for (const { name, map } of actionsWithoutHandler(root))
      edits.push(firstEntry(text, map, `handler: ${scalarText(name)}`))
  const lifecycle = at(root, 'lifecycle')
  if (lifecycle?.kind === 'map' && keys.some(({ map }) => map === lifecycle)) {
    const inferred = inferredDates(root, files)
    problems.push(...problemsOf(source, inferred))
    edits.push(...declaredDates(text, lifecycle, inferred))
  }
  return edited(source, edits, problems)
}

function edited(source: Source, edits: readonly Edit[], problems: readonly MigrationProblem[]): MigratedFile {
  const text = edits.length > 0 ? applyEdits(source.text, edits) : source.text
  return { source: edits.length > 0 ? { ...source, text } : source, problems, refused: false }
}

function replacedColumn(text: string, start: number): Edit {
  const from = text.indexOf(timeColumn.from, start)
  return { start: from, end: from + timeColumn.from.length, text: timeColumn.to }
}

const problemsOf = (source: Source, { left }: InferredDates): MigrationProblem[] =>
  left.map(({ field, states, isDeadline, condition }) => {
    const words = { name: field, states: states.join(', ') }
    return migrationProblem(isDeadline ? 'migration.due' : 'migration.opens', source, condition.start, words)
  })

/** Declares the inferred dates after the final states, or after the last of the other short keys. */
function declaredDates(text: string, lifecycle: MapNode, { due, opens }: InferredDates): Edit[] {
  const entries = [
    ...(due.size > 0 && !at(lifecycle, 'due') ? [`due: { ${pairs(due)} }`] : []),
    ...(opens && !at(lifecycle, 'opens')
      ? [`opens: { at: ${opens.at}, in: [${opens.in.map(scalarText).join(', ')}] }`]
      : []),
  ]
  const before = ['final', 'end'].map(key => entryOf(lifecycle, key)).find(Boolean) ?? lastShort(lifecycle)
  if (!before || entries.length === 0) return []
  const end = valueEndOf(text, before)
  return entries.map(entry => entryAfter(text, lifecycle, before, end, entry))
}

const pairs = (due: ReadonlyMap<string, string>) =>
  [...due].map(([state, field]) => `${scalarText(state)}: ${field}`).join(', ')

const lastShort = (lifecycle: MapNode): Entry | undefined =>
  entriesOf(lifecycle).findLast(({ value }) => value.kind === 'scalar')

/** The offset after a value of the lifecycle; the tree has only that of its start. */
function valueEndOf(text: string, { key }: Entry): number {
  const { contents } = parseDocument(text, { prettyErrors: false, uniqueKeys: false, merge: false })
  const lifecycle = isMap(contents) ? contents.get('lifecycle') : undefined
  const pair = isMap(lifecycle) ? lifecycle.items.find(item => isScalar(item.key) && item.key.value === key) : undefined
  const end = isNode(pair?.value) ? pair.value.range?.[1] : undefined
  if (end === undefined) throw new Error(`The value of "${key}" in the lifecycle has no end.`)
  return end
}
