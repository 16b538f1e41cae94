import type { Compiled } from '../../compiler/compile.ts'
import { type Draft, draftOf, sourcePositionOf } from '../../compiler/draft.ts'
import { kinds } from '../../compiler/kinds.ts'
import { at, entriesOf, type Node, textOf } from '../../compiler/tree.ts'
import { isBound } from '../../fields/traits.ts'
import type { Dictionary, Model, Resource } from '../../model/model.ts'
import { stepsOf } from '../../model/steps.ts'
import type { Database } from '../database/database.ts'
import { sql } from '../database/fragment.ts'
import { execute } from '../database/run.ts'
import { noTable } from './revision-row.ts'
import type { ServedProblem } from './served-problem.ts'

/** A part that may declare former names. */
interface Part {
  readonly name: string
  readonly renamedFrom?: readonly string[] | undefined
  /** Its key where that is not its name. */
  readonly key?: string
}

/** A map in the files: the subject of the file, its name, and the keys to the map. */
type Place = readonly [subject: string, file: string, ...keys: string[]]

/** The parts among which a name is unique. */
interface Scope {
  readonly parts: readonly Part[]
  /** Its own name among all scopes, and those that it had if what contains it was renamed. */
  readonly names: readonly [string, ...string[]]
  /** Where its parts are, also in files of earlier names. Without a place, each part is a file. */
  readonly places: readonly Place[]
}

/** Warnings about former names that no part has had, by the paths of their parts. */
export type UnknownFormerNames = ReadonlyMap<string, ServedProblem>

/**
 * The former names that a change of the app's descriptors declares, where the served Model and the kept revisions had
 * none of them. What was unknown before remains so until its declaration changes.
 */
export async function unknownFormerNames(
  { kysely }: Database,
  before: Model | undefined,
  { model, drafts }: Compiled,
  known: UnknownFormerNames,
): Promise<UnknownFormerNames> {
  // Nothing had a name in an empty database.
  if (!model || !before || Object.keys(before.resources).length === 0) return known
  const ofApp = drafts.filter(({ source }) => source.origin === 'app')
  const found = new Map<string, ServedProblem>()
  const scopes = new Map(scopesOf(before).map(scope => [scope.names[0], scope]))
  for (const scope of scopesOf(model)) {
    const { parts, names: scopeNames } = scope
    if (parts.every(({ renamedFrom }) => renamedFrom === undefined)) continue
    const formerScopes = scopeNames.flatMap(name => scopes.get(name) ?? [])
    // Of a new resource, dictionary or step, nothing is known.
    if (formerScopes.length === 0) continue
    const former = formerScopes.flatMap(one => one.parts)
    const pathOf = ({ name }: Part) => `${scopeNames[0]}/${name}`
    const namesOf = (part: Part) => [part.name, ...(known.has(pathOf(part)) ? [] : (part.renamedFrom ?? []))]
    const names = new Set(former.flatMap(namesOf))
    for (const part of parts) {
      const { name, renamedFrom } = part
      if (!renamedFrom) continue
      const isOld = isSame(former.find(one => one.name === name)?.renamedFrom, renamedFrom)
      if ((isOld && !known.has(pathOf(part))) || renamedFrom.some(one => names.has(one))) continue
      if (!isOld && (await wasKept(kysely, scope, renamedFrom))) continue
      const gone = former.map(one => one.name).filter(one => !parts.some(other => other.name === one))
      const place = placeOf(ofApp, scope, part)
      if (place) found.set(pathOf(part), unknown(name, renamedFrom, gone, place))
    }
  }
  return found
}

const isSame = (one: readonly string[] = [], other: readonly string[] = []) => one.join() === other.join()

/** The scopes of all kinds of parts that accept `renamedFrom`. */
function scopesOf({ resources, dictionaries, roles, menus, pages, parameters }: Model): Scope[] {
  return [
    { names: ['resource'], places: [], parts: Object.values(resources) },
    { names: ['dictionary'], places: [], parts: Object.values(dictionaries).map(one => ({ ...one, name: one.code })) },
    ofFile(
      'roles',
      roles.map(one => ({ ...one, name: one.alias })),
    ),
    ofFile('menus', menus.map(named)),
    ofFile('pages', pages.map(named)),
    ofFile('parameters', parameters.map(named)),
    ...Object.values(resources).flatMap(scopesOfResource),
    ...Object.values(dictionaries).map(scopeOfEntries),
  ]
}

const named = <One extends { readonly key: string }>(one: One) => ({ ...one, name: one.key })

const ofFile = (subject: string, parts: readonly Part[]): Scope => ({
  names: [subject],
  places: [[subject, subject]],
  parts: parts.map(({ name, renamedFrom }) => ({ name, renamedFrom })),
})

const namesOfPart = ({ name, renamedFrom = [] }: Part): readonly [string, ...string[]] => [name, ...renamedFrom]

