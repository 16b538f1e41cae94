import { near } from '../rules/near.ts'

/** The name that an author most likely meant, if one is near enough. */
export const nearest = (word: string, names: Iterable<string>): string | undefined => near(word, [...names])
