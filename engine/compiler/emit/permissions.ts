import { type Bilingual, type Model, operations, type Resource } from '../../model/model.ts'
import { codeOf, codesOf, codesOfPages } from '../../model/names.ts'
import { permissionTitles } from '../../model/permission-titles.ts'
import { stepsOf } from '../../model/steps.ts'
import { header } from './header.ts'
import { key, quote } from './literals.ts'

/** Every permission code with its title. */
export function emitPermissions(model: Model): string {
  const entries = Object.values(model.resources).flatMap(resource => {
    const titles = titlesOf(resource)
    return codesOf(resource).flatMap(code => {
      const title = titles.get(code)
      return title ? [`  ${key(code)}: { zh: ${quote(title.zh)}, en: ${quote(title.en)} },`] : []
    })
  })
  const pages = codesOfPages(model).flatMap(code => {
    const { zh, en } = model.pages.find(page => page.code === code)?.title ?? { zh: code, en: code }
    return [`  ${key(code)}: { zh: ${quote(`${zh}：查看`)}, en: ${quote(`${en}: View`)} },`]
  })
  return [
    header,
    '/** Every permission code, and what it lets one do. */',
    'export const permissions = {',
    ...entries,
    ...pages,
    '} as const',
    '',
    'export type PermissionCode = keyof typeof permissions',
    '',
  ].join('\n')
}

function titlesOf(resource: Resource): Map<string, Bilingual> {
  const titles: readonly (readonly [string, Bilingual])[] = [
    ...operations.map(operation => [operation, permissionTitles[operation]] as const),
    ...[...stepsOf(resource), ...resource.binds].map(({ name, title }) => [name, title] as const),
  ]
  const { zh, en } = resource.title
  const ofQueries = resource.queries.flatMap(({ code, title }) => (code === undefined ? [] : [[code, title] as const]))
  return new Map([
    ...ofQueries.map(([code, title]) => [code, { zh: `${zh}：${title.zh}`, en: `${en}: ${title.en}` }] as const),
    ...titles.map(
      ([operation, title]) =>
        [codeOf(resource, operation), { zh: `${zh}：${title.zh}`, en: `${en}: ${title.en}` }] as const,
    ),
  ])
}
