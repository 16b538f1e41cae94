import { near } from '../rules/near.ts'

/** The most similar of the other names, if one is similar enough. */
export const nearestName = (word: string, names: Iterable<string>): string | undefined =>
  near(
    word,
    [...names].filter(name => name !== word),
  )
