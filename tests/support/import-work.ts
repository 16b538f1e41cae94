import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Model } from '../../engine/model/model.ts'
import type { Database } from '../../engine/server/database/database.ts'
import { run } from '../../engine/server/database/run.ts'
import type { Row } from '../../engine/server/database/shape.ts'
import { workbook } from '../../engine/server/services/export/workbook.ts'
import { applyPlan } from '../../engine/server/storage/apply.ts'
import { createIds } from '../../engine/server/storage/ids.ts'
import { planChanges } from '../../engine/server/storage/plan.ts'
import { newWork } from '../../engine/server/store/new-work.ts'
import type { Work } from '../../engine/server/store/work.ts'
import { administrator, contextOf } from './store.ts'

/** A database with the tables of a Model, and the administrator's work on it. */
export interface ImportWork {
  readonly work: Work
  run(statement: string): Promise<Row[]>
  close(): Promise<void>
}

export async function openImportWork(open: () => Promise<Database>, model: Model): Promise<ImportWork> {
  const database = await open()
  await applyPlan(database, await planChanges(database, model))
  const ids = await createIds(database)
  const ctx = contextOf(administrator, model, new Date('2026-11-21T02:00:00Z'))
  const work = newWork({ database: database.background, ids, hashPassword: async plain => plain }, ctx)
  return {
    work,
    run: statement => run(database.kysely, statement, []),
    async close() {
      await ids.close()
      await database.close()
    },
  }
}

/** Lines of CSV by sheet name. */
export type Sheets = Readonly<Record<string, readonly string[]>>

/** Files to import, in a temporary folder. */
export interface ImportFiles {
  /** Writes a CSV file; returns its path. */
  csv(text: string | Buffer): string
  /** Writes a workbook; returns its path. */
  sheets(sheets: Sheets): Promise<string>
  remove(): void
}

export function importFiles(): ImportFiles {
  const folder = mkdtempSync(join(tmpdir(), 'mingchu-import-'))
  let count = 0
  const write = (ending: string, file: string | Buffer) => {
    count += 1
    const path = join(folder, `${count}.${ending}`)
    writeFileSync(path, file)
    return path
  }
  return {
    csv: text => write('csv', text),
    sheets: async sheets => write('xlsx', await sheetsFile(sheets)),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** A workbook whose cells are texts. */
export function sheetsFile(sheets: Sheets): Promise<Buffer> {
  const sources = Object.entries(sheets).map(([title, [head = '', ...rows]]) => ({
    title,
    columns: head.split(',').map(text => ({ head: text, width: 12 })),
    async *chunks() {
      yield rows.map(row => row.split(',').map(text => (text === '' ? null : { kind: 'text' as const, text })))
    },
  }))
  return buffer(workbook(sources))
}
