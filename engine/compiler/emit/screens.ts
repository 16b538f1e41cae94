import type { Model } from '../../model/model.ts'
import { header } from './header.ts'
import { quote } from './literals.ts'

/** The names of the screens that the product supplies: a missing or an extra one does not compile. */
export function emitScreens({ pages, boards }: Model): string {
  const ofBoards = Object.values(boards).flatMap(({ tiles, scenes = [] }) => [
    ...tiles,
    ...scenes.flatMap(scene => scene.tiles),
  ])
  const names = [
    ...new Set([...pages.flatMap(({ screen }) => screen ?? []), ...ofBoards.flatMap(({ part }) => part ?? [])]),
  ].sort()
  return [
    header,
    '/** The screens that pages.yaml names, and the parts of boards. */',
    `export type ScreenName = ${names.length === 0 ? 'never' : names.map(quote).join(' | ')}`,
    '',
  ].join('\n')
}
