import { signInContrast } from '../../model/brand.ts'
import { contrast, darkenUntil, isHex } from '../../model/colour.ts'
import type { MarkImage } from '../../model/model.ts'
import type { CheckContext } from '../check-context.ts'
import type { Draft } from '../draft.ts'
import { isImageFile } from '../source.ts'
import { at, entriesOf, type Node, textOf } from '../tree.ts'
import type { Workspace } from '../workspace.ts'
import { choice } from './unknown-word.ts'

/** Checks the mark and the colours of app.yaml. */
export function checkBrand(scene: CheckContext): void {
  const { appDraft } = scene.workspace
  if (!appDraft) return
  const [mark, colours] = [at(appDraft.root, 'mark'), at(appDraft.root, 'colours')]
  if (mark) checkMark(appDraft, mark, scene)
  for (const { key, value } of entriesOf(colours)) checkColour(appDraft, key, value, scene)
}

/** The image that app.yaml names; undefined if there is none, or no proper one. */
export function markOf({ appDraft, pictures }: Workspace): MarkImage | undefined {
  const source = pictures.get(textOf(at(appDraft?.root, 'mark')) ?? '')
  if (!source || source.fault) return undefined
  const type = /\.svg$/i.test(source.file) ? 'image/svg+xml' : 'image/png'
  return contents[type].test(source.text) ? { type, content: source.text } : undefined
}

/** What the text of a file of each type begins with: a PNG file is read as base64. */
const contents: Readonly<Record<MarkImage['type'], RegExp>> = {
  'image/svg+xml': /^\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--[\s\S]*?-->\s*|<!DOCTYPE[^>]*>\s*)*<svg[\s/>]/i,
  'image/png': /^iVBORw0KGgo/,
}

function checkMark(draft: Draft, node: Node, { workspace, report }: CheckContext): void {
  const { pictures } = workspace
  const name = textOf(node) ?? ''
  const source = pictures.get(name)
  if (!isImageFile(name)) report(draft, node.start, 'brand.mark-type', { name })
  else if (!source) report(draft, node.start, 'brand.mark-missing', choice(name, pictures.keys()))
  else if (source.fault?.code === 'file.too-large') report(draft, node.start, 'brand.mark-large', { name })
  else if (source.fault && source.fault.code !== 'file.encoding')
    report(draft, node.start, 'brand.mark-unreadable', { name })
  else if (!markOf(workspace)) report(draft, node.start, 'brand.mark-content', { name })
}

function checkColour(draft: Draft, key: string, node: Node, { report }: CheckContext): void {
  const value = textOf(node) ?? ''
  if (!isHex(value)) {
    report(draft, node.start, 'brand.colour-unknown', { value })
    return
  }
  const found = contrast('#FFFFFF', value)
  if (key !== 'signIn' || found >= signInContrast) return
  const dark = darkenUntil(value, hex => contrast('#FFFFFF', hex) >= signInContrast)
  report(draft, node.start, 'brand.contrast-low', {
    value,
    found: (Math.floor(found * 10) / 10).toFixed(1),
    least: String(signInContrast),
    dark,
  })
}
