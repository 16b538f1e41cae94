import { type Bilingual, type DataScope, dataScopes } from '../model/model.ts'
import type { Draft } from './draft.ts'
import { numberOf } from './recalled.ts'
import { isImageFile, isProcessFile, type Source } from './source.ts'
import { at, type Entry, entriesOf, type Node, textOf, textsAt } from './tree.ts'

/** All drafts of a folder; the app's replace the engine's of the same name. */
export interface Workspace {
  readonly drafts: readonly Draft[]
  readonly resources: ReadonlyMap<string, Draft>
  readonly dictionaries: ReadonlyMap<string, Draft>
  readonly mixins: ReadonlyMap<string, Draft>
  /** Identifies the files of all kinds but resources, and the names of these: what a resource may be built from. */
  readonly others: string
  /** The title of a resource or a dictionary. */
  readonly titleOf: (name: string) => Bilingual | undefined
  /** Recurring titles by field name. */
  readonly words: ReadonlyMap<string, Bilingual>
  /** The app's `app.yaml`, if it has one. */
  readonly appDraft: Draft | undefined
  /** The images next to `app.yaml`, by name. */
  readonly pictures: ReadonlyMap<string, Source>
  /** The processes of the app by the names of their files. */
  readonly processes: ReadonlyMap<string, Source>
  /** The keys of declared menu groups, and of folders without one. */
  readonly menuGroups: ReadonlySet<string>
  /** The name of the resource that owns rows of others. */
  readonly owner: string | undefined
  /** The field of users that refers to their owners, where `app.yaml` names one. */
  readonly ownersField: string | undefined
}

/** Sorts drafts by subject. */
export function workspaceOf(drafts: readonly Draft[], others: readonly Source[] = []): Workspace {
  const appDraft = single(drafts, 'app').at(-1)
  const [resources, dictionaries] = [named(drafts, 'resource'), named(drafts, 'dictionary')]
  const numbers = drafts.flatMap(draft => (draft.subject === 'resource' ? [] : [numberOf(draft)]))
  const owner = at(appDraft?.root, 'owner')
  const groups = single(drafts, 'menus').flatMap(({ root }) => entriesOf(root).map(({ key }) => key))
  return {
    drafts,
    resources,
    dictionaries,
    others: JSON.stringify([numbers, [...resources.keys()]]),
    titleOf: name => bilingual(at((resources.get(name) ?? dictionaries.get(name))?.root, 'title')),
    mixins: named(drafts, 'mixin'),
    words: wordsOf(drafts),
    appDraft,
    pictures: new Map(others.flatMap(one => (isImageFile(one.file) ? [[one.file, one]] : []))),
    processes: new Map(
      others.flatMap(one => (isProcessFile(one.file) && !one.fault ? [[one.file.slice(10, -5), one]] : [])),
    ),
    menuGroups: new Set([...groups, ...[...resources.values()].map(({ module }) => module)]),
    owner: textOf(owner) ?? textOf(at(owner, 'of')),
    ownersField: textOf(at(owner, 'by')),
  }
}

/** The drafts of one subject, the engine's first. */
export function single(drafts: readonly Draft[], subject: string): Draft[] {
  const those = drafts.filter(draft => draft.subject === subject)
  return [
    ...those.filter(draft => draft.source.origin === 'base'),
    ...those.filter(draft => draft.source.origin === 'app'),
  ]
}

/** An entry of a file, and the file. */
export type DraftEntry = Entry & { readonly draft: Draft }

/** The entries of all files of one subject by key; the app's replace the engine's. */
export function merged({ drafts }: Pick<Workspace, 'drafts'>, subject: string): DraftEntry[] {
  const all = single(drafts, subject).flatMap(draft => entriesOf(draft.root).map(entry => ({ ...entry, draft })))
  return [...new Map(all.map(entry => [entry.key, entry])).values()]
}

/** A text in both languages; a missing one is empty. */
export const bilingual = (node: Node | undefined): Bilingual | undefined =>
  node?.kind === 'map' ? { zh: textOf(at(node, 'zh')) ?? '', en: textOf(at(node, 'en')) ?? '' } : undefined

/** The values of those keys that a map has: texts, lists of texts, and texts in both languages. */
export const valuesAt =
  <Of>() =>
  <Key extends keyof Of & string>(node: Node, ...keys: readonly Key[]) =>
    Object.fromEntries(
      keys.flatMap(key => {
        const value = at(node, key)
        const found: unknown = bilingual(value) ?? (value?.kind === 'list' ? textsAt(node, key) : textOf(value))
        return found === undefined ? [] : [[key, found]]
      }),
    ) as { readonly [Name in Key]?: Of[Name] }

/** A written data scope. */
export function dataScopeAt(node: Node | undefined): DataScope | undefined {
  const text = textOf(at(node, 'dataScope'))
  return dataScopes.find(scope => scope === text)
}

/** The drafts of one subject by name, sorted, so that the order of files does not change the result. */
export const named = (drafts: readonly Draft[], subject: string) =>
  new Map(
    single(drafts, subject)
      .map(draft => [draft.name, draft] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )

/** What is built of each draft, by name. Without a prototype: the names are chosen by authors and may be `constructor`. */
export function byName<T>(drafts: ReadonlyMap<string, Draft>, made: (draft: Draft) => T): Record<string, T> {
  const all: Record<string, T> = Object.create(null)
  for (const [name, draft] of drafts) all[name] = made(draft)
  return all
}

function wordsOf(drafts: readonly Draft[]): Map<string, Bilingual> {
  const words = new Map<string, Bilingual>()
  for (const { root } of single(drafts, 'titles'))
    for (const { key, value } of entriesOf(root)) words.set(key, bilingual(value) ?? { zh: '', en: '' })
  return words
}
