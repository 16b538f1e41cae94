/**
 * What does not change the effect of a write: texts of the screen, and where values are stored. A former name does: where
 * two fields of one type change their names, each name means the other field.
 */
const without = new Set(['title', 'titles', 'help', 'icon', 'column', 'primary'])

/** Parts of a Model without what does not change the effect of a write, as a text that can be compared. */
export const basisText = (parts: unknown): string =>
  JSON.stringify(parts, (key, value: unknown) => (without.has(key) ? undefined : value))
