import { isDeepStrictEqual } from 'node:util'
import type { Compiled } from '../../compiler/compile.ts'
import type { ServedProblem } from './served-problem.ts'

const hasMenus = ({ drafts }: Pick<Compiled, 'drafts'>): boolean =>
  drafts.some(({ subject, source }) => subject === 'menus' && source.origin === 'app')

/**
 * A warning where the app's menus.yaml was removed, with the groups that changed: those of resources remain in the menu,
 * under the names of their folders. `known` is the former warning, which remains until the file is there again.
 */
export function removedMenus(
  before: Compiled | undefined,
  next: Compiled,
  known: ServedProblem | undefined,
): ServedProblem | undefined {
  if (hasMenus(next)) return undefined
  if (!before || !hasMenus(before)) return known
  const groups = (before.model?.menus ?? []).filter(
    group => !next.model?.menus.some(one => isDeepStrictEqual(one, group)),
  )
  if (groups.length === 0) return undefined
  const [zh, en] = [
    groups.map(({ title }) => `“${title.zh}”`).join('、'),
    groups.map(({ title }) => `"${title.en}"`).join(', '),
  ]
  return {
    code: 'menus.removed',
    severity: 'warning',
    at: { file: 'menus.yaml', line: 1, column: 1 },
    message: {
      zh: `menus.yaml 已删除：菜单组${zh}的标题、图标、顺序和可见角色不再生效。`,
      en: `menus.yaml was removed: the titles, icons, order and roles of the menu groups ${en} no longer apply.`,
    },
    hint: {
      zh: '如果不是有意删除，请恢复该文件，或在“配置变更”页面恢复上一版本。',
      en: 'If this was not intended, restore the file, or the previous revision on the page "Descriptors".',
    },
  }
}
