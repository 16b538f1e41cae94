import type { Bilingual } from '../engine/model/model.ts'

/** The texts of the page about the application. */
export const aboutWords = {
  application: { zh: '系统名称', en: 'Application' },
  descriptors: { zh: '配置版本', en: 'Descriptors' },
  timeZone: { zh: '时区', en: 'Time zone' },
  figures: { zh: '数据', en: 'Figures' },
  licence: { zh: '许可', en: 'Licence' },
} as const satisfies Readonly<Record<string, Bilingual>>
