import type { Report } from '../check-context.ts'
import type { Draft } from '../draft.ts'
import type { Kinds } from '../kind.ts'
import { at, type Node, plain } from '../tree.ts'
import type { Workspace } from '../workspace.ts'

/** Checks the files as such: their folders, and names that two of them claim. */
export function checkFiles({ drafts, resources }: Workspace, kinds: Kinds, report: Report): void {
  const known = Object.values(kinds)
    .map(kind => kind.location)
    .filter(location => location.includes('/'))
    .join(', ')
  for (const draft of drafts) {
    const { file, fault } = draft.source
    for (const { offset, code, words } of draft.faults) report(draft, offset, code, { file, ...words })
    if (fault) continue
    const wrong = [draft.name, draft.module].find(
      name => name !== '' && !(kinds[draft.subject]?.fileName ?? plainName).test(name),
    )
    if (wrong !== undefined) report(draft, 0, 'file.name', { name: wrong })
    if (draft.subject === 'misplaced') report(draft, 0, 'file.misplaced', { file, known })
  }
  const all = [...resources.values()]
  const files = drafts.filter(draft => draft.subject === 'resource')
  twice([...files].sort(smallLettersFirst), report, 'resource.name-twice', draft => ({
    key: draft.name.toLowerCase(),
    shown: draft.name,
  }))
  if (new Set(files.map(({ name }) => name.toLowerCase())).size < files.length) return
  twice(all, report, 'resource.code-twice', draft => claimOf(draft, 'code', draft.name))
  twice(all, report, 'resource.path-twice', draft => claimOf(draft, 'path', `/${draft.module}/${draft.name}`))
  const inBlade = all.filter(({ root }) => at(at(root, 'dialect'), 'blade'))
  twice(inBlade, report, 'dialect.path-twice', ({ root }) => claimAt(at(at(root, 'dialect'), 'blade'), ''))
}

const plainName = /^[a-z][a-zA-Z0-9]*$/

/** Of two files whose names differ in case, the one with capitals is mostly the mistake. */
function smallLettersFirst({ name: one }: Draft, { name: other }: Draft): number {
  return one.toLowerCase() === other.toLowerCase() ? (one > other ? -1 : 1) : 0
}

interface Claim {
  readonly key: string
  readonly shown: string
  readonly node?: Node
}

type Code = 'resource.name-twice' | 'resource.code-twice' | 'resource.path-twice' | 'dialect.path-twice'

/** Reports the later of two drafts with the same claim, or the explicit one where the other is a default. */
function twice(drafts: readonly Draft[], report: Report, code: Code, claimIn: (draft: Draft) => Claim): void {
  const first = new Map<string, readonly [Draft, Claim]>()
  for (const draft of drafts) {
    const claim = claimIn(draft)
    const before = first.get(claim.key)
    if (!before) first.set(claim.key, [draft, claim])
    else {
      const [[guilty, { node, shown }], other] = isLater(draft, claim, before)
        ? [[draft, claim] as const, before[0]]
        : [before, draft]
      report(guilty, node?.start ?? 0, code, { name: shown, other: other.source.file })
    }
  }
}

/** The app's claim gives way to the engine's, and a default to what is written. */
function isLater(draft: Draft, { node }: Claim, [other, before]: readonly [Draft, Claim]): boolean {
  const isOfApp = draft.source.origin === 'app'
  if (isOfApp !== (other.source.origin === 'app')) return isOfApp
  return node !== undefined || !before.node
}

const claimOf = (draft: Draft, key: string, otherwise: string): Claim => claimAt(at(draft.root, key), otherwise)

function claimAt(node: Node | undefined, otherwise: string): Claim {
  const shown = node ? String(plain(node)) : otherwise
  return { key: shown.toLowerCase(), shown, ...(node && { node }) }
}
