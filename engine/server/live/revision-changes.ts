import type { Bilingual } from '../../model/model.ts'

/** What revisions changed, in words, by the revision before and the revision. */
export type RevisionChanges = Map<string, readonly Bilingual[]>

/** As many as there are kept revisions. */
const maxKept = 50

/** What a revision changed, computed once: the pages of all authors request it when it is applied. */
export function changesOfRevision(
  known: RevisionChanges,
  [before, after]: readonly [before: string, after: string],
  find: () => readonly Bilingual[],
): readonly Bilingual[] {
  const key = `${before} ${after}`
  const changes = known.get(key) ?? find()
  known.delete(key)
  known.set(key, changes)
  for (const oldest of known.keys()) {
    if (known.size <= maxKept) break
    known.delete(oldest)
  }
  return changes
}
