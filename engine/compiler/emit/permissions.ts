import type { Model } from '../../model/model.ts'
import { codesOf, codesOfPages } from '../../model/names.ts'
import { codeTitles } from '../../model/permissions.ts'
import { header } from './header.ts'
import { key, quote } from './literals.ts'

/** Every permission code with its title. */
export function emitPermissions(model: Model): string {
  const entries = Object.values(model.resources).flatMap(resource => {
    const titles = codeTitles(resource)
    const { zh, en } = resource.title
    return codesOf(resource).flatMap(code => {
      const title = titles.get(code)
      return title
        ? [`  ${key(code)}: { zh: ${quote(`${zh}：${title.zh}`)}, en: ${quote(`${en}: ${title.en}`)} },`]
        : []
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
