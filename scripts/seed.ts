import { parseArgs } from 'node:util'
import { readSources } from '../engine/server/live/app-files.ts'
import { openWork } from '../engine/server/open-work.ts'
import { filesIn, uploadsIn } from '../engine/server/services/files/storage.ts'
import { readSettings, SettingError } from '../engine/server/settings.ts'
import { isOfOperator } from '../engine/server/start-fault.ts'
import { readDemo } from './demo/demo.ts'
import { storeFilesIn } from './demo/pictures.ts'
import { runSeed, seededResources } from './demo/run-seed.ts'

const usage = `npm run seed -- [--enterprises 100] [--days 30] [--seed 1] [--only <entity> --rows <count>]

Generates random records from the descriptors and seeds/demo.yaml. Existing records are not changed.
  --enterprises  number of enterprises to add
  --days         number of past days for which records are generated
  --seed         seed of the random generator: the same text gives the same records on the same day
  --only         generates records of this entity only; they refer to existing records
  --rows         with --only, the number of records; they have no history

Exit codes: 0 success, 1 error.`

process.exitCode = await main()

async function main(): Promise<number> {
  const order = read()
  if (!order) {
    process.stderr.write(`${usage}\n`)
    return 1
  }
  const began = performance.now()
  try {
    const settings = readSettings(process.env)
    const { work, database, close } = await openWork(settings, 'seed-command', 'en', sentence =>
      process.stderr.write(`${sentence}\n`),
    )
    try {
      const { only, ...wanted } = order
      if (only !== undefined && !work.ctx.model.resources[only]) throw new SettingError(`There is no entity "${only}".`)
      const demo = await readDemo(settings.appDir)
      const known = seededResources(await readSources(settings.appDir), demo)
      const keep = storeFilesIn(work, filesIn(settings.dataDir), uploadsIn(settings.dataDir))
      const seeded = await runSeed(
        database,
        work,
        demo,
        { ...wanted, keep, resources: only === undefined ? known : [only] },
        one => {
          const trouble = one.givenUp > 0 ? `, ${one.givenUp} not generated (${one.why})` : ''
          console.log(`${one.resource}: ${one.rows} rows${one.lines > 0 ? ` with ${one.lines} lines` : ''}${trouble}`)
        },
      )
      const rows = seeded.reduce((sum, one) => sum + one.rows + one.lines, 0)
      console.log(`${rows} rows in ${((performance.now() - began) / 1000).toFixed(1)} s`)
      return 0
    } finally {
      await close()
    }
  } catch (error) {
    if (!isOfOperator(error)) throw error
    process.stderr.write(`${error.message}\n`)
    return 1
  }
}

function read() {
  const text = { type: 'string' } as const
  try {
    const { values } = parseArgs({ options: { enterprises: text, days: text, seed: text, only: text, rows: text } })
    const [owners, days, rows] = [values.enterprises ?? '100', values.days ?? '30', values.rows ?? '1'].map(Number)
    const isCount = (count: number | undefined): count is number => Number.isInteger(count) && Number(count) > 0
    if (!isCount(owners) || !isCount(days) || !isCount(rows)) return undefined
    if ((values.rows === undefined) !== (values.only === undefined)) return undefined
    const only = values.only === undefined ? {} : { only: values.only, rows }
    return { owners, days, seed: values.seed ?? '1', ...only }
  } catch {
    return undefined
  }
}
