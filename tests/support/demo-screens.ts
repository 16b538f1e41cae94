import { type DemoRecords, writeDemoRecords } from '../../scripts/demo-records.ts'
import type { DatabaseUnderTest } from './databases.ts'
import { openScreens, type Screens, type ScreensOptions } from './screens.ts'

/** The product with demo records, and the account of a merchant with one enterprise. */
export interface DemoScreens extends Screens {
  readonly records: DemoRecords
  readonly merchant: { readonly account: string; readonly password: string; readonly enterprise: string }
}

export async function openDemoScreens(kind: DatabaseUnderTest, more: ScreensOptions = {}): Promise<DemoScreens> {
  const screens = await openScreens(kind, more)
  const records = await writeDemoRecords(screens.call)
  const [[enterprise, id] = ['', '']] = Object.entries(records.enterprises)
  const merchant = { account: 'merchant', password: 'Merchant#26', enterprise }
  await writeMerchant(screens, merchant, id)
  return { ...screens, records, merchant }
}

const granted = ['entInfo_view', 'entInfo_edit', 'entNoticeLetter_view', 'entNoticeLetter_handle']

const writeMerchant = (screens: Screens, { account, password }: DemoScreens['merchant'], owner: string) =>
  writeUser(screens, { account, password, roleName: '商户', roleAlias: 'merchant', codes: granted, ownerIds: [owner] })

interface NewUser {
  readonly account: string
  readonly password: string
  readonly roleName: string
  readonly roleAlias: string
  readonly codes: readonly string[]
  readonly ownerIds?: readonly string[]
}

/** A role with these rights, which the descriptors may declare, and one user who has it. */
export async function writeUser({ call }: Screens, user: NewUser): Promise<void> {
  const { account, password, roleName, roleAlias, codes, ownerIds } = user
  const found = (await call('GET', `/api/blade/v1/bladeRole/page?roleAlias=${roleAlias}`)) as Page
  const shipped = found.records.find(one => one.roleAlias === roleAlias)
  const role = shipped ?? ((await call('POST', '/api/blade/v1/bladeRole/save', { roleName, roleAlias })) as Node)
  const buttons = flat((await call('GET', '/api/blade-system/menu/buttons')) as readonly Node[])
  const menuIds = buttons.filter(({ code }) => codes.includes(code)).map(({ id }) => id)
  const grant = { roleIds: [role.id], menuIds, dataScopeIds: [], apiScopeIds: [] }
  await call('POST', '/api/blade-system/role/grant', grant)
  const { deptId } = (await call('GET', '/api/blade-user/info')) as { readonly deptId: string }
  const person = { account, password, name: '陈未晞', realName: '陈未晞', roleId: [role.id], deptId: [deptId] }
  await call('POST', '/api/blade/v1/bladeUser/save', { ...person, ...(ownerIds && { ownerIds }) })
}

interface Page {
  readonly records: readonly { readonly id: string; readonly roleAlias: string }[]
}

interface Node {
  readonly id: string
  readonly code: string
  readonly children?: readonly Node[]
}

const flat = (nodes: readonly Node[]): Node[] => nodes.flatMap(node => [node, ...flat(node.children ?? [])])
