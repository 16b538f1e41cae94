import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ask } from './callers.ts'
import { type City, copyOfApp, startCity } from './city.ts'
import { fillLetters, settle } from './letters.ts'
import { type Measure, median, milliseconds, type Section } from './section.ts'

const rounds = 7
const rows = 1_000_000
const title = 'title: { zh: 测量, en: Measured }'
const letters = `${title}\nof: entNoticeLetter\nwhere: "letterStatus != 'draft'"\nsearch: { issuedAt: 30 days, entId.businessType: all }\n`
/** Charts besides those of the product. */
const charts = {
  benchDays: `${letters}group: issuedAt.day\ncompare: previous\n`,
  benchHours: `${letters}group: [issuedAt.weekday, issuedAt.hourOfDay]\nchart: heat\n`,
  benchKinds: `${letters}group: entId.businessType\nsplit: letterStatus\nchart: stack\n`,
}
const product = [
  ...['letterCount', 'letterDays', 'letterOverdue', 'letterStates', 'letterSources', 'letterTop', 'letterRegions'],
  ...['letterEnts', 'letterWeeks'],
]
const board = `${title}
path: /bench
search: { period: 30 days }
tiles:
${[...product, ...Object.keys(charts)].map(name => `  ${name}: { chart: ${name} }`).join('\n')}
`

/** A board of twelve charts over the notices of 30 days, of an administrator and of a role that sees one row in a hundred. */
export async function boards(): Promise<Section> {
  const appDir = copyOfApp()
  for (const [name, text] of Object.entries(charts)) writeFileSync(join(appDir, `charts/${name}.yaml`), text)
  writeFileSync(join(appDir, 'boards/bench.yaml'), board)
  const city = await startCity({ APP_DIR: appDir })
  try {
    await settle(city)
    await fillLetters(city.database, rows)
    // Those of a year.
    const issued = `timestamptz '2026-04-27' - (${1_000_000 + rows} - id) * interval '31.5 seconds'`
    await city.database.query(`update ent_notice_letter set issued_at = ${issued}, letter_source = '1',
      handled_at = case when letter_status = '3' then ${issued} + interval '2 days' end, first_deadline = deadline`)
    await city.database.query('vacuum analyze ent_notice_letter')
    const [all, few] = [await measured(city, 'admin'), await measured(city, 'merchant')]
    const measures: Measure[] = [
      { what: 'twelve charts, administrator', figure: milliseconds(all), bound: '≤ 400 ms', holds: all <= 400 },
      { what: 'twelve charts, one row in a hundred', figure: milliseconds(few) },
      { what: 'restricted to administrator', figure: (few / all).toFixed(2), bound: '≤ 1.3', holds: few <= 1.3 * all },
    ]
    return {
      title: `A board at ${rows.toLocaleString('en')} rows`,
      how: `Twelve charts over ${rows.toLocaleString('en')} notices of a year, of which 82,000 are of the 30 days shown, and as many of the days before them that seven charts are compared with. One request at a time, medians of ${rounds} requests after a warm-up request.`,
      rows: measures,
    }
  } finally {
    await city.stop()
    rmSync(appDir, { recursive: true, force: true })
  }
}

async function measured(city: City, account: string): Promise<number> {
  const headers = await city.signIn(account)
  const times: number[] = []
  for (let round = 0; round <= rounds; round++) {
    const start = performance.now()
    await ask({ port: city.port, path: '/api/engine/board/bench?period=2026-03-28..2026-04-26', headers })
    times.push(performance.now() - start)
  }
  return median(times.slice(1))
}
