import type { Call } from './demo-records.ts'
import { callsAs } from './server-calls.ts'

/** The password of the clerk whom the tutorial adds. */
export const clerkPassword = 'Clerk-2026'

/** Adds the branches and loans of the tutorial's fourth section; returns the ids of branches by name, and of loans. */
export async function writeLoans(call: Call) {
  const save = async (entity: string, record: object) =>
    ((await call('POST', `/api/lending/v1/${entity}/save`, record)) as { readonly id: string }).id
  const tools = ((await call('GET', '/api/lending/v1/tool/page?ascs=toolNo')) as ToolPage).records.map(({ id }) => id)
  const branches = {
    East: await save('branch', { branchName: 'East' }),
    West: await save('branch', { branchName: 'West' }),
  }
  const loans: string[] = []
  for (const [at, branchId] of [branches.East, branches.West].entries()) {
    const lines = [
      { toolId: tools[at], count: 1 },
      { toolId: tools[at + 2], count: 2, note: '带工具箱' },
    ]
    loans.push(await save('loan', { branchId, borrower: ['李梅', '王强'][at], lines }))
  }
  return { branches, loans }
}

interface ToolPage {
  readonly records: readonly { readonly id: string }[]
}

/** Adds the clerk `east` of the tutorial's fifth section, who changes the issued password at the first sign-in. */
export async function writeClerk(call: Call, address: string, branch: string): Promise<Call> {
  const { deptId } = (await call('GET', '/api/blade-user/info')) as { readonly deptId: string }
  const { records } = (await call('GET', '/api/blade/v1/bladeRole/page?roleAlias=clerk')) as RolePage
  const roleId = records.filter(({ roleAlias }) => roleAlias === 'clerk').map(({ id }) => id)
  const password = 'Issued-26'
  const names = { account: 'east', name: '东区职员', realName: '东区职员' }
  await call('POST', '/api/blade/v1/bladeUser/save', { ...names, password, roleId, deptId, branchIds: [branch] })
  const passwords = { oldPassword: password, newPassword: clerkPassword, newPassword1: clerkPassword }
  await (await callsAs(address, 'east', password))('POST', '/api/blade-user/update-password', passwords)
  return callsAs(address, 'east', clerkPassword)
}

interface RolePage {
  readonly records: readonly { readonly id: string; readonly roleAlias: string }[]
}
