import type { Bilingual } from '../../model/model.ts'
import { useOwnWords } from '../words/use-own-words.ts'

/** The texts of roles and of explained rights, which are loaded with these screens. */
const accessWords = {
  roles: { zh: '角色', en: 'Roles' },
  role: { zh: '角色', en: 'Role' },
  users: { zh: '%{count} 人', en: '%{count} users' },
  search: { zh: '资源、操作', en: 'Resource, operation' },
  all: { zh: '全部', en: 'All' },
  granted: { zh: '已授', en: 'Granted' },
  changed: { zh: '本次改动', en: 'Changes' },
  resource: { zh: '资源', en: 'Resource' },
  actions: { zh: '动作', en: 'Steps' },
  scope: { zh: '数据范围', en: 'Data scope' },
  unseen: { zh: '看不到的字段', en: 'Hidden fields' },
  masked: { zh: '%{names}（脱敏）', en: '%{names} (masked)' },
  byRule: { zh: '按访问规则', en: 'By an access rule' },
  pages: { zh: '首页', en: 'Pages' },
  none: { zh: '没有符合的资源', en: 'No resource matches' },
  declared: { zh: '来自描述文件', en: 'From the descriptors' },
  notYours: { zh: '您没有，不能授予', en: 'You do not have it and cannot grant it' },
  added: { zh: '新增', en: 'Added' },
  removed: { zh: '去掉', en: 'Removed' },
  ofAdministrator: {
    zh: '管理员有全部权限，不需要授权。',
    en: 'The administrator has every permission without a grant.',
  },
  unchanged: {
    zh: '勾选后，这里列出改动，以及谁会多出或失去什么。',
    en: 'Changes are listed here, with who gains and loses what.',
  },
  afterwards: { zh: '保存后', en: 'After saving' },
  affected: { zh: '受影响', en: 'Affected' },
  affectedUsers: { zh: '%{count} 人，下次请求生效', en: '%{count} users, from their next request' },
  nobody: { zh: '没有用户的权限改变', en: 'No user’s permissions change' },
  gains: { zh: '多出', en: 'Gain' },
  losses: { zh: '失去', en: 'Lose' },
  moreMenus: { zh: '多出菜单', en: 'Menus gained' },
  fewerMenus: { zh: '少掉菜单', en: 'Menus lost' },
  below: { zh: '下级角色也失去', en: 'Roles below lose them too' },
  unsaved: { zh: '%{count} 项改动未保存', en: '%{count} unsaved changes' },
  discard: { zh: '放弃', en: 'Discard' },
  save: { zh: '保存 %{count} 项改动', en: 'Save %{count} changes' },
  saved: { zh: '权限已保存', en: 'The permissions were saved' },
  edit: { zh: '编辑角色', en: 'Edit role' },
  reset: { zh: '恢复原值', en: 'Restore original' },
} as const satisfies Readonly<Record<string, Bilingual>>

export const useAccessWords = () => useOwnWords(accessWords)
