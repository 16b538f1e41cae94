import type { Bilingual, Model } from '../../model/model.ts'
import type { OverlayKind } from '../../record/overlays.ts'
import { partRenames } from '../storage/renamed-parts.ts'
import type { OverlaysByTenant } from '../store/overlay-table.ts'
import type { ServedProblem } from './served-problem.ts'

/** A parameter, a menu group, a page or a message, which users can edit. */
interface Part {
  readonly kind: OverlayKind
  readonly path: string
  readonly title: Bilingual
  readonly word: Bilingual
  /** It can declare what it was. */
  readonly isRenamed: boolean
}

/** A removed part with its warning. */
export interface RemovedPart {
  readonly part: Part
  readonly problem: ServedProblem
}

/**
 * Warnings about parts that disappear while others of their kind appear, where users have edited them: the edits apply no
 * more. `known` are the former warnings, which remain until the rename is declared or the part is there again.
 */
export function removedParts(
  before: Model | undefined,
  model: Model,
  overlays: OverlaysByTenant,
  known: readonly RemovedPart[],
): readonly RemovedPart[] {
  const present = partsOf(model)
  const found = new Set([...present, ...partRenames(model).map(({ kind, from }) => ({ kind, path: from }))].map(nameOf))
  const isGone = (part: Part) => !found.has(nameOf(part))
  const former = before ? partsOf(before) : []
  const added = present.filter(one => !former.some(part => nameOf(part) === nameOf(one)))
  return [
    ...known.filter(({ part }) => isGone(part)),
    ...former.flatMap(part => {
      const edits = isGone(part) && added.some(({ word }) => word === part.word) ? editsOf(part, overlays) : 0
      return edits === 0 ? [] : [{ part, problem: warning(part, edits) }]
    }),
  ]
}

const nameOf = ({ kind, path }: Pick<Part, 'kind' | 'path'>): string => `${kind} ${path}`

const words = {
  parameter: { zh: '参数', en: 'parameter' },
  group: { zh: '菜单组', en: 'menu group' },
  page: { zh: '页面', en: 'page' },
  message: { zh: '消息', en: 'message' },
}

const partsOf = ({ parameters, menus, pages, messages }: Model): Part[] => [
  ...parameters.map(({ key, title }) => partOf('parameter', key, title, words.parameter)),
  ...menus.map(({ key, title }) => partOf('menu', `group/${key}`, title, words.group)),
  ...pages.map(({ key, title }) => partOf('menu', `page/${key}`, title, words.page)),
  ...Object.values(messages).map(({ code, title }) => partOf('message', code, title, words.message)),
]

const partOf = (kind: OverlayKind, path: string, title: Bilingual, word: Bilingual): Part => ({
  kind,
  path,
  title,
  word,
  isRenamed: word !== words.message,
})

const editsOf = (part: Part, overlays: OverlaysByTenant): number =>
  [...overlays.values()].flatMap(one => one.overlays).filter(one => nameOf(one) === nameOf(part)).length

function warning({ title, word, path, isRenamed }: Part, edits: number): ServedProblem {
  const name = path.replace(/^\w+\//, '')
  const [has, applies] = edits === 1 ? ['edit', 'applies'] : ['edits', 'apply']
  return {
    code: 'part.removed-with-edits',
    severity: 'warning',
    message: {
      zh: `${word.zh}“${title.zh}”（${name}）已删除，用户对它的 ${edits} 处修改不再生效。`,
      en: `The ${word.en} "${title.en}" (${name}) was removed: ${edits} ${has} by users no longer ${applies}.`,
    },
    hint: isRenamed
      ? {
          zh: `如果只是改名，请在新名称下写 renamedFrom: ${name}，修改会随之保留。`,
          en: `If it was only renamed, write renamedFrom: ${name} below the new name: the edits are kept.`,
        }
      : {
          zh: `如果只是改名，请恢复原来的文件名 ${name}.yaml，修改会重新生效。`,
          en: `If it was only renamed, restore the name of the file, ${name}.yaml: the edits apply again.`,
        },
  }
}
