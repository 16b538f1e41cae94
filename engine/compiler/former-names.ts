import type { CheckContext } from './check-context.ts'
import type { Key } from './language/key.ts'
import { shared } from './language/key.ts'
import { at, itemsOf, type Node, textOf } from './tree.ts'
import type { DraftEntry } from './workspace.ts'

/** The key of parts that rows store by their names: one former name, or several with the newest first. */
export const formerNamesKey: Key = {
  schema: { anyOf: [{ type: 'string', minLength: 1 }, shared('names')] },
  help: {
    zh: '改名前的名称，管理员改过的值和历史随之改名；改过几次名的写列表，最近的在前',
    en: 'The former name; what administrators edited and the history are renamed. After several renames, a list with the newest first.',
  },
  example: '[latestFormer, formerName]',
}

const nodesOf = (was: Node | undefined): readonly Node[] => (was?.kind === 'list' ? itemsOf(was) : was ? [was] : [])

/** The former names of a part, the newest first. */
export function formerNames(part: Node): { readonly renamedFrom?: readonly string[] } {
  const names = nodesOf(at(part, 'renamedFrom')).flatMap(node => textOf(node) ?? [])
  return names.length === 0 ? {} : { renamedFrom: names }
}

/** Checks that no former name is that of a present part, or of two renamed ones. */
export function checkFormerNames(parts: readonly DraftEntry[], { report }: CheckContext): void {
  const renamed = new Map<string, string>()
  for (const { draft, key, value } of parts)
    for (const node of nodesOf(at(value, 'renamedFrom'))) {
      const name = textOf(node) ?? ''
      const other = renamed.get(name)
      if (parts.some(part => part.key === name)) report(draft, node.start, 'renamed-from.present', { name })
      else if (other !== undefined) report(draft, node.start, 'renamed-from.twice', { name, other })
      renamed.set(name, key)
    }
}
