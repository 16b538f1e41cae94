import type { Model } from '../../model/model.ts'
import { type Overlay, overlaid } from '../../record/overlays.ts'
import { platformTenant } from '../auth/actor.ts'
import type { OverlaysByTenant, ReadOverlays } from '../store/overlay-table.ts'
import { equalTitleProblems } from './edit-problems.ts'
import type { ServedProblem } from './served-problem.ts'

/** The current Models. A request reads one once. */
export interface ModelHolder {
  /** The Model of a tenant: with its own edits and those of the platform. Default: the platform's. */
  current(tenantId?: string): Model
  /** Problems of the descriptors on disk and of edits, and changes of tables that wait for confirmation. */
  problems(): readonly ServedProblem[]
  /** Calls the listener after every change of either; returns a function that removes it. */
  onChange(listener: () => void): () => void
}

/** A holder whose Model can be replaced. */
export interface ModelSlot extends ModelHolder {
  isFilled(): boolean
  /** The Model of the descriptors, without edits. */
  described(): Model
  /** The edits that are served. */
  overlays(): OverlaysByTenant
  /** Problems of the edits with the served descriptors. */
  editProblems(): readonly ServedProblem[]
  put(described: Model, overlays: OverlaysByTenant, problems: readonly ServedProblem[]): void
  /** Keeps the served Model, because the current descriptors are invalid. */
  keep(problems: readonly ServedProblem[]): void
}

export function createModelSlot(): ModelSlot {
  let described: Model | undefined
  let overlays: OverlaysByTenant = new Map()
  let views = new Map<string, View>()
  let problems: readonly ServedProblem[] = []
  let ofEdits: readonly ServedProblem[] | undefined
  const listeners = new Set<() => void>()
  const notify = () => {
    for (const listener of listeners) listener()
  }
  const descriptors = () => {
    if (!described) throw new Error('The Model was asked for before there was one.')
    return described
  }
  const modelOf = (tenantId: string, platform: readonly Overlay[], own: readonly Overlay[]): Model => {
    if (tenantId === platformTenant) return overlaid(descriptors(), platform)
    const [model, below] = [overlaid(descriptors(), platform, own), viewOf(platformTenant)]
    // Their caches are shared where nothing of the tenant applies.
    return model.revision === below.revision ? below : model
  }
  const viewOf = (tenantId: string): Model => {
    const [platform, own] = [overlays.get(platformTenant), overlays.get(tenantId)]
    if (!own || own.overlays.length === 0) return tenantId === platformTenant ? descriptors() : viewOf(platformTenant)
    const known = views.get(tenantId)
    if (known && known.own === own && known.platform === platform) return known.model
    const model = modelOf(tenantId, platform?.overlays ?? [], own.overlays)
    // What is derived from the Model of a tenant is dropped with it.
    if (views.size >= maxViews) views = new Map([...views].filter(([one]) => one === platformTenant))
    views.set(tenantId, { own, platform, model })
    return model
  }
  return {
    current: (tenantId = platformTenant) => viewOf(tenantId),
    described: descriptors,
    overlays: () => overlays,
    problems: () => problems,
    editProblems: () => {
      ofEdits ??= equalTitleProblems(descriptors(), overlays)
      return ofEdits
    },
    isFilled: () => described !== undefined,
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    put(next, nextOverlays, found) {
      if (next !== described) views = new Map()
      described = next
      overlays = nextOverlays
      problems = found
      ofEdits = undefined
      notify()
    },
    keep(found) {
      problems = found
      notify()
    },
  }
}

/** The largest number of Models of tenants at a time. */
const maxViews = 200

interface View {
  readonly own: ReadOverlays
  readonly platform: ReadOverlays | undefined
  readonly model: Model
}
