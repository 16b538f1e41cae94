import { type DemoRecords, writeDemoRecords } from '../../scripts/demo-records.ts'
import type { DatabaseUnderTest } from './databases.ts'
import { openScreens, type Screens } from './screens.ts'

/** The product with records to look at, and a merchant's account that works for one enterprise. */
export interface DemoScreens extends Screens {
  readonly records: DemoRecords
  readonly merchant: { readonly account: string; readonly password: string; readonly enterprise: string }
}

export async function openDemoScreens(
  kind: DatabaseUnderTest,
  more: Parameters<typeof openScreens>[1] = {},
): Promise<DemoScreens> {
  const screens = await openScreens(kind, { ...more, settings: { demo: true, ...more.settings } })
  const records = await writeDemoRecords(screens.call)
  const merchant = screens.server.engine.newAccounts.find(({ account }) => account === 'merchant')
  if (merchant?.password === undefined) throw new Error('A demonstration brings no merchant.')
  const [[enterprise, id] = ['', '']] = Object.entries(records.enterprises)
  const found = (await screens.call('GET', '/api/blade/v1/bladeUser/getByQuery?account=merchant')) as object
  await screens.call('PUT', '/api/blade/v1/bladeUser/update', { ...onlyKey(found), ownerIds: [id] })
  return { ...screens, records, merchant: { account: 'merchant', password: merchant.password, enterprise } }
}

const onlyKey = (record: object) =>
  Object.fromEntries(Object.entries(record).filter(([name]) => name === 'id' || name === 'version'))
