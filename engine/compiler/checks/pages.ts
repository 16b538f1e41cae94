import { isReservedPath } from '../../model/addresses.ts'
import { codesOf } from '../../model/names.ts'
import type { CheckContext } from '../check-context.ts'
import { checkFormerNames } from '../former-names.ts'
import { nearestName } from '../nearest.ts'
import { at, plain, textOf } from '../tree.ts'
import { type DraftEntry, merged, named } from '../workspace.ts'
import { hasPage } from './boards.ts'
import { checkIcon, checkUnder } from './menus.ts'

/** Checks the addresses, permission codes and content of pages. */
export function checkPages(scene: CheckContext): void {
  const paths = pathsOfResources(scene)
  const codes = ['signedIn', 'anyone', ...Object.values(scene.model.resources).flatMap(codesOf)]
  const views = codes.flatMap(one => (one.endsWith(ending) ? one.slice(0, -ending.length) : []))
  const pages = merged(scene.workspace, 'pages')
  const boards = [...named(scene.workspace.drafts, 'board').values()]
    .filter(hasPage)
    .map(draft => ({ key: draft.name, keyStart: 0, value: draft.root, draft }))
  checkFormerNames(pages, scene)
  for (const page of pages) checkContent(page, scene)
  for (const page of [...pages, ...boards]) {
    checkPath(page, paths, scene)
    checkCode(page, codes, views, scene)
    checkPlatform(page, scene)
    checkUnder(page, at(page.value, 'menu'), scene)
    checkIcon(page.draft, at(at(page.value, 'menu'), 'icon'), scene)
  }
}

/** The files of the paths in use. Reserved paths of resources are reported on the way. */
function pathsOfResources({ views, report }: CheckContext): Map<string, string> {
  const paths = new Map<string, string>()
  for (const { draft, resource } of views) {
    const path = at(draft.root, 'path')
    if (path && isReservedPath(resource.path)) report(draft, path.start, 'path.reserved', { name: resource.path })
    paths.set(resource.path.toLowerCase(), draft.source.file)
  }
  return paths
}

function checkPath({ draft, value }: DraftEntry, paths: Map<string, string>, { report }: CheckContext): void {
  const node = at(value, 'path')
  const path = textOf(node)
  if (!node || path === undefined) return
  const other = paths.get(path.toLowerCase())
  if (other !== undefined) report(draft, node.start, 'page.path-twice', { name: path, other })
  if (isReservedPath(path)) report(draft, node.start, 'path.reserved', { name: path })
  paths.set(path.toLowerCase(), draft.source.file)
}

function checkContent({ draft, key, keyStart, value }: DraftEntry, { report }: CheckContext): void {
  const [screen, link] = [at(value, 'screen'), at(value, 'link')]
  if ((screen === undefined) === (link === undefined))
    report(draft, link?.start ?? keyStart, 'page.screen-or-link', { name: key })
  const address = textOf(link)
  const isOwn = textOf(at(value, 'frame')) === 'bare' && /^(\/[a-zA-Z0-9-]+)+$/.test(address ?? '')
  if (link && address !== undefined && !isOwn && !isSafeLink(address))
    report(draft, link.start, 'page.link-unsafe', { value: address })
}

/** Whether an address may be embedded: an http or https address without a user name, which would be sent along. */
function isSafeLink(address: string): boolean {
  const parts = /^https?:\/\/([^/?#\s]+)\S*$/.exec(address)
  return parts !== null && !/[@;,'"\\*]/.test(parts[1] ?? '')
}

const ending = '_view'

function checkPlatform({ draft, value }: DraftEntry, { report }: CheckContext): void {
  const node = at(value, 'platform')
  if (node && plain(node) === true && textOf(at(value, 'code')) === 'anyone')
    report(draft, node.start, 'page.platform-anyone')
}

/** A code that no resource has belongs to the page itself, unless it resembles one of a resource. */
function checkCode(
  { draft, value }: DraftEntry,
  codes: readonly string[],
  views: readonly string[],
  { report }: CheckContext,
): void {
  const node = at(value, 'code')
  const code = textOf(node)
  if (!node || code === undefined || codes.includes(code)) return
  // The common ending would make every two short codes similar.
  const near = code.endsWith(ending) ? nearestName(code.slice(0, -ending.length), views) : nearestName(code, codes)
  const meant = near !== undefined && code.endsWith(ending) ? near + ending : near
  if (meant !== undefined) report(draft, node.start, 'page.code-unknown', { name: code, near: meant })
  else if (!code.endsWith(ending)) report(draft, node.start, 'page.code-unknown', { name: code })
}
