import { near } from '../rules/near.ts'

/** The most similar name, if one is similar enough. */
export const nearestName = (word: string, names: Iterable<string>): string | undefined => near(word, [...names])
