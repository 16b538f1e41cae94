import { readSources } from '../../engine/server/live/app-files.ts'
import { createIds } from '../../engine/server/storage/ids.ts'
import { newWork } from '../../engine/server/store/new-work.ts'
import { readDemo } from '../../scripts/demo/demo.ts'
import type { SeedOrder } from '../../scripts/demo/row-starts.ts'
import { runSeed, seededResources } from '../../scripts/demo/run-seed.ts'
import type { ServerUnderTest } from './server.ts'
import { administrator, contextOf } from './store.ts'

/** Resources with pictures or departments, which only the first start of a demonstration makes. */
const needingStart = ['bladeDeptPhone', 'businessAppAdvert']

/** Rows as `npm run seed` creates them, of all resources or of those in `order`. */
export async function seedRows(
  { engine: { database, model } }: ServerUnderTest,
  order: Omit<SeedOrder, 'resources'> & Partial<SeedOrder>,
): Promise<void> {
  const ids = await createIds(database)
  const ctx = contextOf(administrator, model())
  const work = newWork({ database, ids, hashPassword: async plain => plain }, ctx)
  const resources = seededResources(await readSources('.'), await readDemo('.'))
  const seeded = await runSeed(database, work, await readDemo('.'), { resources, ...order })
  await ids.close()
  const troubled = seeded.filter(({ givenUp, resource }) => givenUp > 0 && !needingStart.includes(resource))
  if (troubled.length > 0) throw new Error(JSON.stringify(troubled))
}
