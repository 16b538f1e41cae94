import { buffer } from 'node:stream/consumers'
import { recordAddress } from '../../model/addresses.ts'
import { brandOf } from '../../model/brand.ts'
import { resourceWithId } from '../../model/ids.ts'
import { instantAfter } from '../../rules/period.ts'
import { wallText } from '../../rules/zone.ts'
import { recordAct } from '../auth/audit.ts'
import { selectedUsers } from '../auth/authenticator.ts'
import type { RequestContext } from '../auth/request-context.ts'
import { sql, word } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import { Refusal } from '../errors/refuse.ts'
import { exportFile, recordSheet } from '../services/export/export-file.ts'
import { fileName } from '../services/export/file-name.ts'
import { createPdfRenderer } from '../services/pdf/pdf-renderer.ts'
import { viewsOf } from '../services/views/views.ts'
import { type RowStream, stream } from '../store/stream.ts'
import type { EngineJob, EngineJobWork } from './job.ts'

/** The resource of reports: a product that has it has reports. */
const reports = 'sysReport'
/** Files of a report that are kept, and rows of one. */
const [maxFiles, maxRows, maxPdfRows] = [12, 100_000, 2000]

interface DueReport {
  readonly id: string
  readonly tenantId: string
  readonly owner: string
  readonly name: string
  readonly searchId: string
  readonly format: string
  readonly period: string
  readonly nextTime: Date
  /** The latest first. */
  readonly files: readonly string[]
}

/**
 * Writes the files of saved searches that are due or requested, each with the rights of the user who changed the report
 * last, who alone may request it: a change of another user's report does not give its rights.
 */
export const reportsJob: EngineJob = {
  title: { zh: '生成报表', en: 'Write reports' },
  schedule: { seconds: 60 },
  async run(work) {
    const { queries, ctx, signal } = work
    const { [reports]: resource } = ctx.model.resources
    if (!resource) return 0
    const now = ctx.clock.now.toISOString()
    const due = await runAll(
      queries,
      sql`select id::text, tenant_id as "tenantId", coalesce(update_user, create_user)::text as owner, name, search_id::text as "searchId", format,
          period, next_time as "nextTime", coalesce(files, '{}') as files from ${word(resource.table)}
        where least(next_time, requested_time) <= ${now}::timestamptz and is_deleted = 0
        order by least(next_time, requested_time) limit 20`,
    )
    let count = 0
    for (const report of due as unknown as readonly DueReport[]) {
      if (signal.aborted) break
      const outcome = await written(work, report).catch((error: unknown): Outcome => {
        if (error instanceof Refusal) return { fault: 'noRight' }
        work.warn(error, `the report ${report.id} could not be written`)
        return { fault: 'failed' }
      })
      await endReport(work, resource.table, report, outcome)
      count += 'link' in outcome ? 1 : 0
    }
    return count
  },
}

/** Why a report was not written: an entry of `report_fault`. */
type ReportFault = 'noOwner' | 'noSearch' | 'noRight' | 'tooMany' | 'failed'

/** The link of the file, or why it was not written. */
type Outcome = { readonly link: string } | { readonly fault: ReportFault }

/** Writes one file as its owner. */
async function written(work: EngineJobWork, report: DueReport): Promise<Outcome> {
  const { ctx: base, storeFile } = work.executionFor(report.tenantId)
  if (!storeFile) throw new Error('Reports are written where no files are stored.')
  const [owner] = await selectedUsers(work.queries, base.model, report.tenantId, { ids: [report.owner] })
  if (!owner) return { fault: 'noOwner' }
  const ctx = base.withRights(owner)
  const rows = await rowsOf(work, ctx, report.searchId)
  if (!rows) return { fault: 'noSearch' }
  if (rows.total > (report.format === 'pdf' ? maxPdfRows : maxRows)) return { fault: 'tooMany' }
  const names = rows.fields.map(({ name }) => name)
  await recordAct(work.queries, ctx, { kind: 'export', resource: rows.resource, names, detail: 'report' })
  const bytes =
    report.format === 'pdf'
      ? await pdfOf(ctx, rows, report)
      : await buffer(exportFile(rows, ctx.language, 'xlsx').bytes)
  const day = wallText(ctx.clock.now.getTime(), ctx.clock.zone).slice(0, 10)
  return { link: await storeFile(ctx, fileName(report.name, day, report.format), bytes) }
}

