import type { Model } from './model.ts'

/**
 * What does not change the effect of a write: texts of the screen, and where values are stored. A former name does: where
 * two fields of one type change their names, each name means the other field.
 */
const without = new Set(['title', 'titles', 'help', 'icon', 'column', 'primary'])

/** Whether a resource and its lines have the same tables, rules, steps and access in two Models. */
export const hasSameResource = (one: Model, other: Model, name: string): boolean =>
  one === other || textOf(one, name) === textOf(other, name)

const textOf = ({ resources }: Model, name: string): string =>
  JSON.stringify(
    Object.values(resources)
      .filter(one => one.name === name || one.partOf?.resource === name)
      .map(({ menu: _menu, path: _path, list: _list, form: _form, ...one }) => one),
    (key, value: unknown) => (without.has(key) ? undefined : value),
  )
