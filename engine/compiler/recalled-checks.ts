import type { Model } from '../model/model.ts'
import type { CheckContext, Report, ResourceView } from './check-context.ts'
import type { Draft } from './draft.ts'
import { type Recalled, recalled, withoutTexts } from './recalled.ts'

/** What checks of a draft reported, and the files of other resources that they read. */
interface Checked {
  readonly files: ReadonlyMap<string, Draft>
  readonly reports: readonly Parameters<Report>[]
}

const lastChecked = new WeakMap<Draft, Recalled<Checked>>()

/** Checks each resource, or repeats what was reported of it. */
export function recallEach(scene: CheckContext, check: (scene: CheckContext) => void): void {
  for (const view of scene.views) recall(scene, view.draft, recording => check({ ...recording, views: [view] }))
}

/**
 * Checks a draft, or repeats what was reported of it, if the draft and what the check read of resources are unchanged.
 * A change of any other kind of file, or of the set of resources, checks it again.
 */
export function recall(scene: CheckContext, draft: Draft, check: (scene: CheckContext) => void): void {
  const last = lastChecked.get(draft)
  const areFilesSame = [...(last?.result.files ?? [])].every(([name, known]) => scene.viewOf(name)?.draft === known)
  const found = recalled(areFilesSame ? last : undefined, commonOf(scene), scene.model.resources, resources =>
    recorded(scene, draft, resources, check),
  )
  lastChecked.set(draft, found)
  for (const fault of found.result.reports) scene.report(...fault)
}

function recorded(
  scene: CheckContext,
  draft: Draft,
  resources: Model['resources'],
  check: (scene: CheckContext) => void,
): Checked {
  const files = new Map<string, Draft>()
  const reports: Parameters<Report>[] = []
  // Its own resource depends on others.
  if (draft.subject === 'resource') resources[draft.name]
  check({
    ...scene,
    // The groups of the menu and the revision depend on all resources, and no check of a draft reads them.
    model: { ...scene.model, resources, menus: [], revision: '' },
    viewOf(name) {
      const [view, resource] = [scene.viewOf(name), resources[name]]
      const fileOf = (of: ResourceView) => {
        files.set(name, of.draft)
        return of
      }
      return (
        view &&
        resource && {
          resource,
          get draft() {
            return fileOf(view).draft
          },
          get members() {
            return fileOf(view).members
          },
        }
      )
    },
    report: (...fault) => reports.push(fault),
  })
  return { files, reports }
}

const knownCommon = new WeakMap<Model, string>()

/** What every check may read: the Model without resources, their names, and the files of other kinds. */
function commonOf({ model, workspace }: CheckContext): string {
  const known = knownCommon.get(model)
  if (known !== undefined) return known
  const { resources: _read, dictionaries: _built, menus: _listing, revision: _all, ...rest } = model
  // Those of other kinds change with their files, or are the titles of resources.
  const made = JSON.stringify([workspace.others, [...workspace.menuGroups], rest], withoutTexts)
  knownCommon.set(model, made)
  return made
}