/** The rows of a saved search that the owner of the report may use. */
async function rowsOf(
  { queries }: EngineJobWork,
  ctx: RequestContext,
  searchId: string,
): Promise<RowStream | undefined> {
  const [stored] = await runAll(
    queries,
    sql`select resource from engine_view where tenant_id = ${ctx.actor.tenantId} and id = ${searchId}::bigint`,
  )
  const resource = stored && resourceWithId(ctx.model, String(stored['resource']))
  if (!resource) return undefined
  const view = (await viewsOf(queries, ctx, resource)).find(({ id }) => id === searchId)
  if (!view) return undefined
  const { query, sort, columns } = view
  return stream(queries, ctx, resource, {
    query: { ...query, ...(sort && { [sort.descending ? 'descs' : 'ascs']: sort.field }) },
    ...(columns && { columns }),
  })
}

async function pdfOf(ctx: RequestContext, rows: RowStream, { id, name }: DueReport): Promise<Uint8Array> {
  const { language, model, clock } = ctx
  const sheet = recordSheet(rows, language, maxPdfRows)
  const cells: string[][] = []
  for await (const some of sheet.chunks()) cells.push(...some.map(row => row.map(cell => cell?.text ?? '')))
  const { [reports]: resource } = model.resources
  const drawer = createPdfRenderer()
  try {
    return await drawer.draw({
      language,
      brand: brandOf(model).name[language],
      kind: rows.resource.titles[language],
      title: name,
      groups: [
        {
          parts: [
            {
              kind: 'table',
              columns: sheet.columns.map(({ head }) => ({ caption: head, isRight: false })),
              rows: cells,
            },
          ],
        },
      ],
      made: [],
      link: resource ? recordAddress(resource, id) : '',
      linkHint: '',
      footer: `${ctx.actor.name} ${wallText(clock.now.getTime(), clock.zone).slice(0, 16)}`,
    })
  } finally {
    await drawer.close()
  }
}

/**
 * Adds the file or the fault to a report, and sets its next time. The oldest files become unused. It is beside `write`:
 * the last user who changed the report must remain, whose rights its files have, and a history would keep every file.
 */
async function endReport(
  { queries, ctx }: EngineJobWork,
  table: string,
  { id, tenantId, period, nextTime, files }: DueReport,
  outcome: Outcome,
): Promise<void> {
  const { now } = ctx.clock
  const at = sql`${now.toISOString()}::timestamptz`
  const links = 'link' in outcome ? [outcome.link, ...files] : files
  const [latest, dropped] = [links.slice(0, maxFiles), links.slice(maxFiles)]
  await runAll(
    queries,
    sql`update ${word(table)} set files = ${latest}::text[], requested_time = null, last_time = ${at},
        last_fault = ${'fault' in outcome ? outcome.fault : null}::text,
        next_time = ${afterNow(new Date(nextTime), period, ctx.clock).toISOString()}::timestamptz, version = version + 1
      where tenant_id = ${tenantId} and id = ${id}::bigint`,
  )
  await runAll(queries, sql`update engine_upload set used = true where link = any(${latest}::text[])`)
  await runAll(
    queries,
    sql`update engine_upload set used = false, keep_until = ${at} where link = any(${dropped}::text[])`,
  )
}

/** The first time of the schedule after now, on the wall clock of the zone. A month that is shorter has its last day. */
export function afterNow(time: Date, period: string, { now, zone }: RequestContext['clock']): Date {
  for (let count = 0; ; count++) {
    const later =
      period === 'month' ? { months: count, days: 0 } : { months: 0, days: count * (period === 'week' ? 7 : 1) }
    const next = instantAfter(time.getTime(), later, zone)
    if (next === null) throw new Error(`No time is a ${period} after ${time.toISOString()}.`)
    if (next > now.getTime()) return new Date(next)
  }
}
