import type { UndeclaredRename } from '../../compiler/declare-rename.ts'
import type { Dictionary, Model } from '../../model/model.ts'
import type { OverlaysByTenant } from '../store/overlay-table.ts'
import type { ServedProblem } from './served-problem.ts'

/** A warning about a removed dictionary, with the renames that it may be. */
export interface RemovedDictionary extends ServedProblem {
  readonly renames: readonly UndeclaredRename[]
}

/**
 * Warnings about dictionaries that disappear while similar ones appear, where users have edited them: no row is lost,
 * but the edits apply no more. `known` are the former warnings, which remain until the rename is declared or the
 * dictionary is there again.
 */
export function removedDictionaries(
  before: Model | undefined,
  { dictionaries }: Model,
  overlays: OverlaysByTenant,
  known: readonly RemovedDictionary[],
): readonly RemovedDictionary[] {
  const all = Object.values(dictionaries)
  const isGone = (code: string) =>
    !dictionaries[code] && !all.some(({ renamedFrom = [] }) => renamedFrom.includes(code))
  const removed = Object.values(before?.dictionaries ?? {}).filter(({ code }) => isGone(code))
  const added = all.filter(({ code }) => !before?.dictionaries[code])
  return [
    ...known.filter(({ renames }) => renames.every(({ from }) => isGone(from))),
    ...removed.flatMap(former => {
      const edits = editsOf(former.code, overlays)
      const similar = edits === 0 ? [] : added.filter(one => isSimilar(former, one))
      return similar.length > 0 ? [warning(former, similar, edits)] : []
    }),
  ]
}

function editsOf(code: string, overlays: OverlaysByTenant): number {
  const all = [...overlays.values()].flatMap(one => one.overlays)
  return all.filter(({ kind, path }) => kind === 'dictionary' && path.split('/')[0] === code).length
}

/** At least half of the entries have the same keys. */
const isSimilar = (one: Dictionary, other: Dictionary): boolean => {
  const keys = new Set(other.entries.map(({ key }) => key))
  const shared = one.entries.filter(({ key }) => keys.has(key)).length
  return shared > 0 && shared * 2 >= one.entries.length
}

const warning = ({ code, title }: Dictionary, similar: readonly Dictionary[], edits: number): RemovedDictionary => ({
  code: 'dictionary.removed-with-edits',
  severity: 'warning',
  message: {
    zh: `字典“${title.zh}”（${code}）已删除，用户对它的 ${edits} 处修改不再生效。`,
    en: `The dictionary "${title.en}" (${code}) was removed: ${edits} ${edits === 1 ? 'edit' : 'edits'} by users no longer ${edits === 1 ? 'applies' : 'apply'}.`,
  },
  hint: {
    zh: `如果只是改名，请在新文件中写 renamedFrom: ${code}，修改会随之保留。`,
    en: `If it was only renamed, write renamedFrom: ${code} in the new file: the edits are kept.`,
  },
  renames: similar.map(one => ({ dictionary: one.code, from: code })),
})
