import { createHash } from 'node:crypto'
import { lstatSync, readdirSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { nearest } from '../../../fields/nearest.ts'
import type { Bilingual, Model, Resource } from '../../../model/model.ts'
import { referenceOf } from '../../database/shape.ts'
import { isWorthRetry, refusalOf } from '../../errors/database-errors.ts'
import { type ChildPart, partsOf } from '../../store/referring.ts'

/** Thrown when a seed cannot be read or stored. Its text names the file and the line. */
export class SeedFault extends Error {
  readonly text: Bilingual

  constructor(at: string, { zh, en }: Bilingual, cause?: unknown) {
    super(`${at}: ${en}`, { cause })
    this.text = { zh: `${at}：${zh}`, en: this.message }
  }
}

/** The file of a resource, and those of its lines. */
export interface Seed {
  readonly resource: Resource
  readonly file: string
  readonly lines: readonly { readonly part: ChildPart; readonly file: string }[]
}

/** The seeds `seeds/<entity>.csv` or `.csv.gz` of an app: parents before their children, lines with their records. */
export function seedsOf(model: Model, appDir: string): Seed[] {
  const folder = join(appDir, 'seeds')
  assureResources(model, folder)
  return referredFirst(model).flatMap(resource => seedOf(model, resource, folder) ?? [])
}

/** Refuses a file whose name is not that of a resource: its rows would be missing without a word. */
function assureResources({ resources }: Model, folder: string): void {
  // With the dot, a file in place of the folder is refused.
  if (!isPresent(`${folder}/.`)) return
  for (const file of readdirSync(folder)) {
    assureRead(file)
    const [, name] = /^(.+)\.csv(?:\.gz)?$/.exec(file) ?? []
    if (name === undefined || Object.hasOwn(resources, name)) continue
    const [near] = nearest(name, Object.keys(resources), 1)
    throw new SeedFault(seedFileName(file), {
      zh: `没有名为“${name}”的资源。文件名应是资源的名称${near === undefined ? '' : `，例如 ${near}.csv`}。`,
      en: `there is no resource "${name}". A seed has the name of its resource${near === undefined ? '' : `, such as ${near}.csv`}.`,
    })
  }
}

/** Refuses a file with rows in a format that is not read: they would be missing without a word. */
function assureRead(file: string): void {
  if (!/\.(ya?ml|json|xlsx?|sql|tsv)$/i.test(file) || /^(demo|drawings)\.yaml$/.test(file)) return
  const [name = ''] = file.split('.')
  const right = /^(demo|drawings)$/i.test(name) ? `${name.toLowerCase()}.yaml` : `${name}.csv`
  throw new SeedFault(seedFileName(file), {
    zh: `不会被读取。初始数据写成 CSV 文件，演示数据写在 demo.yaml 里，例如 ${right}。`,
    en: `it is not read. Initial rows are CSV files, and a demonstration is described in demo.yaml, such as ${right}.`,
  })
}

/** The name of a file in messages: `seeds/ward.csv`. */
export const seedFileName = (file: string): string => `seeds/${basename(file)}`

/** A digest of all files of a seed. */
export async function digestOfSeed({ file, lines }: Seed): Promise<string> {
  const digest = createHash('sha256')
  for (const one of [file, ...lines.map(({ file }) => file)]) digest.update(await readFile(one))
  return digest.digest('hex')
}

/** A refusal of the rows as an error that names the file. */
export function located(at: string, error: unknown): unknown {
  const refusal = refusalOf(error)
  if (!refusal || refusal.status >= 500 || isWorthRetry(error)) return error
  const faults = Object.entries(refusal.errors ?? {})
  const zh = faults.map(([name, text]) => `${name}：${text.zh}`).join('；')
  const en = faults.map(([name, text]) => `${name}: ${text.en}`).join('; ')
  return new SeedFault(at, { zh: zh || refusal.text.zh, en: en || refusal.message }, error)
}

function seedOf(model: Model, resource: Resource, folder: string): Seed | undefined {
  const file = seedFile(folder, resource)
  const lines = partsOf(model, resource).flatMap(part => {
    const file = seedFile(folder, part.resource)
    return file === undefined ? [] : [{ part, file }]
  })
  if (file !== undefined) return { resource, file, lines }
  const [alone] = lines
  if (alone)
    throw new SeedFault(seedFileName(alone.file), {
      zh: `文件里是明细，却没有它们所属记录的文件 ${resource.name}.csv。`,
      en: `the file contains lines, but there is no ${resource.name}.csv with their records.`,
    })
  return undefined
}

/** The seed of a resource, if there is one. */
function seedFile(folder: string, { name }: Resource): string | undefined {
  const [file, other] = [`${name}.csv`, `${name}.csv.gz`].map(one => join(folder, one)).filter(isPresent)
  if (file !== undefined && other !== undefined)
    throw new SeedFault(seedFileName(file), {
      zh: `与 ${seedFileName(other)} 是同一张表的初始数据，只能保留一个。`,
      en: `${seedFileName(other)} is a seed of the same table: only one may exist.`,
    })
  // Opening a named pipe would wait for a writer.
  if (file !== undefined && !isFile(file))
    throw new SeedFault(seedFileName(file), { zh: '不是文件。', en: 'it is not a file.' })
  return file
}

function isPresent(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const [zh, en] = [`不是可以读取的文件夹（${code}）。`, `it is no folder that can be read (${code}).`]
    throw new SeedFault('seeds', { zh, en }, error)
  }
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile()
  } catch {
    return false
  }
}

/** Resources after those to which they refer, without lines; cycles are broken at the first resource reached. */
function referredFirst(model: Model): Resource[] {
  const ordered = new Set<Resource>()
  const begun = new Set<Resource>()
  const take = (resource: Resource): void => {
    if (begun.has(resource)) return
    begun.add(resource)
    for (const field of resource.fields) for (const { of } of referenceOf(model, field)) take(of)
    ordered.add(resource)
  }
  for (const resource of Object.values(model.resources)) take(resource)
  return [...ordered].filter(({ readOnly, partOf }) => !readOnly && !partOf)
}
