import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { positionIn } from '../../engine/compiler/problem.ts'
import { problemText } from '../../engine/compiler/problem-messages.ts'
import { readYaml } from '../../engine/compiler/read-yaml.ts'
import { at, entriesOf, type Node, plain } from '../../engine/compiler/tree.ts'
import type { Language } from '../../engine/model/model.ts'
import { SeedFault, seedFileName } from '../../engine/server/services/seed/seed-files.ts'
import { demoFaults } from './demo-shape.ts'
import type { Drawings } from './drawing.ts'

/** The demonstration described in `seeds/demo.yaml`; every part is optional. */
export interface Demo {
  /** Words by name, from which texts are generated: `{surname}`. */
  readonly words: Readonly<Record<string, readonly string[]>>
  /** Recipes of fields with these names, in any resource. */
  readonly fields: Readonly<Record<string, Recipe>>
  readonly resources: Readonly<Record<string, Rows>>
  /** The authors of the rows; by default the user who runs the seed. */
  readonly people?: People
  /** The tenant and its departments. */
  readonly organisation?: Organisation
  /** Roles by alias. */
  readonly roles?: Readonly<Record<string, DemoRole>>
  /** Accounts to sign in with, by name; by default one for each role of `roles.yaml`. */
  readonly accounts?: Readonly<Record<string, DemoAccount>>
  /** Weekdays on which no work is done. */
  readonly holidays: readonly string[]
  /** The drawings of pictures, from `seeds/drawings.yaml`. */
  readonly drawings: Drawings
  /** The lines in the file of the resources (`entInfo`), of what is said of them (`entInfo.fields.name`), and of accounts. */
  readonly lines?: ReadonlyMap<string, number>
}

/** The users of a demonstration, who have no password. */
export interface People {
  /** Their names: a text with `{words}`. */
  readonly name: string
  /** The number of users with the role `officer`, which sees the rows of every owner. */
  readonly officers: number
  /** Roles of which each owner has one user. */
  readonly owners?: readonly string[]
}

export interface Organisation {
  /** The tenant and its topmost department. */
  readonly name: string
  /** The name of the account `admin`. */
  readonly administrator: string
  /** Departments below the topmost one, in order. */
  readonly departments: readonly string[]
  /** CEL over the region of the first administrator. */
  readonly region?: string
}

/** What the users of a role of the descriptors are. */
export interface DemoRole {
  /** The kind of organisation that its users belong to, as stored in the column. */
  readonly sourceType?: string
  /** Departments assigned to officers in turn; users and accounts of other roles get the first. */
  readonly departments?: readonly string[]
}

