import { textOption } from '../../fields/options.ts'
import { isAlike, isReference } from '../../fields/traits.ts'
import { type CheckContext, fieldNamed, type ResourceView, viewNamed } from '../check-context.ts'
import { at, itemsOf, textOf } from '../tree.ts'
import { choice } from './unknown-word.ts'

/** Checks the record with which a record is compared: a reference to one, and fields that both have. */
export function checkAgainst(view: ResourceView, scene: CheckContext): void {
  const { draft, resource } = view
  const node = at(draft.root, 'against')
  const record = at(node, 'record')
  const name = textOf(record)
  if (!node || !record || name === undefined) return
  const references = resource.fields.filter(field => isReference(field) && field.options['many'] !== true)
  const by = references.find(field => field.name === name)
  const known = references.map(field => field.name)
  if (!by) scene.report(draft, record.start, 'against.record', choice(name, known))
  const of = by && viewNamed(scene, textOption(by, 'of'))
  if (!of) return
  const both = resource.fields.filter(field => of.resource.fields.some(one => isAlike(one, field)))
  const fields = at(node, 'fields')
  const words = { of: of.resource.name, known: both.map(field => field.name).join(', ') }
  if (!fields && both.length === 0) scene.report(draft, record.start, 'against.unfit', { ...words, name: '' })
  for (const item of itemsOf(fields)) {
    const text = textOf(item) ?? ''
    if (!fieldNamed(view, text)) scene.report(draft, item.start, 'field.unknown', choice(text, both))
    else if (!both.some(field => field.name === text))
      scene.report(draft, item.start, 'against.unfit', { ...words, name: text })
  }
}
