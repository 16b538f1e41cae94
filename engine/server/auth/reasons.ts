import type { Bilingual } from '../../model/model.ts'

/** Reasons of changes by the system or by a program, by the code that history entries contain. */
export type Reasons = Readonly<Record<string, Bilingual>>

/** The engine's own reasons. A code is stored: a renamed one is shown as a code in earlier entries. */
export const engineReasons = {
  'own-profile': { zh: '本人资料', en: 'Own profile' },
  'own-messages': { zh: '本人消息', en: 'Own messages' },
  'import-command': { zh: '导入命令', en: 'Import command' },
  'rescue-command': { zh: '恢复管理员命令', en: 'Rescue command' },
  'seed-command': { zh: '填充数据命令', en: 'Seed command' },
  'service-token': { zh: '服务令牌', en: 'Service token' },
  'auto-step': { zh: '条件成立时自动执行', en: 'Automatic step' },
  'on-delete': { zh: '删除的连带处理', en: 'Effect of a deletion' },
  'step-effect': { zh: '流程的自动结果', en: 'Effect of a step' },
  process: { zh: '审批流程', en: 'Process' },
  descriptors: { zh: '描述文件', en: 'Descriptors' },
  registration: { zh: '登录页的账号注册', en: 'Registration on the sign-in page' },
  'sign-on': { zh: '外部身份首次登录', en: 'First sign-in of an external identity' },
  'tenant-setup': { zh: '平台开通租户', en: 'Set-up of the tenant by the platform' },
  'first-start': { zh: '首次启动', en: 'First start' },
  demonstration: { zh: '演示数据', en: 'Demonstration' },
} as const satisfies Reasons

/** A code of the engine's own reasons. */
export type EngineReason = keyof typeof engineReasons

/** The code of the changes that a job makes. */
export const jobReason = (job: string): string => `job.${job}`

/** The reasons of jobs, by their titles. */
export const reasonsOfJobs = (jobs: Readonly<Record<string, { readonly title: Bilingual }>>): Reasons =>
  Object.fromEntries(
    Object.entries(jobs).map(([name, { title }]) => [
      jobReason(name),
      { zh: `定时任务“${title.zh}”`, en: `Task "${title.en}"` },
    ]),
  )
