import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { differences, tablesIn } from './published-tables.ts'

const usage = `npx tsx scripts/example-sources.ts FOLDER FILE

Compares each table of examples/*/tables, row by row, with the SQL file that its README names as its source. Prints the
number of equal rows of each table, and the rows that differ; then the exit code is 1.`

const [folder, file] = process.argv.slice(2)

if (folder === undefined || file === undefined) {
  console.log(usage)
  process.exitCode = 1
} else compare(folder, file)

function compare(folder: string, file: string): void {
  const published = tablesIn(readFileSync(file, 'utf8'))
  for (const name of readdirSync(folder).filter(one => one.endsWith('.csv'))) {
    const rows: Record<string, string>[] = parse(readFileSync(join(folder, name)), { columns: true })
    const found = differences(rows, published.get(basename(name, '.csv')) ?? [])
    console.log(`${name}: ${rows.length} rows, ${found.length} differences`)
    for (const difference of found.slice(0, 5)) console.log(`  ${difference}`)
    if (found.length > 0) process.exitCode = 1
  }
}
