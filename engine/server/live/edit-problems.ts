import { type EqualTitle, equalTitles } from '../../fields/dictionary/equal-titles.ts'
import type { Bilingual, Dictionary, Model } from '../../model/model.ts'
import { type Overlay, overlaid } from '../../record/overlays.ts'
import { platformTenant } from '../auth/actor.ts'
import type { OverlaysByTenant } from '../store/overlay-table.ts'
import type { ServedProblem } from './served-problem.ts'

interface EqualTitleProblem extends ServedProblem {
  readonly hint: Bilingual
}

/**
 * Entries of a dictionary that have one title in a tenant by its edits or those of the platform, such as an added entry
 * whose title the descriptors use since. Both are offered. Those of the platform are not repeated for each tenant.
 */
export function equalTitleProblems(described: Model, overlays: OverlaysByTenant): readonly EqualTitleProblem[] {
  const platform = ofDictionaries(overlays.get(platformTenant)?.overlays)
  const seen = new Set(twinsOf(described).map(keyOf))
  const tenantIds = [platformTenant, ...[...overlays.keys()].filter(one => one !== platformTenant)]
  return tenantIds.flatMap(tenantId => {
    const own = tenantId === platformTenant ? [] : ofDictionaries(overlays.get(tenantId)?.overlays)
    if (platform.length + own.length === 0) return []
    const fresh = twinsOf(overlaid(described, platform, own)).filter(one => !seen.has(keyOf(one)))
    if (tenantId === platformTenant) for (const one of fresh) seen.add(keyOf(one))
    return fresh.map(one => problemOf(tenantId, one))
  })
}

const ofDictionaries = (overlays: readonly Overlay[] = []): readonly Overlay[] =>
  overlays.filter(({ kind }) => kind === 'dictionary')

interface Twins extends EqualTitle {
  readonly dictionary: Dictionary
}

const twinsOf = ({ dictionaries }: Model): readonly Twins[] =>
  Object.values(dictionaries).flatMap(dictionary =>
    equalTitles(dictionary.entries).map(one => ({ ...one, dictionary })),
  )

const keyOf = ({ dictionary: { code }, first, second, language }: Twins): string =>
  [code, language, first.title[language], ...[first.key, second.key].sort()].join(' ')

function problemOf(
  tenantId: string,
  { dictionary: { code, title }, first, second, language }: Twins,
): EqualTitleProblem {
  const [one, other, same] = [first.key, second.key, second.title[language]]
  return {
    code: 'dictionary.title-twice',
    severity: 'warning',
    message: {
      zh: `租户 ${tenantId} 的字典“${title.zh}”（${code}）中，条目 ${one} 和 ${other} 的名称都是“${same}”。`,
      en: `In tenant ${tenantId}, the entries ${one} and ${other} of the dictionary "${title.en}" (${code}) have the title "${same}".`,
    },
    hint: { zh: '请给其中一个改名，或停用它。', en: 'Change the title of one of them, or disable it.' },
  }
}
