import { ownerFieldOf, ownerOf } from '../../../model/owner.ts'
import { hasAutoSteps } from '../../../model/steps.ts'
import { storeLinks } from '../links.ts'
import { tablesWithLines } from '../referring.ts'
import { completeSerials } from '../serial.ts'
import { markLacking } from '../stale-values.ts'
import { assureStateKept } from '../state-key.ts'
import { withInvisible } from '../visible-references.ts'
import { setLinesOwner } from '../write-lines.ts'
import { type Aspect, isNew } from './aspect.ts'
import { claims } from './claims.ts'
import { goneReferences, onDelete } from './deletion-effects.ts'
import { evidence } from './evidence.ts'
import { guard } from './guard-writes.ts'
import { hiddenFields } from './hidden-fields.ts'
import { allowDelete, allowIf, locks } from './locks.ts'
import { masks } from './masks.ts'
import { periods } from './periods.ts'
import { approval, runningProcess } from './processes.ts'
import { readOnlyValues } from './read-only-values.ts'
import { references, removedLines, trees } from './references.ts'
import { secrets } from './secrets.ts'
import { rollUps, targetValues } from './stored-values.ts'
import { systemValues } from './system-values.ts'
import { acknowledgements } from './warnings.ts'

const invisibleReferences: Aspect = {
  async entered(work, { resource }, change) {
    const { before, values, lineInputs } = change
    if (before) Object.assign(change, await withInvisible(work, resource, before, values, lineInputs))
  },
}

const state: Aspect = {
  entered(_work, { resource }, { before, values }) {
    if (before) assureStateKept(resource, before.record, values)
  },
}

const serials: Aspect = {
  async before({ work, resource }, changes) {
    const records = changes.filter(isNew).map(({ after }) => after)
    const numbers = records.length > 0 ? await completeSerials(work.queries, work.ctx, resource, records) : []
    for (const [index, record] of records.entries()) Object.assign(record, numbers[index])
  },
  async deleted({ work, resource, deletion, ids }) {
    if (deletion === 'restore')
      for (const { of, column } of tablesWithLines(work.ctx.model, resource)) await markLacking(work, of, column, ids)
  },
}

const links: Aspect = {
  async after({ work }, written) {
    for (const { id, links = [] } of written) for (const change of links) await storeLinks(work, id, change)
  },
}

const owner: Aspect = {
  async after({ work, resource }, written) {
    const { name } = ownerFieldOf(resource) ?? {}
    for (const { id, before, after, changed } of written)
      if (name !== undefined && before && changed.has(name))
        await setLinesOwner(work, resource, id, ownerOf(resource, after))
  },
}

const effects: Aspect = {
  async after({ work }, _written, all) {
    for (const change of all) await change.effects?.(work, change)
  },
}

const automaticSteps: Aspect = {
  async after({ work, resource }, _written, all) {
    for (const one of all)
      if (one.title !== undefined) {
        const cause = { id: one.id, before: one.stored, entryId: one.step.id, title: one.title }
        one.auto = await work.makeAuto?.(work, resource, cause)
      }
  },
  isPlain: (_work, resource) => !hasAutoSteps(resource),
}

/** All features of records, in the order in which a write applies them (semantics 25). */
export const aspects: readonly Aspect[] = [
  allowIf,
  invisibleReferences,
  masks,
  state,
  locks,
  hiddenFields,
  readOnlyValues,
  runningProcess,
  serials,
  targetValues,
  systemValues,
  acknowledgements,
  guard,
  allowDelete,
  references,
  evidence,
  trees,
  periods,
  secrets,
  claims,
  onDelete,
  removedLines,
  links,
  owner,
  rollUps,
  goneReferences,
  effects,
  automaticSteps,
  approval,
]
