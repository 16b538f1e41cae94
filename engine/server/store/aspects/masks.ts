import type { Bilingual, Field, Resource } from '../../../model/model.ts'
import { masked } from '../../../record/mask.ts'
import { accessTo } from '../../auth/access.ts'
import type { RequestContext } from '../../auth/request-context.ts'
import type { Row } from '../../database/shape.ts'
import { refuse } from '../../errors/refuse.ts'
import { enteredLines } from '../plan-lines.ts'
import { partsOf } from '../referring.ts'
import type { Aspect } from './aspect.ts'

/** The mask of the stored value leaves it unchanged, in lines too. Only who may enter a field without reading it replaces it. */
export const masks: Aspect = {
  entered({ ctx }, { resource }, { before, values, lineInputs }) {
    if (!before) return
    keepMasked(ctx, resource, before.record, values, '')
    for (const part of partsOf(ctx.model, resource)) {
      const there = new Map((before.lines.get(part.name) ?? []).map(line => [String(line['id']), line]))
      for (const [path, { id, values: own }] of enteredLines(lineInputs.get(part.name), part.name)) {
        const line = there.get(id ?? '')
        if (line) keepMasked(ctx, part.resource, line, own, path)
      }
    }
  },
}

function keepMasked(ctx: RequestContext, resource: Resource, before: Row, values: Row, path: string): void {
  const names = accessTo(ctx, resource, 'view').masked
  for (const field of names.size > 0 ? resource.fields : []) {
    if (!names.has(field.name) || values[field.name] === undefined) continue
    if (values[field.name] === masked(field, before[field.name] ?? null)) delete values[field.name]
    else if (field.editableBy === undefined) throw refuse.input({ [`${path}${field.name}`]: maskedMessage(field) })
  }
}

const maskedMessage = ({ title }: Field): Bilingual => ({
  zh: `${title.zh}已遮盖，不能修改`,
  en: `${title.en} is masked and cannot be changed`,
})
