import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { positionIn } from '../../../compiler/problem.ts'
import { problemText } from '../../../compiler/problem-messages.ts'
import { readYaml } from '../../../compiler/read-yaml.ts'
import { plain } from '../../../compiler/tree.ts'
import type { Language } from '../../../model/model.ts'
import { demoFaults } from './demo-shape.ts'
import type { Drawings } from './drawing.ts'
import { SeedFault, seedFileName } from './seed-files.ts'

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
}

/** The number of rows of a resource, and their values. */
export interface Rows {
  /** A number, a range, or a field of `each` with the number (`each.staffCount`). */
  readonly rows?: number | Range | string
  /** This many for each record of this resource, to which the row refers. */
  readonly each?: string
  /** CEL over that record: only for records for which it is true. */
  readonly if?: string
  /** This many every day, or every working day. */
  readonly on?: 'days' | 'workdays'
  /** Range of creation days, relative to today; by default the days of the whole run. */
  readonly created?: Range
  /** Literal rows; references are given by display value. */
  readonly records?: readonly Readonly<Record<string, unknown>>[]
  /** The weight of each state of the lifecycle. */
  readonly states?: Readonly<Record<string, number>>
  /** Fields and lines that are filled only once the row has left the first state of its lifecycle. */
  readonly later?: readonly string[]
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
  /** `recent` applies to rows created within this many days, `else` to older ones. */
  readonly within?: number
  readonly recent?: Recipe
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
  /** A picture of this drawing; `times` of them if the field has several values. */
  readonly drawn?: string | readonly string[]
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
  return { ...none, ...((await readIfThere(fileOf(appDir), 'demo')) as Partial<Demo>), drawings: drawings as Drawings }
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
  return (plain(root) ?? {}) as object
}
