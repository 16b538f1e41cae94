import type { Bilingual, Dictionary, Model } from '../../model/model.ts'
import type { OverlayKind } from '../../record/overlays.ts'
import { partRenames } from '../storage/renamed-parts.ts'
import type { OverlaysByTenant } from '../store/overlay-table.ts'
import type { ServedProblem } from './served-problem.ts'

/** A dictionary, a parameter, a menu group, a page or a message, which users can edit. */
interface Part {
  readonly kind: OverlayKind
  readonly path: string
  readonly title: Bilingual
  readonly word: Word
  /** Of a dictionary: by its keys, a similar one is recognised. */
  readonly dictionary?: Dictionary
}

/** What a part is called, and the cure with its name. */
interface Word extends Bilingual {
  readonly cure: (name: string) => Bilingual
}

/** A removed part with its warning. */
export interface RemovedPart {
  readonly part: Part
  readonly problem: ServedProblem
}

/**
 * Warnings about parts that disappear while similar ones appear, where users have edited them: no row is lost, but the
 * edits apply no more. `known` are the former warnings, which remain until the rename is declared or the part is there
 * again.
 */
export function removedParts(
  before: Model | undefined,
  model: Model,
  overlays: OverlaysByTenant,
  known: readonly RemovedPart[],
): readonly RemovedPart[] {
  const present = partsOf(model)
  const found = new Set([...present, ...partRenames(model).map(({ kind, from }) => ({ kind, path: from }))].map(nameOf))
  const former = before ? partsOf(before) : []
  const names = new Set(former.map(nameOf))
  const isGone = (part: Part) => !found.has(nameOf(part))
  const added = present.filter(part => !names.has(nameOf(part)))
  return [
    ...known.filter(({ part }) => isGone(part)),
    ...former.filter(isGone).flatMap(part => {
      const edits = added.some(one => isSimilar(part, one)) ? editsOf(part, overlays) : 0
      return edits === 0 ? [] : [{ part, problem: warning(part, edits) }]
    }),
  ]
}

const nameOf = ({ kind, path }: Pick<Part, 'kind' | 'path'>): string => `${kind} ${path}`

const below = (zh: string, en: string, place: Bilingual): Word => ({
  zh,
  en,
  cure: name => ({
    zh: `如果只是改名，请在${place.zh}写 renamedFrom: ${name}，修改会随之保留。`,
    en: `If it was only renamed, write renamedFrom: ${name} ${place.en}: the edits are kept.`,
  }),
})

const newName = { zh: '新名称下', en: 'below the new name' }
const words = {
  dictionary: below('字典', 'dictionary', { zh: '新文件中', en: 'in the new file' }),
  parameter: below('参数', 'parameter', newName),
  group: below('菜单组', 'menu group', newName),
  page: below('页面', 'page', newName),
  message: {
    zh: '消息',
    en: 'message',
    // It cannot declare what it was.
    cure: (name: string) => ({
      zh: `如果只是改名，请恢复原来的文件名 ${name}.yaml，修改会重新生效。`,
      en: `If it was only renamed, restore the name of the file, ${name}.yaml: the edits apply again.`,
    }),
  },
}

const partsOf = ({ dictionaries, parameters, menus, pages, messages }: Model): Part[] => [
  ...Object.values(dictionaries).map(
    (dictionary): Part => ({
      kind: 'dictionary',
      path: dictionary.code,
      title: dictionary.title,
      word: words.dictionary,
      dictionary,
    }),
  ),
  ...parameters.map(({ key, title }): Part => ({ kind: 'parameter', path: key, title, word: words.parameter })),
  ...menus.map(({ key, title }): Part => ({ kind: 'menu', path: `group/${key}`, title, word: words.group })),
  ...pages.map(({ key, title }): Part => ({ kind: 'menu', path: `page/${key}`, title, word: words.page })),
  ...Object.values(messages).map(
    ({ code, title }): Part => ({ kind: 'message', path: code, title, word: words.message }),
  ),
]

/** Another part of its kind; of a dictionary, one with at least half of its keys. */
function isSimilar({ word, dictionary }: Part, other: Part): boolean {
  if (word !== other.word) return false
  if (!dictionary) return true
  const keys = new Set(other.dictionary?.entries.map(({ key }) => key))
  const shared = dictionary.entries.filter(({ key }) => keys.has(key)).length
  return shared > 0 && shared * 2 >= dictionary.entries.length
}

/** The edits of a part; those of a dictionary include those of its entries. */
const editsOf = (part: Part, overlays: OverlaysByTenant): number =>
  [...overlays.values()]
    .flatMap(one => one.overlays)
    .filter(({ kind, path }) => kind === part.kind && (path === part.path || path.startsWith(`${part.path}/`))).length

function warning({ title, word, path }: Part, edits: number): ServedProblem {
  const name = path.replace(/^\w+\//, '')
  const [has, applies] = edits === 1 ? ['edit', 'applies'] : ['edits', 'apply']
  return {
    code: 'part.removed-with-edits',
    severity: 'warning',
    message: {
      zh: `${word.zh}“${title.zh}”（${name}）已删除，用户对它的 ${edits} 处修改不再生效。`,
      en: `The ${word.en} "${title.en}" (${name}) was removed: ${edits} ${has} by users no longer ${applies}.`,
    },
    hint: word.cure(name),
  }
}
