import { cellOptionRules, isCellOption } from '../../../model/cell-options.ts'
import type { CellOptions } from '../../../model/import-view.ts'
import { refuse } from '../../errors/refuse.ts'

/** The options of a request; refused with the name of the first that is unknown or invalid. */
export function cellOptionsIn(value: unknown): CellOptions {
  const given = typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : undefined
  const wrong = given?.find(([name, one]) => !(isCellOption(name) && cellOptionRules[name].is(one)))
  if (!given || wrong) throw refuse.input({ [wrong ? `options.${wrong[0]}` : 'options']: message })
  return Object.fromEntries(given)
}

const rules = Object.entries(cellOptionRules)
const message = {
  zh: `options 可有 ${rules.map(([name, { zh }]) => `${name}（${zh}）`).join('、')}`,
  en: `options may contain ${rules.map(([name, { en }]) => `${name} (${en})`).join(', ')}`,
}
