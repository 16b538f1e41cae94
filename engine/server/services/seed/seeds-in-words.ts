import type { Bilingual } from '../../../model/model.ts'
import type { ServedProblem } from '../../live/served-problem.ts'
import type { SeedChange } from './changed-seeds.ts'
import type { SeedRowChange, SeedRowView } from './seed-difference.ts'

const phrases: Readonly<Record<SeedRowChange, (rows: number) => Bilingual>> = {
  added: count => ({ zh: `新增 ${count} 行`, en: `adds ${rowsOf(count)}` }),
  replaced: count => ({ zh: `替换 ${count} 行`, en: `replaces ${rowsOf(count)}` }),
  edited: count => ({ zh: `用户改过的 ${count} 行保持不变`, en: `keeps ${rowsOf(count)} that users edited` }),
  deleted: count => ({ zh: `用户已删除的 ${count} 行不再写入`, en: `omits ${rowsOf(count)} that users deleted` }),
  ambiguous: count => ({
    zh: `${count} 行与多条数据同名，不写入`,
    en: `omits ${rowsOf(count)} whose name several records have`,
  }),
}

const rowsOf = (count: number): string => `${count} ${count === 1 ? 'row' : 'rows'}`

/** What a changed seed does, as a sentence; the Chinese one without its full stop. */
export function seedInWords({ file, loaded, counts, fault }: SeedChange): Bilingual {
  if (fault)
    return { zh: `${file} 无法导入：${fault.zh.replace(/。$/, '')}`, en: `${file} cannot be loaded: ${fault.en}` }
  const all = Object.entries(phrases).flatMap(([change, phrase]) => {
    const count = counts[change as SeedRowChange]
    return count > 0 ? [phrase(count)] : []
  })
  if (all.length === 0) return { zh: `${file} 已导入 ${loaded} 行`, en: `${file} was loaded: ${rowsOf(loaded)}.` }
  return {
    zh: `${file} 有变化：${all.map(({ zh }) => zh).join('，')}`,
    en: `${file} has changed: it ${all.map(({ en }) => en).join(', ')}.`,
  }
}

/** What becomes of a row. */
const rowChanges: Readonly<Record<SeedRowChange, Bilingual>> = {
  added: { zh: '新增', en: 'added' },
  replaced: { zh: '替换', en: 'replaced' },
  edited: { zh: '用户已修改', en: 'edited by users' },
  deleted: { zh: '用户已删除', en: 'deleted by users' },
  ambiguous: { zh: '多条数据同名', en: 'several records have the name' },
}

/** The lines of a plan on a changed seed: both sentences, how it is confirmed, and its first rows. */
export function seedLines(seed: SeedChange): readonly string[] {
  const { zh, en } = seedInWords(seed)
  const allow = `--allow ${seed.name}`
  const [confirmZh, confirmEn] = seed.waiting > 0 ? [`，确认：${allow}`, ` To confirm it: ${allow}.`] : ['', '']
  const rowLine = ({ tenantId, id, change }: SeedRowView) =>
    `--     ${id} (tenant ${tenantId}): ${rowChanges[change].en}`
  return [`-- ${zh}${confirmZh}。`, `--   ${en}${confirmEn}`, ...seed.rows.map(rowLine)]
}

/** A changed seed on the page "Descriptors"; undefined where all its rows are written. */
export function problemOfSeed(seed: SeedChange): ServedProblem | undefined {
  const { name, resource, rows, waiting, fault } = seed
  const problem = { code: 'seed.changed', severity: 'warning' as const, message: seedInWords(seed) }
  if (fault) return { ...problem, code: 'seed.invalid' }
  if (waiting > 0)
    return {
      ...problem,
      loss: { loss: name, count: waiting, mark: 'seed', resource, rows },
      hint: {
        zh: `未执行：请在“配置变更”页面确认，或执行 npm run plan -- --apply --allow ${name}。`,
        en: `Confirm it on the page "Descriptors", or with npm run plan -- --apply --allow ${name}.`,
      },
    }
  const left = rows.filter(({ change }) => change !== 'added' && change !== 'replaced')
  if (left.length === 0) return undefined
  const zh = left.map(({ id, change }) => `${id}（${rowChanges[change].zh}）`).join('、')
  const en = left.map(({ id, change }) => `${id} (${rowChanges[change].en})`).join(', ')
  return { ...problem, hint: { zh: `未写入的行：${zh}`, en: `Rows that were not written: ${en}.` } }
}
