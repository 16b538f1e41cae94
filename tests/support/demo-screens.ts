import { type DemoRecords, writeDemoRecords } from '../../scripts/demo-records.ts'
import type { DatabaseUnderTest } from './databases.ts'
import { openScreens, type Screens } from './screens.ts'

/** The product with records to look at, and a merchant's account that works for one enterprise. */
export interface DemoScreens extends Screens {
  readonly records: DemoRecords
  readonly merchant: { readonly account: string; readonly password: string; readonly enterprise: string }
}

export async function openDemoScreens(kind: DatabaseUnderTest): Promise<DemoScreens> {
  const screens = await openScreens(kind)
  const records = await writeDemoRecords(screens.call)
  const [[enterprise, id] = ['', '']] = Object.entries(records.enterprises)
  const merchant = { account: 'merchant', password: 'Merchant#26', enterprise }
  await writeMerchant(screens, merchant, id)
  return { ...screens, records, merchant }
}

const granted = ['entInfo_view', 'entInfo_edit', 'entNoticeLetter_view', 'entNoticeLetter_handle']

/** A role by the alias that the descriptors know, its rights, and one person who holds it. */
async function writeMerchant({ call }: Screens, { account, password }: DemoScreens['merchant'], owner: string) {
  const role = (await call('POST', '/api/blade/v1/bladeRole/save', { roleName: '商户', roleAlias: 'merchant' })) as Node
  const buttons = flat((await call('GET', '/api/blade-system/menu/buttons')) as readonly Node[])
  const menuIds = buttons.filter(({ code }) => granted.includes(code)).map(({ id }) => id)
  const grant = { roleIds: [role.id], menuIds, dataScopeIds: [], apiScopeIds: [] }
  await call('POST', '/api/blade-system/role/grant', grant)
  const { deptId } = (await call('GET', '/api/blade-user/info')) as { readonly deptId: string }
  const person = { account, password, name: '陈未晞', realName: '陈未晞', roleId: [role.id], deptId: [deptId] }
  await call('POST', '/api/blade/v1/bladeUser/save', { ...person, ownerIds: [owner] })
}

interface Node {
  readonly id: string
  readonly code: string
  readonly children?: readonly Node[]
}

const flat = (nodes: readonly Node[]): Node[] => nodes.flatMap(node => [node, ...flat(node.children ?? [])])
