import type { Resource } from '../../../model/model.ts'
import { accessTo } from '../../auth/access.ts'
import { sql, word } from '../../database/fragment.ts'
import { runAll } from '../../database/run.ts'
import type { Row } from '../../database/shape.ts'
import { hasInitialValues, initialChange, insertInitial } from '../../store/initial-rows.ts'
import { lockRecords } from '../../store/lock.ts'
import { ownTenant } from '../../store/own-tenant.ts'
import type { LineInput, StoredRecord } from '../../store/plan-lines.ts'
import type { Work } from '../../store/work.ts'
import { type NewRecord, type StoredChange, updateMany } from '../../store/write.ts'
import type { LoadedRow, LoadedSeed } from './loaded-seeds.ts'
import type { NamedRecords } from './named-records.ts'
import { located, type Seed, seedFileName } from './seed-files.ts'
import { type SeedLines, type SeedRecord, seedRecords } from './seed-records.ts'
import { recordOfSeed } from './seed-rows.ts'

/**
 * What becomes of a row of a changed seed: it is added or replaced, or nothing is written, because users edited or
 * deleted its record, or several records have its name.
 */
export type SeedRowChange = 'added' | 'replaced' | 'edited' | 'deleted' | 'ambiguous'

/** A row that a changed seed concerns: its id, of one without a known record the text that names it. */
export interface SeedRowView {
  readonly tenantId: string
  readonly id: string
  readonly change: SeedRowChange
}

/** What a changed seed does to the rows of a tenant. */
export interface SeedDifference {
  readonly counts: Readonly<Record<SeedRowChange, number>>
  /** The first rows. */
  readonly rows: readonly SeedRowView[]
  /** Rows that are written only after a confirmation. */
  readonly waiting: number
  readonly added: readonly NewRecord[]
  readonly replaced: readonly StoredChange[]
  /** The rows of the seed that the tenant has once it is applied. */
  readonly after: LoadedSeed['rows']
}

/** The counts of a seed that concerns no row. */
export const noRows: SeedDifference['counts'] = { added: 0, replaced: 0, edited: 0, deleted: 0, ambiguous: 0 }
/** The most rows that are shown of a seed. */
export const maxShownRows = 100
const rowsAtOnce = 1000

/**
 * Compares a seed with what a tenant has of it; undefined `before` in a database whose engine did not record it. New rows
 * are added to the records that rows may name, if `named` is given.
 */
export async function differenceOf(
  work: Work,
  seed: Seed,
  before: LoadedSeed | undefined,
  named?: NamedRecords,
): Promise<SeedDifference> {
  const { tenantId } = work.ctx.actor
  const known: LoadedSeed['rows'] = before?.rows ?? new Map()
  const after = new Map(known)
  const [added, replaced]: [NewRecord[], StoredChange[]] = [[], []]
  const counts = { ...noRows }
  const rows: SeedRowView[] = []
  const note = (change: SeedRowChange, { match, id, name, at }: SeedRecord) => {
    counts[change] += 1
    if (rows.length < maxShownRows) rows.push({ tenantId, id: match === 'one' ? id : (name ?? at), change })
  }
  const compare = async (some: readonly SeedRecord[]) => {
    const stored = await storedRows(work, seed.resource, some)
    for (const row of some) {
      const compared = await comparedTo(work, seed.resource, row, known.get(row.key), stored.get(row.id))
      const { change, version, record, replacement } = compared
      after.set(row.key, { id: row.id, version, digest: row.digest })
      if (record) {
        added.push(record)
        await named?.add(work, seed.resource, row.id, row.values)
      }
      if (replacement) replaced.push(replacement)
      if (change) note(change, row)
    }
  }
  // Where no row of the file was loaded, all may be rows of users.
  let isKnown = before?.rows.size === 0
  const open: SeedRecord[] = []
  for await (const row of seedRecords(work, seed, known, named)) {
    const { key, digest, match, name } = row
    const loaded = known.get(key)
    isKnown ||= loaded !== undefined
    if (loaded?.digest === digest) continue
    if (match === 'several' || (!before && match === 'none' && name === undefined)) {
      after.set(key, { id: '', version: 0, digest })
      // Without a record of the seed, it is taken to be loaded.
      if (before) note('ambiguous', row)
    } else if (open.push(row) === rowsAtOnce) await compare(open.splice(0))
  }
  await compare(open)
  const waiting = counts.replaced > 0 || !isKnown ? counts.added + counts.replaced : 0
  return { counts, rows, waiting, added, replaced, after }
}

