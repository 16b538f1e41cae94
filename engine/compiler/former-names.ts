import type { Bilingual } from '../model/model.ts'
import type { CheckContext } from './check-context.ts'
import type { Key } from './language/key.ts'
import { listOf, newKey, shared } from './language/key.ts'
import { at, itemsOf, type Node, textOf } from './tree.ts'
import type { DraftEntry } from './workspace.ts'

/** The key of parts that rows store by their names: one former name, or several with the newest first. */
export const formerNamesKey = newKey(
  { anyOf: [{ type: 'string', minLength: 1 }, shared('names')] },
  '改名前的名称，管理员改过的值和历史随之改名；改过几次名的写列表，最近的在前',
  'The former name. Edits by administrators and the history are migrated. After several renames, a list with the newest first.',
  '[latestFormer, formerName]',
)

/** The key of a part of a resource, whose names are identifiers. */
export const formerIdentifiersKey = (help: Bilingual, example: string): Key => ({
  schema: { anyOf: [shared('name'), listOf(shared('name'), { minItems: 1, uniqueItems: true })] },
  help: {
    zh: `${help.zh}；改过几次名的写列表，最近的在前`,
    en: `${help.en} After several renames, a list with the newest first.`,
  },
  example,
})

const nodesOf = (was: Node | undefined): readonly Node[] => (was?.kind === 'list' ? itemsOf(was) : was ? [was] : [])

/** The former names of a part, the newest first. */
export function formerNames(part: Node): { readonly renamedFrom?: readonly string[] } {
  const names = nodesOf(at(part, 'renamedFrom')).flatMap(node => textOf(node) ?? [])
  return names.length === 0 ? {} : { renamedFrom: names }
}

/** Names that other parts of the descriptors have. */
interface NamesOfOthers {
  /** A part that is itself renamed: of a chain or a swap, its name may be the newest former name of another one. */
  readonly isRenamed?: (name: string) => boolean
  /** A name that a part of another kind has. */
  readonly isTaken?: (name: string) => boolean
}

/** Checks that no former name is that of a present part, or of two renamed ones. */
export function checkFormerNames(
  parts: readonly Omit<DraftEntry, 'keyStart'>[],
  { report }: Pick<CheckContext, 'report'>,
  { isRenamed = () => false, isTaken = () => false }: NamesOfOthers = {},
): void {
  if (!parts.some(({ value }) => at(value, 'renamedFrom'))) return
  const renamed = new Map<string, string>()
  const isPresent = (name: string) => isTaken(name) || parts.some(({ key }) => key === name)
  for (const { draft, key, value } of parts)
    for (const [index, node] of nodesOf(at(value, 'renamedFrom')).entries()) {
      const name = textOf(node) ?? ''
      const other = renamed.get(name)
      const isOfNext = index === 0 && name !== key && isRenamed(name)
      if (isPresent(name) && !isOfNext) report(draft, node.start, 'renamed-from.present', { name })
      else if (other !== undefined) report(draft, node.start, 'renamed-from.twice', { name, other })
      renamed.set(name, key)
    }
}
