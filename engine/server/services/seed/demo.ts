import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readYaml } from '../../../compiler/read-yaml.ts'
import { plain } from '../../../compiler/tree.ts'
import type { Drawings } from './drawing.ts'

/** What an app says of its demonstration in `seeds/demo.yaml`; all of it may be left out. */
export interface Demo {
  /** Words that texts are put together from, by name: `{surname}`. */
  readonly words: Readonly<Record<string, readonly string[]>>
  /** What fields of these names hold, whosever they are. */
  readonly fields: Readonly<Record<string, Recipe>>
  readonly resources: Readonly<Record<string, Rows>>
  /** Who made the rows; by default the user who fills the database. */
  readonly people?: People
  /** The tenant and its departments. */
  readonly organisation?: Organisation
  /** Roles by alias. */
  readonly roles?: Readonly<Record<string, DemoRole>>
  /** Accounts to sign in with, by name; by default one for each role that access rules name. */
  readonly accounts?: Readonly<Record<string, DemoAccount>>
  /** Working days that are none. */
  readonly holidays: readonly string[]
  /** What pictures show, from `seeds/drawings.yaml`. */
  readonly drawings: Drawings
}

/** The people of a demonstration, who have no password. */
export interface People {
  /** How they are called: a text with `{words}` in it. */
  readonly name: string
  /** How many have the role `officer`, which sees the rows of every owner. */
  readonly officers: number
  /** Roles of which each owner has one person. */
  readonly owners?: readonly string[]
}

export interface Organisation {
  /** The tenant and its topmost department. */
  readonly name: string
  /** How the account `admin` is called. */
  readonly administrator: string
  /** Departments below the topmost, in their order. */
  readonly departments: readonly string[]
}

export interface DemoRole {
  readonly title: string
  /** Permission codes, `entInfo_*` for all of a resource; by default what the access rules of the descriptors give. */
  readonly allow?: readonly string[]
  /** What kind of organisation its people belong to, as the column stores it. */
  readonly sourceType?: string
  /** Departments of its people, in turn. */
  readonly departments?: readonly string[]
}

export interface DemoAccount {
  readonly role: string
  readonly name: string
  /** How many owners it works for; absent: it sees what its role sees. */
  readonly owners?: number
  /** CEL over the owner: which of them. */
  readonly where?: string
  /** CEL over records of a resource, by its name: first the owners that have such a record. */
  readonly having?: Readonly<Record<string, string>>
}

/** How many rows a resource has, and what they hold. */
export interface Rows {
  /** So many, between two numbers, or as many as a field of `each` says (`each.staffCount`). */
  readonly rows?: number | Range | string
  /** So many for each record of this resource, which the row refers to. */
  readonly each?: string
  /** CEL over that record: only for those of which it holds. */
  readonly if?: string
  /** So many every day, or every working day. */
  readonly on?: 'days' | 'workdays'
  /** When rows were made, in days from today; over the days asked for unless said. */
  readonly created?: Range
  /** Rows as they are: references by what stands for a record. */
  readonly records?: readonly Readonly<Record<string, unknown>>[]
  /** How likely each state of the lifecycle is. */
  readonly states?: Readonly<Record<string, number>>
  /** What a row has only once it left the first state of its lifecycle: fields, and lines. */
  readonly later?: readonly string[]
  readonly fields?: Readonly<Record<string, Recipe>>
}

export type Range = readonly [least: number, most: number]

/** A value as it is, a text with `{words}` in it, one of several recipes, or what a mapping says. */
export type Recipe = string | number | boolean | readonly Recipe[] | Instructions

/** The longer ways to say what a field holds. */
export interface Instructions {
  /** How likely there is a value at all. */
  readonly share?: number
  /** The recipe that the share is of. */
  readonly value?: Recipe
  /** How likely each value is. */
  readonly weights?: Readonly<Record<string, number>>
  /** The recipes in turn, by the place among the rows of one record. */
  readonly inTurn?: readonly Recipe[]
  /** A number between two; for each unit of the field `per` (`each.seats`), and in multiples of `step`. */
  readonly between?: Range
  readonly per?: string
  readonly step?: number
  /** `recent` for rows that were made within so many days, `else` for older ones. */
  readonly within?: number
  readonly recent?: Recipe
  /** Days after the row was made, or after the field that `after` names. */
  readonly days?: Range
  readonly after?: string
  /** Times of day, `"06:30"`. */
  readonly time?: readonly [string, string]
  /** What another field holds, or `each.field`, decides: a recipe by value, `else` for the rest. */
  readonly by?: string
  readonly cases?: Readonly<Record<string, Recipe>>
  readonly else?: Recipe
  /** The value of that field of the record that `each` stands for. */
  readonly copy?: string
  /** What is left out of the text that is copied. */
  readonly without?: string
  /** A picture of that drawing; `times` as many where the field holds several. */
  readonly drawn?: string | readonly string[]
  readonly times?: Range
  /** CEL over a candidate, `it`: which records are referred to. */
  readonly among?: string
}

const none: Demo = { words: {}, fields: {}, resources: {}, holidays: [], drawings: {} }

const fileOf = (appDir: string, name = 'demo.yaml') => join(appDir, 'seeds', name)

/** Whether the app says anything of a demonstration. */
export const hasDemo = (appDir: string): boolean => existsSync(fileOf(appDir))

/** Reads the app's `seeds/demo.yaml` and its drawings; an app without is filled by its field types alone. */
export async function readDemo(appDir: string): Promise<Demo> {
  const drawings = await readIfThere(fileOf(appDir, 'drawings.yaml'))
  return { ...none, ...((await readIfThere(fileOf(appDir))) as Partial<Demo>), drawings: drawings as Drawings }
}

async function readIfThere(file: string): Promise<object> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  if (text.trim() === '') return {}
  const { root, faults } = readYaml(text)
  if (faults[0]) throw new Error(`${file}: ${faults[0].code} at ${faults[0].offset}.`)
  return plain(root) as object
}
