import { sql } from 'kysely'
import type { Compiled } from '../../compiler/compile.ts'
import { type Draft, sourcePositionOf } from '../../compiler/draft.ts'
import { at, type Node } from '../../compiler/tree.ts'
import type { Model } from '../../model/model.ts'
import type { Database } from '../database/database.ts'
import { noTable } from './revision-row.ts'
import type { ServedProblem } from './served-problem.ts'

/** A part that may declare former names. */
interface Part {
  /** Among all parts: `resource/shop/name`. */
  readonly path: string
  readonly name: string
  readonly renamedFrom?: readonly string[] | undefined
  /** Where it is declared: the subject of the file, its name, and the keys to the part. */
  readonly place: readonly [subject: string, file: string, ...keys: string[]]
}

/** Warnings about former names that no part has had, by the paths of their parts. */
export type UnknownFormerNames = ReadonlyMap<string, ServedProblem>

/**
 * The former names that a change of the descriptors declares, where the served Model and the kept revisions had none of
 * them. What was unknown before remains so until its declaration changes.
 */
export async function unknownFormerNames(
  { kysely }: Database,
  before: Model | undefined,
  { model, drafts }: Compiled,
  known: UnknownFormerNames,
): Promise<UnknownFormerNames> {
  if (!before || !model) return known
  const found = new Map<string, ServedProblem>()
  const scopes = scopesOf(before)
  for (const [scope, parts] of scopesOf(model)) {
    if (parts.every(({ renamedFrom }) => renamedFrom === undefined)) continue
    const former = formerScope(scopes, model, scope)
    // Of a new resource or dictionary, nothing is known.
    if (!former) continue
    const namesOf = ({ path, name, renamedFrom = [] }: Part) => [name, ...(known.has(path) ? [] : renamedFrom)]
    const names = new Set(former.flatMap(namesOf))
    for (const { path, name, renamedFrom, place } of parts) {
      if (!renamedFrom) continue
      const isOld = isSame(former.find(one => one.name === name)?.renamedFrom, renamedFrom)
      if ((isOld && !known.has(path)) || renamedFrom.some(one => names.has(one))) continue
      // A kept revision contains the mistake too.
      if (!isOld && (await wasKept(kysely, renamedFrom))) continue
      const gone = former.map(one => one.name).filter(one => !parts.some(part => part.name === one))
      found.set(path, unknown(name, renamedFrom, gone, placeOf(drafts, place)))
    }
  }
  return found
}

const isSame = (one: readonly string[] = [], other: readonly string[] = []) => one.join() === other.join()

/** The parts among which a name is unique. */
function scopesOf({ resources, dictionaries }: Model): Map<string, readonly Part[]> {
  return new Map([
    [
      'resource',
      Object.values(resources).map(({ name, renamedFrom }) => ({
        path: `resource/${name}`,
        name,
        renamedFrom,
        place: ['resource', name],
      })),
    ],
    [
      'dictionary',
      Object.values(dictionaries).map(({ code, renamedFrom }) => ({
        path: `dictionary/${code}`,
        name: code,
        renamedFrom,
        place: ['dictionary', code],
      })),
    ],
    ...Object.values(resources).map(({ name: resource, fields }): [string, Part[]] => [
      `resource/${resource}`,
      fields.map(({ name, renamedFrom }) => ({
        path: `resource/${resource}/${name}`,
        name,
        renamedFrom,
        place: ['resource', resource, 'fields', name],
      })),
    ]),
    ...Object.values(dictionaries).map(({ code, entries }): [string, Part[]] => [
      `dictionary/${code}`,
      entries.map(({ name, key, renamedFrom }) => ({
        path: `dictionary/${code}/${key}`,
        name: key,
        renamedFrom,
        place: ['dictionary', code, 'entries', name],
      })),
    ]),
  ])
}

/** The same parts before; those of a resource or a dictionary by its former name too. */
function formerScope(scopes: ReturnType<typeof scopesOf>, after: Model, scope: string): readonly Part[] | undefined {
  const [subject, name = ''] = scope.split('/')
  const { renamedFrom = [] } = (subject === 'resource' ? after.resources[name] : after.dictionaries[name]) ?? {}
  const parts = [scope, ...renamedFrom.map(one => `${subject}/${one}`)].flatMap(one => scopes.get(one) ?? [])
  return parts.length > 0 ? parts : undefined
}

/** Whether a kept revision contains one of the names as a word. */
async function wasKept(queries: Database['kysely'], names: readonly string[]): Promise<boolean> {
  const words = names.map(name => `\\m${name.replace(/[^\p{L}\p{N}_]/gu, '.')}\\M`).join('|')
  const { rows } = await sql`select from engine_former_revision where sources::text ~ ${words} limit 1`
    .execute(queries)
    .catch(noTable)
  return rows.length > 0
}

/** In the file of the part, or in that of a mixin. */
function placeOf(drafts: readonly Draft[], [subject, file, ...keys]: Part['place']): ServedProblem['at'] | undefined {
  const own = drafts.filter(draft => draft.subject === subject && draft.name === file)
  const mixins = keys.length > 0 ? drafts.filter(draft => draft.subject === 'mixin') : []
  for (const draft of [...own, ...mixins]) {
    const part = keys.reduce<Node | undefined>((node, key) => at(node, key), draft.root)
    const node = at(part, 'renamedFrom')
    if (node) return sourcePositionOf(draft, node.start)
  }
  return undefined
}

const mostNamed = 5

function unknown(
  name: string,
  renamedFrom: readonly string[],
  gone: readonly string[],
  place: ServedProblem['at'] | undefined,
): ServedProblem {
  const names = gone.slice(0, mostNamed).map(one => `“${one}”`)
  const also = gone.map(one => `"${one}"`).slice(0, mostNamed)
  return {
    code: 'renamed-from.unknown',
    severity: 'warning',
    ...(place && { at: place }),
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
