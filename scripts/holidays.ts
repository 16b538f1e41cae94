// Generates seeds/bladeHoliday.csv from the unpacked npm package chinese-days; see seeds/README.md.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const [from, ...years] = process.argv.slice(2)
if (!from || years.length === 0)
  throw new Error('The arguments must be the folder of the unpacked package chinese-days, and years.')

/** By day: names in English and Chinese, and the number of days. */
type Days = Readonly<Record<string, string>>

const rows = years.flatMap(year => {
  const file = readFileSync(join(from, 'dist', 'years', `${year}.json`), 'utf8')
  const { holidays, workdays } = JSON.parse(file) as { readonly holidays: Days; readonly workdays: Days }
  const named = (days: Days, kind: string, suffix = '') =>
    Object.entries(days).map(([day, names]) => `${day},${names.split(',')[1]}${suffix},${kind}`)
  return [...named(holidays, 'holiday'), ...named(workdays, 'workday', '调休')]
})
writeFileSync('seeds/bladeHoliday.csv', `${['day,name,kind', ...rows.sort()].join('\n')}\n`)
process.stdout.write(`${rows.length} days\n`)
