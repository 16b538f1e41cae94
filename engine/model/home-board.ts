import { userResource } from './account-resources.ts'
import type { DictionaryEntry, Model } from './model.ts'

/** The key of the first page. */
export const homePage = 'home'

/** The kinds of users: the entries of the field `sourceType` of users; none without that field. */
export function kindsOfUsers({ resources, dictionaries }: Model): readonly DictionaryEntry[] {
  const field = resources[userResource]?.fields.find(({ name }) => name === 'sourceType')
  return dictionaries[String(field?.options['of'])]?.entries ?? []
}

interface User {
  /** Aliases of the roles. */
  readonly roles: readonly string[]
  readonly sourceType: string | null
}

/** The name of the board that is the first page of a user: that of a role, otherwise that of the kind of user. */
export function homeBoardOf(model: Model, { roles, sourceType }: User): string | undefined {
  const boards = Object.values(model.boards)
  const kinds = kindsOfUsers(model).filter(({ key }) => key === sourceType)
  return [...roles, ...kinds.map(({ name }) => name)].flatMap(
    name => boards.find(({ home }) => home?.includes(name))?.name ?? [],
  )[0]
}
