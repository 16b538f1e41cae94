import { operatorsOf } from '../fields/index.ts'
import { isMany } from '../fields/options.ts'
import type { Field, PersonalKind } from '../model/model.ts'

/** What a masked text shows: characters of its beginning and end, if it is longer, and stars in place of the others. */
export interface Mask {
  readonly head: number
  readonly tail: number
  readonly stars: string
}

const masks: Readonly<Record<PersonalKind, Mask>> = {
  name: { head: 1, tail: 0, stars: '**' },
  phone: { head: 3, tail: 4, stars: '****' },
  idCard: { head: 1, tail: 1, stars: '****************' },
  health: { head: 0, tail: 0, stars: '***' },
  minor: { head: 1, tail: 0, stars: '**' },
}

/** The mask of a field, by its kind of personal data; of another field that a role reads masked, only stars. */
export const maskFor = ({ personal }: Field): Mask => masks[personal ?? 'health']

/** Whether a value of the field can be shown masked: it is one text. Other values are hidden instead. */
export const isMaskable = (field: Field): boolean =>
  field.rule !== undefined && !isMany(field) && operatorsOf(field).includes('contains')

/** A value as it is shown to users who read it masked. */
export function masked(field: Field, value: unknown): unknown {
  if (typeof value !== 'string' || value === '') return value
  const { head, tail, stars } = maskFor(field)
  const characters = [...value]
  if (characters.length <= head + tail) return stars
  return `${characters.slice(0, head).join('')}${stars}${characters.slice(characters.length - tail).join('')}`
}
