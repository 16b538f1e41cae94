import { referenceOf } from '../../database/shape.ts'
import { checkReferences } from '../needed-references.ts'
import { newLinksIn } from '../new-files.ts'
import { assureNoCircle, assureReferences } from '../references.ts'
import { tablesWithLines } from '../referring.ts'
import { assureUnreferred } from '../unreferred.ts'
import { type Aspect, isNew } from './aspect.ts'

export const references: Aspect = {
  async before({ work: { queries, ctx }, resource, known }, changes) {
    const own = new Set(changes.filter(isNew).map(({ id }) => id))
    await assureReferences(queries, ctx, resource, changes, { has: id => own.has(id) || known?.has(id) === true })
  },
  async deleting({ work, resource, deletion, ids }) {
    if (deletion === 'remove') await assureUnreferred(work, resource, ids)
  },
  async deleted({ work, resource, deletion, ids }) {
    if (deletion === 'restore')
      for (const { of, column, link } of tablesWithLines(work.ctx.model, resource))
        await checkReferences(work, of, column, ids, link)
  },
  isInStatement: true,
  isPlain: (_work, resource, change) => newLinksIn(resource, change).length === 0,
}

export const trees: Aspect = {
  async before({ work: { queries, ctx }, resource }, changes) {
    for (const change of changes.filter(one => !isNew(one))) await assureNoCircle(queries, ctx, resource, change)
  },
  isAlone: ({ ctx: { model } }, resource, { changed }) =>
    resource.fields.some(
      field => changed.has(field.name) && referenceOf(model, field).some(({ of }) => of.name === resource.name),
    ),
}

export const removedLines: Aspect = {
  async after({ work }, written) {
    for (const { part, removed } of written.flatMap(({ parts }) => parts))
      await assureUnreferred(
        work,
        part.resource,
        removed.map(line => String(line['id'])),
      )
  },
  // What refers to the lines may have been deleted along.
  async deleted({ work, deletion, lines }) {
    if (deletion === 'remove') for (const [part, ids] of lines) await assureUnreferred(work, part.resource, ids)
  },
}
