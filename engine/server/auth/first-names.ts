/** Names of the rows that the first start writes, until an administrator or a demonstration renames them. */
export const firstNames = {
  organisation: '管理组',
  role: '超级管理员',
  administrator: '管理员',
} as const

/** The account of an installation's first administrator, and of a tenant's. */
export const firstAccount = 'admin'