export interface DemoAccount {
  readonly role: string
  readonly name: string
  /** The number of owners assigned to it; none without it. An account by default has three. */
  readonly owners?: number
  /** CEL over the owner: selects owners. */
  readonly where?: string
  /** CEL over records of a resource, by its name: owners with such a record are chosen first. */
  readonly having?: Readonly<Record<string, string>>
  /** CEL over the records to which a reference field of the user may refer: the first is assigned. */
  readonly refers?: Readonly<Record<string, string>>
  /** By resource and field, CEL over its records: the first of them gets the account in this field. */
  readonly linked?: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/** The number of rows of a resource, and their values. */
export interface Rows {
  /** A number, a range, or a field of `each` with the number (`each.staffCount`). */
  readonly rows?: number | Range | string
  /** This many for each record of this resource, to which the row refers. */
  readonly each?: string
  /** CEL over that record: only for records for which it is true. */
  readonly if?: string
  /** This many every day, working day or Monday, or on the working day of a field of `each` (`each.day`). */
  readonly on?: string
  /** Range of creation days, relative to today; by default the days of the whole run. */
  readonly created?: Range
  /** With `on`, CEL over the owner: records of these owners get rows on all days of the run. */
  readonly longer?: string
  /** With `on`, days on which there are no rows. */
  readonly gaps?: Range
  /** What differs for an owner, by its display value. */
  readonly owners?: Readonly<Record<string, Pick<Rows, 'rows' | 'states' | 'gaps' | 'fields' | 'created'>>>
  /** Literal rows; references are given by display value. */
  readonly records?: readonly Readonly<Record<string, unknown>>[]
  /** The weight of each state of the lifecycle. */
  readonly states?: Readonly<Record<string, number>>
  /** Fields and lines that are filled only once the row has left the first state of its lifecycle. */
  readonly later?: readonly string[]
  /** The probability of each of these actions, which a record makes as soon as it is allowed. */
  readonly actions?: Readonly<Record<string, number>>
  readonly fields?: Readonly<Record<string, Recipe>>
}

export type Range = readonly [least: number, most: number]

/** A literal value, a text with `{words}`, a choice of recipes, or instructions. */
export type Recipe = string | number | boolean | readonly Recipe[] | Instructions

/** The detailed form of a recipe. */
export interface Instructions {
  /** The probability that there is a value. */
  readonly share?: number
  /** The recipe to which `share` applies. */
  readonly value?: Recipe
  /** The weight of each value. */
  readonly weights?: Readonly<Record<string, number>>
  /** Recipes used in turn, by the index among the rows of one record. */
  readonly inTurn?: readonly Recipe[]
  /** A number in a range; multiplied by the field `per` (`each.seats`), rounded to multiples of `step`. */
  readonly between?: Range
  readonly per?: string
  readonly step?: number
  /** Days after the creation of the row, or after the field named by `after`. */
  readonly days?: Range
  readonly after?: string
  /** Range of times of day, `"06:30"`. */
  readonly time?: readonly [string, string]
  /** The field, or `each.field`, that selects the recipe: one by value, `else` for the rest. */
  readonly by?: string
  readonly cases?: Readonly<Record<string, Recipe>>
  readonly else?: Recipe
  /** The field of the `each` record to copy. */
  readonly copy?: string
  /** The text removed from the copy. */
  readonly without?: string
  /** A picture of this drawing. */
  readonly drawn?: string | readonly string[]
  /** The number of pictures or references of a field with several values. */
  readonly times?: Range
  /** CEL over a candidate, `it`: the records that may be referred to. */
  readonly among?: string
}

const none: Demo = { words: {}, fields: {}, resources: {}, holidays: [], drawings: {} }

const fileOf = (appDir: string, name = 'demo.yaml') => join(appDir, 'seeds', name)

/** Whether the app describes a demonstration. */
export const hasDemo = (appDir: string): boolean => existsSync(fileOf(appDir))

/** Reads `seeds/demo.yaml` and its drawings; without them, rows are generated from field types alone. */
export async function readDemo(appDir: string): Promise<Demo> {
  const drawings = await readIfThere(fileOf(appDir, 'drawings.yaml'), 'drawings')
  const demo = await readIfThere(fileOf(appDir), 'demo')
  return { ...none, ...demo, drawings: drawings as Drawings }
}

async function readIfThere(file: string, kind: 'demo' | 'drawings'): Promise<object> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  if (text.trim() === '') return {}
  const { root, faults } = readYaml(text)
  const [fault] = [...faults, ...(root.kind === 'scalar' && root.value === null ? [] : demoFaults(root, kind))]
  if (fault) {
    const { line, column } = positionIn({ file, text }, fault.offset)
    const { message, hint } = problemText(fault.code, fault.words)
    const both = (language: Language) => [message[language], hint?.[language]].filter(Boolean).join(' ')
    throw new SeedFault(`${seedFileName(file)}:${line}:${column}`, { zh: both('zh'), en: both('en') })
  }
  const value = (plain(root) ?? {}) as object
  return kind === 'demo' ? { ...value, lines: linesOf(root, text) } : value
}

/** The lines of the keys of resources, down to those of their fields. */
function linesOf(root: Node, text: string): Map<string, number> {
  const lines = new Map<string, number>()
  const note = (node: Node | undefined, prefix: string, depth: number) => {
    for (const { key, keyStart, value } of entriesOf(node)) {
      lines.set(`${prefix}${key}`, positionIn({ file: '', text }, keyStart).line)
      if (depth > 1) note(value, `${prefix}${key}.`, depth - 1)
    }
  }
  note(at(root, 'resources'), '', 3)
  note(at(root, 'accounts'), 'accounts.', 1)
  return lines
}
