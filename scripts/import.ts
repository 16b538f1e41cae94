import { parseArgs } from 'node:util'
import type { Language } from '../engine/model/model.ts'
import { FolderLocked } from '../engine/server/database/lock-file.ts'
import { refusalOf } from '../engine/server/errors/database-errors.ts'
import { InvalidDescriptors, openWork } from '../engine/server/open-work.ts'
import { ImportRefusal } from '../engine/server/services/import/import-refusal.ts'
import { readMapping } from '../engine/server/services/import/match-columns.ts'
import { printReport } from '../engine/server/services/import/report.ts'
import { runImport, undoImport } from '../engine/server/services/import/run-import.ts'
import { readSettings, SettingError } from '../engine/server/settings.ts'
import { LossNotAllowed } from '../engine/server/storage/apply.ts'

const usage = `npm run import -- <entity> <file> [--dry-run] [--map source=field,...] [--match field [--only-update] [--empty-clears]] [--good-rows] [--json] [--lang zh|en]
npm run import -- --undo <id>

Imports an Excel workbook (.xlsx) or a CSV file (UTF-8 or GB18030). Columns are assigned by title or field name.
Lines are on separate sheets or in additional columns. If any row is invalid, nothing is written.
  --dry-run      validates and reports without writing
  --map          assigns columns to fields
  --match        updates the records that match by this field and adds the others; empty cells change nothing
  --only-update  with --match, adds no records: a row without a matching record is invalid
  --empty-clears with --match, an empty cell clears the field of the matching record
  --good-rows    writes the valid rows and reports the others
  --json         prints the report as JSON
  --lang         the language of the report
  --undo         rolls back an interrupted import

Exit codes: 0 all rows are valid (and written), 2 some rows are invalid, 1 error.`

process.exitCode = await main()

/** On standard error: standard output has the report. */
function printToStderr(sentence: string): void {
  process.stderr.write(`${sentence}\n`)
}

async function main(): Promise<number> {
  const order = read()
  if (!order) return 1
  const { values, positionals } = order
  const language: Language = values.lang === 'zh' ? 'zh' : 'en'
  try {
    const settings = readSettings(process.env)
    const { work, close } = await openWork(settings, 'import-command', language, printToStderr)
    try {
      if (values.undo !== undefined) {
        const count = await undoImport(work, values.undo)
        console.log(language === 'zh' ? `已撤销 ${count} 行。` : `${count} rows rolled back.`)
        return 0
      }
      const [resource = '', file = ''] = positionals
      const mapping = readMapping(values.map ?? '')
      const dryRun = values['dry-run'] ?? false
      const goodRows = values['good-rows'] ?? false
      const mode = values['only-update'] ? 'update' : 'both'
      const emptyClears = values['empty-clears'] ?? false
      const match = values.match === undefined ? {} : { match: { by: values.match, mode, emptyClears } as const }
      const report = await runImport(work, { resource, file, mapping, dryRun, goodRows, ...match })
      console.log(values.json ? JSON.stringify(report, undefined, 2) : printReport(report, language))
      return report.wrong > 0 ? 2 : 0
    } finally {
      await close()
    }
  } catch (error) {
    return exitCodeOf(error, language)
  }
}

function read() {
  try {
    const order = parseArgs({
      allowPositionals: true,
      options: {
        'dry-run': { type: 'boolean' },
        'good-rows': { type: 'boolean' },
        json: { type: 'boolean' },
        lang: { type: 'string' },
        map: { type: 'string' },
        match: { type: 'string' },
        'only-update': { type: 'boolean' },
        'empty-clears': { type: 'boolean' },
        undo: { type: 'string' },
      },
    })
    if (order.positionals.length === (order.values.undo === undefined ? 2 : 0)) return order
    printToStderr(usage)
  } catch (error) {
    printToStderr(`${(error as Error).message}\n\n${usage}`)
  }
  return undefined
}

/** Prints an expected error as one sentence; other errors are bugs and keep their stack. */
function exitCodeOf(error: unknown, language: Language): number {
  const refusal = error instanceof ImportRefusal ? error : refusalOf(error)
  const known = [SettingError, FolderLocked, LossNotAllowed, InvalidDescriptors].some(kind => error instanceof kind)
  if (!refusal && !known) throw error
  printToStderr(refusal ? refusal.text[language] : (error as Error).message)
  return 1
}
