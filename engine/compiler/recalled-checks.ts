import type { Model, Resource } from '../model/model.ts'
import type { CheckContext, Report, ResourceView } from './check-context.ts'
import type { Draft } from './draft.ts'

/** A check of a draft: what it reported, and what it read. */
interface Checked {
  readonly common: string
  /** The resources that were read, by name, and the files of those of which it read the file as well. */
  readonly resources: ReadonlyMap<string, Resource | undefined>
  readonly files: ReadonlyMap<string, Draft>
  readonly reports: readonly Parameters<Report>[]
}

const lastChecked = new WeakMap<Draft, Checked>()

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
  const common = commonOf(scene)
  const isSame =
    last?.common === common &&
    [...last.resources].every(([name, known]) => isSameMeaning(scene.model.resources[name], known)) &&
    [...last.files].every(([name, known]) => scene.viewOf(name)?.draft === known)
  const found = isSame ? last : { common, ...recorded(scene, draft, check) }
  lastChecked.set(draft, found)
  for (const fault of found.reports) scene.report(...fault)
}

function recorded(scene: CheckContext, draft: Draft, check: (scene: CheckContext) => void): Omit<Checked, 'common'> {
  const [resources, files] = [new Map<string, Resource | undefined>(), new Map<string, Draft>()]
  const reports: Parameters<Report>[] = []
  const note = (name: string) => resources.set(name, scene.model.resources[name])
  const read = new Proxy(scene.model.resources, {
    get(all, name) {
      if (typeof name === 'string') note(name)
      return Reflect.get(all, name)
    },
  })
  if (draft.subject === 'resource') note(draft.name)
  check({
    ...scene,
    // The groups of the menu and the revision depend on all resources, and no check of a draft reads them.
    model: { ...scene.model, resources: read, menus: [], revision: '' },
    viewOf(name) {
      note(name)
      const view = scene.viewOf(name)
      const fileOf = (of: ResourceView) => {
        files.set(name, of.draft)
        return of
      }
      return (
        view && {
          resource: view.resource,
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
  return { resources, files, reports }
}

/** Whether two resources are equal in what checks of other files read: all but texts for users. */
const isSameMeaning = (one: Resource | undefined, other: Resource | undefined): boolean =>
  one === other || (one !== undefined && other !== undefined && meaningOf(one) === meaningOf(other))

const meanings = new WeakMap<Resource, string>()

function meaningOf(resource: Resource): string {
  const found = meanings.get(resource) ?? JSON.stringify(resource, withoutTexts)
  meanings.set(resource, found)
  return found
}

const withoutTexts = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'zh' in value && 'en' in value ? undefined : value

const knownCommon = new WeakMap<Model, string>()

/** What every check may read: the Model without resources, their names, and the files of other kinds. */
function commonOf({ model, workspace }: CheckContext): string {
  const known = knownCommon.get(model)
  if (known !== undefined) return known
  const { resources, dictionaries: _built, menus: _listing, revision: _all, ...rest } = model
  const others = workspace.drafts.flatMap(draft => (draft.subject === 'resource' ? [] : [numberOf(draft)]))
  // Those of other kinds change with their files, or are the titles of resources.
  const made = JSON.stringify([others, Object.keys(resources), [...workspace.menuGroups], rest], withoutTexts)
  knownCommon.set(model, made)
  return made
}

const numbers = new WeakMap<Draft, number>()
let latest = 0

/** A number of a draft, which is never that of another one. */
export function numberOf(draft: Draft): number {
  const number = numbers.get(draft) ?? ++latest
  numbers.set(draft, number)
  return number
}
