import { buffer } from 'node:stream/consumers'
import { recordAddress } from '../../model/addresses.ts'
import { brandOf } from '../../model/brand.ts'
import { resourceWithId } from '../../model/ids.ts'
import type { Bilingual } from '../../model/model.ts'
import { wallText } from '../../rules/zone.ts'
import { selectedUsers } from '../auth/authenticator.ts'
import type { RequestContext } from '../auth/request-context.ts'
import { sql, word } from '../database/fragment.ts'
import { runAll } from '../database/run.ts'
import { Refusal, refuse } from '../errors/refuse.ts'
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
}

/** Writes the files of saved searches that are due, each with the rights that its creator has now. */
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
      sql`select id::text, tenant_id as "tenantId", create_user::text as owner, name, search_id::text as "searchId", format,
          period, next_time as "nextTime" from ${word(resource.table)}
        where next_time <= ${now}::timestamptz and is_deleted = 0 order by next_time limit 20`,
    )
    let written = 0
    for (const report of due as unknown as readonly DueReport[]) {
      if (signal.aborted) break
      const outcome = await linkOf(work, report).catch((error: unknown) => {
        if (error instanceof Refusal) return { fault: error.text.zh }
        work.warn(error, `the report ${report.id} could not be written`)
        return { fault: unexpected.zh }
      })
      await endReport(work, resource.table, report, outcome)
      written += 'link' in outcome ? 1 : 0
    }
    return written
  },
}

/** Writes one file as its creator, and returns its link. */
async function linkOf(work: EngineJobWork, report: DueReport): Promise<{ readonly link: string }> {
  const { ctx: base, storeFile } = work.executionFor(report.tenantId)
  if (!storeFile) throw new Error('Reports are written where no files are stored.')
  const [owner] = await selectedUsers(work.queries, base.model, report.tenantId, { ids: [report.owner] })
  if (!owner) throw refuse.conflict('report.no-owner', messages.noOwner)
  const ctx = base.withRights(owner)
  const rows = await rowsOf(work, ctx, report.searchId)
  if (rows.total > (report.format === 'pdf' ? maxPdfRows : maxRows)) throw refuse.conflict('report.rows', messages.rows)
  const bytes =
    report.format === 'pdf'
      ? await pdfOf(ctx, rows, report)
      : await buffer(exportFile(rows, ctx.language, 'xlsx').bytes)
  const day = wallText(ctx.clock.now.getTime(), ctx.clock.zone).slice(0, 10)
  return { link: await storeFile(ctx, fileName(report.name, day, report.format), bytes) }
}

/** The rows of a saved search that the creator of the report may use. */
async function rowsOf({ queries }: EngineJobWork, ctx: RequestContext, searchId: string): Promise<RowStream> {
  const [stored] = await runAll(
    queries,
    sql`select resource from engine_view where tenant_id = ${ctx.actor.tenantId} and id = ${searchId}::bigint`,
  )
  const resource = stored && resourceWithId(ctx.model, String(stored['resource']))
  const view = resource && (await viewsOf(queries, ctx, resource)).find(({ id }) => id === searchId)
  if (!view) throw refuse.conflict('report.no-search', messages.noSearch)
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

/** Adds the file or the fault to a report, and sets its next time. The oldest files become unused. */
async function endReport(
  { queries, ctx }: EngineJobWork,
  table: string,
  { id, tenantId, period, nextTime }: DueReport,
  outcome: { readonly link: string } | { readonly fault: string },
): Promise<void> {
  const { now } = ctx.clock
  const links = 'link' in outcome ? [outcome.link] : []
  const [report] = await runAll(
    queries,
    sql`update ${word(table)} set files = (${links}::text[] || coalesce(files, '{}'))[1:${maxFiles}::integer],
        last_time = ${now.toISOString()}::timestamptz, last_fault = ${'fault' in outcome ? outcome.fault : null}::text,
        next_time = ${afterNow(new Date(nextTime), period, now).toISOString()}::timestamptz, version = version + 1
      where tenant_id = ${tenantId} and id = ${id}::bigint returning files`,
  )
  const files = (report?.['files'] ?? []) as readonly string[]
  await runAll(queries, sql`update engine_upload set used = true where link = any(${[...files]}::text[])`)
}

/** The first time of the period after now. */
function afterNow(time: Date, period: string, now: Date): Date {
  const next = new Date(time)
  while (next <= now)
    if (period === 'month') next.setUTCMonth(next.getUTCMonth() + 1)
    else next.setUTCDate(next.getUTCDate() + (period === 'week' ? 7 : 1))
  return next
}

const unexpected = { zh: '生成失败，请联系管理员', en: 'It could not be written; contact an administrator' }
const messages = {
  noOwner: { zh: '创建人已停用', en: 'The creator of the report is disabled' },
  noSearch: {
    zh: '常用查询已删除，或未共享给创建人',
    en: 'The saved search was deleted, or is not shared with the creator',
  },
  rows: {
    zh: `记录过多：Excel 最多 ${maxRows} 条，PDF 最多 ${maxPdfRows} 条，请增加查询条件`,
    en: `Too many records: at most ${maxRows} in a workbook and ${maxPdfRows} in a PDF; add conditions`,
  },
} satisfies Readonly<Record<string, Bilingual>>
