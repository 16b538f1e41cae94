import { readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { extendLanguage } from '../engine/compiler/extend.ts'
import type { Language } from '../engine/model/model.ts'
import { refusalOf } from '../engine/server/errors/database-errors.ts'
import { openWork } from '../engine/server/open-work.ts'
import { type ImportInput, type ImportResult, importByCommand } from '../engine/server/operator/import-command.ts'
import { runInServer } from '../engine/server/operator/run-in-server.ts'
import { cellOptionsIn } from '../engine/server/services/import/cell-options.ts'
import { isOfLinks } from '../engine/server/services/import/link-columns.ts'
import { readMapping } from '../engine/server/services/import/match-columns.ts'
import { printReport } from '../engine/server/services/import/report.ts'
import { readSettings, SettingError, type Settings } from '../engine/server/settings.ts'
import { isOfOperator, startFault } from '../engine/server/start-fault.ts'
import { language } from '../server/language.ts'

extendLanguage(language)

const usage = `npm run import -- <entity> <file> [--dry-run] [--mapping file.yaml] [--save-mapping file.yaml] [--map source=field,...] [--match field [--only-update] [--empty-clears]] [--encoding gb18030] [--header-row 3] [--empty NULL]... [--separator ';']... [--day-order day-first] [--decimal comma] [--percent fraction] [--good-rows] [--json] [--lang zh|en]
npm run import -- <entity>.<links> <file> [--dry-run] [--map source=entity,source=links] [--good-rows] ...
npm run import -- --undo <id>

Imports an Excel workbook (.xlsx) or a CSV file. Columns are assigned by title or field name.
Lines are on separate sheets or in additional columns. If any row is invalid, nothing is written.
<links> is a bind or a reference to several records: the file has a record and a linked record in each row.
  --dry-run      validates and reports without writing
  --map          assigns columns to fields; a column with an empty field (source=) is ignored
  --mapping      a mapping file: columns, matching and reading of cells; other options complement it
  --save-mapping writes the mapping that was used to a file
  --match        updates the records that match by this field and adds the others; empty cells change nothing
  --only-update  with --match, adds no records: a row without a matching record is invalid
  --empty-clears with --match, an empty cell clears the field of the matching record
  --encoding     of a CSV file that is not valid UTF-8: gb18030, big5, utf-16le, utf-16be; utf-8 refuses rows with invalid bytes
  --header-row   the number of the row with the titles of the columns
  --empty        a text that means an empty cell, such as NULL; can be repeated
  --separator    what separates the values of a list in one cell, \\n for a line break; can be repeated
  --day-order    day-first or month-first: the order of days such as 1/6/2020
  --decimal      comma: numbers such as 1.234,50
  --percent      fraction or number: whether 12.5% is 0.125 or 12.5
  --yes, --no    additional texts that mean yes and no; can be repeated
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
  const { values } = order
  const language: Language = values.lang === 'zh' ? 'zh' : 'en'
  try {
    const settings = readSettings(process.env)
    const input = await inputOf(order)
    const result = await resultOf(settings, input, language)
    if ('undone' in result) {
      console.log(language === 'zh' ? `已撤销 ${result.undone} 行。` : `${result.undone} rows rolled back.`)
      return 0
    }
    const { report } = result
    console.log(values.json ? JSON.stringify(report, undefined, 2) : printReport(report, language))
    const saved = values['save-mapping']
    if (saved !== undefined && report.mapping !== undefined) await writeMappingText(saved, report.mapping)
    return report.wrong > 0 ? 2 : 0
  } catch (error) {
    return exitCodeOf(error, language)
  }
}

/** Imports in the server that uses the embedded database, otherwise in this process. */
async function resultOf(settings: Settings, input: ImportInput, language: Language): Promise<ImportResult> {
  const unusable = (error: unknown) => {
    throw startFault(error, settings) ?? error
  }
  const command = { name: 'import', input, language }
  const answer = settings.databaseUrl === undefined && (await runInServer(settings.dataDir, command).catch(unusable))
  if (answer) return answer.result as ImportResult
  const { work, close } = await openWork(settings, 'import-command', language, printToStderr).catch(unusable)
  try {
    return await importByCommand(work, input)
  } finally {
    await close()
  }
}

async function inputOf({ values, positionals }: Order): Promise<ImportInput> {
  if (values.undo !== undefined) return { undo: values.undo }
  const [resource = '', file = ''] = positionals
  const emptyClears = values['empty-clears'] ?? false
  const kept = values.mapping
  if (isOfLinks(resource) && (kept ?? values['save-mapping']) !== undefined)
    throw new SettingError('--mapping and --save-mapping do not apply to links; assign their columns with --map.')
  return {
    resource,
    file: resolve(file),
    ...(kept !== undefined && { mappingFile: { file: kept, text: await readMappingText(kept) } }),
    mapping: Object.fromEntries(readMapping(values.map ?? '')),
    ...(values.match !== undefined && {
      match: { by: values.match, mode: values['only-update'] ? 'update' : 'both', emptyClears },
    }),
    options: cellOptionsIn({
      ...(values.empty && { empty: values.empty }),
      ...(values.separator && { separators: values.separator.map(unescaped) }),
      ...(values.yes && { yes: values.yes }),
      ...(values.no && { no: values.no }),
      ...(values.encoding !== undefined && { encoding: values.encoding }),
      ...(values['header-row'] !== undefined && { headerRow: Number(values['header-row']) }),
      ...(values['day-order'] !== undefined && { dayOrder: values['day-order'] }),
      ...(values.decimal !== undefined && { decimal: values.decimal }),
      ...(values.percent !== undefined && { percent: values.percent }),
    }),
    dryRun: values['dry-run'] ?? false,
    goodRows: values['good-rows'] ?? false,
  }
}

function readMappingText(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(error => {
    throw new SettingError(`--mapping is "${file}"; it cannot be read (${error.code}).`)
  })
}

/** After the import, whose report was printed. */
function writeMappingText(file: string, text: string): Promise<void> {
  return writeFile(file, text).catch(error => {
    throw new SettingError(`--save-mapping is "${file}"; it cannot be written (${error.code}).`)
  })
}

/** A tab or a line break cannot be typed in every shell. */
function unescaped(text: string): string {
  return text.replaceAll('\\n', '\n').replaceAll('\\t', '\t')
}

type Order = NonNullable<ReturnType<typeof read>>

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
        mapping: { type: 'string' },
        'save-mapping': { type: 'string' },
        'only-update': { type: 'boolean' },
        'empty-clears': { type: 'boolean' },
        empty: { type: 'string', multiple: true },
        separator: { type: 'string', multiple: true },
        yes: { type: 'string', multiple: true },
        no: { type: 'string', multiple: true },
        encoding: { type: 'string' },
        'header-row': { type: 'string' },
        'day-order': { type: 'string' },
        decimal: { type: 'string' },
        percent: { type: 'string' },
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
  const refusal = refusalOf(error)
  if (!isOfOperator(error)) throw error
  printToStderr(refusal ? refusal.text[language] : error.message)
  return 1
}
