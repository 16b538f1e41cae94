import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { hasSameResource } from '../../model/basis.ts'
import { resourceName } from '../../model/ids.ts'
import type { Model } from '../../model/model.ts'
import type { Queries } from '../database/database.ts'
import { sql } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'

/** Milliseconds for which a takeover waits for long work before it requests a stop, and after that. */
const usualPatience = 30_000
const lookMilliseconds = 100
/** Seconds without a unit after which the process of long work has ended. */
const leaseSeconds = 20

interface TakeoverParts {
  readonly queries: Queries
  readonly log: Logger
  readonly patience?: number
  /** Ends the wait when the process stops. */
  readonly signal?: AbortSignal
  /** What a waiting process does between two looks; false if the takeover ends without effect. */
  goesOn(): Promise<boolean>
}

/**
 * Waits until no import or bulk operation runs on a resource that is another one in the next Model. After 30 s it
 * requests a stop, which they make between two transactions; it waits as long for that. False if the takeover ended.
 */
export async function awaitLongWork(
  { queries, log, patience = usualPatience, signal, goesOn }: TakeoverParts,
  before: Model,
  after: Model,
): Promise<boolean> {
  const begun = performance.now()
  let requested = Number.POSITIVE_INFINITY
  for (let isWaiting = false; ; isWaiting = true) {
    const ids = (await idsOfWork(queries)).filter(id => !hasSameResource(before, after, resourceName(before, id)))
    // Work that does not stop makes its next unit by the present Model, or ends there.
    if (ids.length === 0 || performance.now() - requested > patience) return true
    if (!isWaiting)
      log.info(
        { resources: ids.map(id => resourceName(before, id)) },
        'descriptors wait until imports and bulk operations have ended',
      )
    if (performance.now() - begun > patience) {
      await requestStop(queries, ids)
      // From here on, because an embedded database answers between two transactions of the work only.
      requested = Math.min(requested, performance.now())
    }
    await sleep(lookMilliseconds, undefined, signal && { signal })
    if (!(await goesOn())) return false
  }
}

const isLive = sql`finished is null and kind <> 'export' and touched > now() - make_interval(secs => ${leaseSeconds}::integer)`

/** The ids of the resources of running work. */
async function idsOfWork(queries: Queries): Promise<string[]> {
  const rows = await runAll(queries, sql`select distinct resource from engine_operation where ${isLive}`)
  return rows.map(row => String(row['resource']))
}

async function requestStop(queries: Queries, ids: readonly string[]): Promise<void> {
  await runAll(
    queries,
    sql`update engine_operation set is_stopping = true where resource = any(${ids}::text[]) and ${isLive}`,
  )
}
