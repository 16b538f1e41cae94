import type { CellOptions } from '../../../model/import-view.ts'
import { refuse } from '../../errors/refuse.ts'

const mostTexts = 20
const longest = 50

const texts = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.length <= mostTexts &&
  value.every(one => typeof one === 'string' && one !== '' && one.length <= longest)

const oneOf =
  (...choices: readonly string[]) =>
  (value: unknown): boolean =>
    choices.some(one => one === value)

/** What each option may be. */
const checks: Readonly<Record<keyof CellOptions, (value: unknown) => boolean>> = {
  empty: texts,
  separators: texts,
  dayOrder: oneOf('day-first', 'month-first'),
  decimal: oneOf('point', 'comma'),
  percent: oneOf('fraction', 'number'),
  yes: texts,
  no: texts,
}

/** The options of a request; refused with the name of the first that is unknown or invalid. */
export function cellOptionsIn(value: unknown): CellOptions {
  const given = typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : undefined
  const wrong = given?.find(([name, one]) => !(isOption(name) && checks[name](one)))
  if (!given || wrong) throw refuse.input({ [wrong ? `options.${wrong[0]}` : 'options']: message })
  return Object.fromEntries(given)
}

const isOption = (name: string): name is keyof CellOptions => Object.hasOwn(checks, name)

const message = {
  zh: 'options 可有 empty、separators、yes、no（各为至多 20 个文本）、dayOrder（day-first 或 month-first）、decimal（point 或 comma）、percent（fraction 或 number）',
  en: 'options may contain empty, separators, yes, no (each at most 20 texts), dayOrder (day-first or month-first), decimal (point or comma) and percent (fraction or number)',
}
