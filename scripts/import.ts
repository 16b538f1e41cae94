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

const usage = `npm run import -- <entity> <file> [--dry-run] [--map source=field,...] [--match field [--only-update]] [--good-rows] [--json] [--lang zh|en]
npm run import -- --undo <id>

Imports a workbook (.xlsx) or a CSV file in UTF-8 or GB18030, its columns found by title or name, lines on sheets of their own or in columns beside their records. Nothing is written unless all rows are right.
  --dry-run    checks and reports, and writes nothing
  --map        says which column fills which field
  --match      changes the records that this field finds, and adds the others; empty cells change nothing
  --only-update
               adds none: a row that finds no record is wrong
  --good-rows  writes the rows that are right, and reports the others
  --json       prints the report as JSON
  --undo       takes back an import that broke off

Ends with 0 when all rows were right (and written), 2 when some were wrong, 1 on a fault.`

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
    const { work, close } = await openWork(settings, language, printToStderr)
    try {
      if (values.undo !== undefined) {
        const count = await undoImport(work, values.undo)
        console.log(language === 'zh' ? `已撤销 ${count} 行。` : `Took back ${count} rows.`)
        return 0
      }
      const [resource = '', file = ''] = positionals
      const mapping = readMapping(values.map ?? '')
      const dryRun = values['dry-run'] ?? false
      const goodRows = values['good-rows'] ?? false
      const mode = values['only-update'] ? 'update' : 'both'
      const match = values.match === undefined ? {} : { match: { by: values.match, mode } as const }
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
