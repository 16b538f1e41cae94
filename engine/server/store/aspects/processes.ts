import type { Resource } from '../../../model/model.ts'
import { hasProcesses } from '../../../model/steps.ts'
import { type Aspect, isNew, origins, type WriteOrigin } from './aspect.ts'

/** While a process decides about a record, only the tasks of the process change it. No record with a process is deleted. */
export const runningProcess: Aspect = {
  async planned(work, { resource, origin, deletion }, { id, before, changed }) {
    if (resource.approval !== undefined && before && !deletion && origins[origin].isEntered)
      await work.processes?.assureEditable(work, resource, [id], [...changed])
  },
  async deleting({ work, resource, origin, deletion, ids }) {
    if (hasProcesses(resource) && deletion === 'remove' && origins[origin].isEntered)
      await work.processes?.assureEditable(work, resource, ids)
  },
}

export const approval: Aspect = {
  async before({ work, resource, origin }, changes) {
    if (isSubmitted(resource, origin))
      for (const { after } of changes.filter(isNew))
        Object.assign(after, await work.processes?.idsOfNext(work, resource))
  },
  async after({ work, resource, origin }, written) {
    if (isSubmitted(resource, origin))
      for (const { after } of written.filter(isNew)) await work.processes?.start(work, resource, after)
  },
  isPlain: (_work, { approval }) => approval === undefined,
}

const isSubmitted = ({ approval }: Resource, origin: WriteOrigin): boolean =>
  approval !== undefined && (origin === 'save' || origin === 'effect')