function scopesOfResource(resource: Resource): Scope[] {
  const [own, ...former] = namesOfPart(resource)
  const scope = (kind: string, parts: readonly Part[], ...maps: readonly (readonly string[])[]): Scope => ({
    names: [`${kind}/${own}`, ...former.map(name => `${kind}/${name}`)],
    places: maps.flatMap(keys => [own, ...former].map((name): Place => ['resource', name, ...keys])),
    parts,
  })
  const inputs = stepsOf(resource).map((step): Scope => {
    const [stepName, ...formerSteps] = namesOfPart(step)
    const maps = [stepName, ...formerSteps].flatMap(name => stepMaps.map(keys => [...keys, name, 'input']))
    const { names, ...rest } = scope('input', step.input, ...maps)
    const ofSteps = names.flatMap(name => [stepName, ...formerSteps].map(one => `${name}/${one}`))
    return { ...rest, names: [`input/${own}/${stepName}`, ...ofSteps] }
  })
  return [
    // The field of a bind has the former names of the bind.
    scope(
      'field',
      resource.fields.filter(field => !isBound(field)),
      ['fields'],
    ),
    scope('step', stepsOf(resource), ...stepMaps),
    scope('bind', resource.binds, ['bind']),
    ...inputs,
  ]
}

const stepMaps = [['lifecycle', 'transitions'], ['actions']] as const

/** The former names of entries are keys. */
function scopeOfEntries({ code, renamedFrom = [], entries }: Dictionary): Scope {
  return {
    names: [`entry/${code}`, ...renamedFrom.map(name => `entry/${name}`)],
    places: [code, ...renamedFrom].map((name): Place => ['dictionary', name, 'entries']),
    parts: entries.map(one => ({ name: one.key, key: one.name, renamedFrom: one.renamedFrom })),
  }
}

/** Whether a part of the scope had one of the names in a kept revision. Its former names do not count: one may be the mistake. */
async function wasKept(queries: Database['kysely'], scope: Scope, names: readonly string[]): Promise<boolean> {
  const {
    names: [subject],
    places,
  } = scope
  const folders = subject === 'menus' ? names.map(folder) : []
  const ofParts =
    places.length > 0 ? places.map(([of, file]) => fileOf(of, file)) : names.map(name => fileOf(subject, name))
  const files = [...ofParts, ...folders, ...(places.length > 0 ? ['^mixins/'] : [])]
  const { rows } = await execute<{ file: string; text: string }>(
    queries,
    sql`
    select distinct s ->> 'file' as file, s ->> 'text' as text
    from engine_former_revision, jsonb_array_elements(sources) s where s ->> 'file' ~ ${files.join('|')}`,
  ).catch(noTable)
  return rows.some(({ file, text }) => {
    if (places.length === 0 || folders.some(one => new RegExp(one).test(file))) return true
    const draft = draftOf({ file, text, origin: 'app' }, kinds)
    return places.some(([of, , ...keys]) => {
      const parts = draft && [of, 'mixin'].includes(draft.subject) ? entriesOf(nodeAt(draft, keys)) : []
      return parts.some(({ key, value }) => names.includes(key) || names.includes(textOf(at(value, 'key')) ?? ''))
    })
  })
}

const escaped = (name: string): string => name.replace(/[^\p{L}\p{N}_]/gu, '.')
const fileOf = (subject: string, name: string): string =>
  subject === 'resource'
    ? `^resources/[^/]+/${escaped(name)}\\.yaml$`
    : subject === 'dictionary'
      ? `^dictionaries/${escaped(name)}\\.yaml$`
      : `^${subject}\\.yaml$`
/** A folder of resources is a group of the menu without a declaration. */
const folder = (name: string): string => `^resources/${escaped(name)}/`

const nodeAt = ({ root }: Draft, keys: readonly string[]): Node | undefined =>
  keys.reduce<Node | undefined>((node, key) => at(node, key), root)

/** In the file of the part, or in that of a mixin. */
function placeOf(
  drafts: readonly Draft[],
  { names: [subject], places }: Scope,
  part: Part,
): ServedProblem['at'] | undefined {
  const all: readonly Place[] = places.length > 0 ? places : [[subject, part.name]]
  const key = places.length > 0 ? [part.key ?? part.name] : []
  for (const [of, file, ...keys] of all) {
    const own = drafts.filter(draft => draft.subject === of && draft.name === file)
    const mixins = keys.length > 0 ? drafts.filter(draft => draft.subject === 'mixin') : []
    for (const draft of [...own, ...mixins]) {
      const node = at(nodeAt(draft, [...keys, ...key]), 'renamedFrom')
      if (node) return sourcePositionOf(draft, node.start)
    }
  }
  return undefined
}

const maxNamed = 5

function unknown(
  name: string,
  renamedFrom: readonly string[],
  gone: readonly string[],
  place: ServedProblem['at'],
): ServedProblem {
  const names = gone.slice(0, maxNamed).map(one => `“${one}”`)
  const also = gone.map(one => `"${one}"`).slice(0, maxNamed)
  return {
    code: 'renamed-from.unknown',
    severity: 'warning',
    at: place,
    message: {
      zh: `“${name}”的曾用名“${renamedFrom.join('、')}”从未存在，没有数据随之改名。`,
      en: `"${name}" was renamed from "${renamedFrom.join(', ')}", but nothing had that name: no values were moved.`,
    },
    hint:
      gone.length > 0
        ? {
            zh: `请改成原来的名称，已去掉的有：${names.join('、')}；没有改名则删去 renamedFrom。`,
            en: `Write the former name (removed names: ${also.join(', ')}), or remove \`renamedFrom\` if nothing was renamed.`,
          }
        : {
            zh: '请改成原来的名称；没有改名则删去 renamedFrom。',
            en: 'Correct the former name, or remove `renamedFrom` if nothing was renamed.',
          },
  }
}