/** Writes the rows that were added and replaced. */
export async function writeDifference(
  work: Work,
  { resource, file }: Seed,
  { added, replaced }: Pick<SeedDifference, 'added' | 'replaced'>,
): Promise<void> {
  const access = accessTo(work.ctx, resource, 'edit')
  const stored = new Set<string>()
  try {
    for (let at = 0; at < replaced.length; at += rowsAtOnce)
      await updateMany(work, resource, access, replaced.slice(at, at + rowsAtOnce), 'initial')
    for (let at = 0; at < added.length; at += rowsAtOnce) {
      const some = added.slice(at, at + rowsAtOnce)
      await insertInitial(work, resource, some, stored)
      for (const { id } of some) stored.add(String(id))
    }
  } catch (error) {
    throw located(seedFileName(file), error)
  }
}

/** What a row of the file does, undefined for nothing, and the version of its record afterwards. */
interface Compared {
  readonly change?: SeedRowChange
  readonly version: number
  readonly record?: NewRecord
  readonly replacement?: StoredChange
}

/** The stored row of a record; `record` is undefined where it is deleted. */
interface StoredRow {
  readonly version: number
  /** Neither created nor changed by a user. */
  readonly isOfServer: boolean
  readonly record: StoredRecord | undefined
}

async function storedRows(
  work: Work,
  resource: Resource,
  rows: readonly SeedRecord[],
): Promise<ReadonlyMap<string, StoredRow>> {
  const { ctx, queries } = work
  const ids = rows.flatMap(({ match, id }) => (match === 'one' ? [id] : []))
  const records = await lockRecords(work, resource, accessTo(ctx, resource, 'edit'), ids)
  const found = await runAll(
    queries,
    sql`select t.id::text as id, t.version::integer as version,
        t.version = 1 and t.create_user is null as "isOfServer"
      from ${word(`"${resource.table}" t`)} where t.id = any(${ids}::bigint[])${ownTenant(ctx, resource)}`,
  )
  return new Map(
    found.map(row => {
      const [id, version] = [String(row['id']), Number(row['version'])]
      return [id, { version, isOfServer: row['isOfServer'] === true, record: records.get(id) }]
    }),
  )
}

async function comparedTo(
  work: Work,
  resource: Resource,
  row: SeedRecord,
  loaded: LoadedRow | undefined,
  stored: StoredRow | undefined,
): Promise<Compared> {
  if (!stored && !loaded) return { change: 'added', version: 1, record: await recordOfSeed(work, resource, row) }
  // That of an edited record is not recorded, so it stays edited.
  const kept = loaded?.version ?? 0
  if (!stored?.record) return { change: 'deleted', version: kept }
  const { record, version, isOfServer } = stored
  const isEdited = loaded ? version !== loaded.version : !isOfServer
  if (isEdited) {
    const isSame = !row.lines && hasInitialValues(resource, record, row.values)
    return isSame ? { version: kept } : { change: 'edited', version: kept }
  }
  const lines = row.lines && new Map([...row.lines].map(([part, all]) => [part, linesFor(all, record.lines.get(part))]))
  const given = { values: row.values, ...(lines && { lines }) }
  const replacement = await initialChange(work, resource, record, given).catch((error: unknown) => {
    throw located(row.at, error)
  })
  return replacement ? { change: 'replaced', version: version + 1, replacement } : { version }
}

/** All lines of a record; without ids in the file, each is the stored one at its position. */
function linesFor(rows: SeedLines, stored: readonly Row[] = []): LineInput {
  const ids = stored.map(line => String(line['id']))
  const lines = rows.map(({ id, values }, at) => {
    if (id === undefined) return { id: ids[at], values }
    return ids.includes(id) ? { id, values } : { id: undefined, values: { ...values, id } }
  })
  return { kind: 'all', lines }
}
