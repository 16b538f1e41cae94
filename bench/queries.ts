import { ask } from './callers.ts'
import { type City, startCity } from './city.ts'
import { fillLetters, settle } from './letters.ts'
import { type Measure, median, milliseconds, type Section } from './section.ts'

const rounds = 15
/** The longest median of a list's query with a single caller, in milliseconds, by the number of rows. */
const bounds = { 1000000: 60, 10000000: 250 } as const

/** A number of days after today, as the deadlines of the rows are counted. */
const day = (after: number) => new Date(Date.now() + after * 86_400_000).toISOString().slice(0, 10)

/** List queries that users make, by what they filter and sort. Values are spread over the whole table. */
export const queries: Readonly<Record<string, string>> = {
  'no filter': '',
  'no filter, page 1000': 'current=1000',
  'by state': 'letterStatus=1',
  'by state, oldest first': 'letterStatus=1&ascs=createTime',
  'by a state of few rows': 'letterStatus=5&ascs=createTime',
  'by two states': 'letterStatus_in=1,3&ascs=createTime',
  'by state, sorted by deadline': 'letterStatus=1&ascs=deadline',
  'by enterprise': 'entId=500',
  'by enterprise and state': 'entId=500&letterStatus=1',
  'by enterprise, sorted by deadline': 'entId=500&ascs=deadline',
  'by day of creation': 'createTime_datege=2026-02-10&createTime_datelt=2026-02-11',
  'by month of creation, oldest first': 'createTime_datege=2026-02-01&createTime_datelt=2026-03-01&ascs=createTime',
  'by month of creation and state': 'createTime_datege=2026-02-01&createTime_datelt=2026-03-01&letterStatus=4',
  'by second of creation': 'createTime_dateequal=2026-02-10 09:30:00',
  'by day of deadline': `deadline=${day(60)}`,
  'sorted by deadline': 'ascs=deadline',
  'by number': 'letterNo=ZG654321',
  'by the beginning of the number': 'letterNo_likeright=zg65432',
  'by part of the number, one match': 'letterNo_like=G65432',
  'by part of the number, many matches': 'letterNo_like=65',
  'by part of a text that is searched': 'problem_like=number 6543',
  'by part of a text in every row': 'problem_like=Problem',
  'by part of a text in no row': 'problem_like=overdue',
}

/** Queries that no index supports. */
const unsupported: Readonly<Record<string, string>> = {
  'by part of a text that is not searched': 'measure_like=floor',
  'by a time without an index': 'handledAt_datege=2026-02-10',
  'sorted by a text without an index': 'ascs=letterNo',
}

/** Pages of ten of an administrator, who sees all rows, and of a merchant, who sees one in a hundred. */
export const listQueries = (rows: keyof typeof bounds) => async (): Promise<Section> => {
  const city = await startCity()
  try {
    await settle(city)
    const start = performance.now()
    await fillLetters(city.database, rows)
    const filled = Math.round((performance.now() - start) / 1000)
    const measures: Measure[] = []
    for (const account of ['admin', 'merchant']) measures.push(...(await measured(city, account, bounds[rows])))
    return {
      title: `List queries at ${rows.toLocaleString('en')} rows`,
      how:
        'A page of ten rows with its total (counted up to 10,000), requested by an administrator and by a role that sees one row in a hundred. ' +
        `One request at a time, medians of ${rounds} requests after a warm-up request. ` +
        `A query that no index supports is refused before it runs; the error names the key that allows it. Inserting the rows took ${filled} s.`,
      rows: measures,
    }
  } finally {
    await city.stop()
  }
}

async function measured(city: City, account: string, bound: number): Promise<Measure[]> {
  const headers = await city.signIn(account)
  const call = (query: string) => {
    const path = `/api/ent/v1/entNoticeLetter/page?size=10&${query.replaceAll(' ', '%20')}`
    return ask({ port: city.port, path, headers })
  }
  const measures: Measure[] = []
  for (const [what, query] of Object.entries(queries)) {
    const time = median(await times(() => call(query)))
    measures.push({
      what: `${account}, ${what}`,
      figure: milliseconds(time),
      bound: `≤ ${bound} ms`,
      holds: time <= bound,
    })
  }
  // A merchant's rows are few enough to be read.
  if (account !== 'admin') return measures
  for (const [what, query] of Object.entries(unsupported)) {
    const refusal = await call(query).then(
      () => undefined,
      (fault: Error) => fault.message,
    )
    measures.push({
      what: `${account}, ${what}`,
      figure: refusal ? 'refused' : 'run',
      bound: 'refused',
      holds: refusal?.includes('400') === true,
    })
  }
  return measures
}

/** The times of all rounds after the first, in milliseconds. */
async function times(call: () => Promise<unknown>): Promise<number[]> {
  const all: number[] = []
  for (let round = 0; round <= rounds; round++) {
    const start = performance.now()
    await call()
    all.push(performance.now() - start)
  }
  return all.slice(1)
}
