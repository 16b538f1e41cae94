import type { Bilingual, Operation } from './model.ts'

/** What the permissions of a resource are called in a list of rights. */
export const permissionTitles: Readonly<Record<Operation, Bilingual>> = {
  view: { zh: '查看', en: 'View' },
  add: { zh: '新增', en: 'Add' },
  edit: { zh: '编辑', en: 'Edit' },
  delete: { zh: '删除', en: 'Delete' },
  export: { zh: '导出', en: 'Export' },
  import: { zh: '导入', en: 'Import' },
  unmask: { zh: '查看原文', en: 'Unmask' },
  importState: { zh: '导入状态', en: 'Import states' },
}
