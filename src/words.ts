import type { Bilingual } from '../engine/model/model.ts'

/** The product's own texts. */
export const brandWords = {
  name: { zh: '明厨', en: 'Mingchu' },
  slogan: { zh: '每一间后厨，都看得见', en: 'Every kitchen in sight' },
  platform: {
    zh: '校园食堂可视化非现场监管平台',
    en: 'School canteen visual off-site supervision platform',
  },
  application: { zh: '系统名称', en: 'Application' },
  descriptors: { zh: '配置版本', en: 'Descriptors' },
  timeZone: { zh: '时区', en: 'Time zone' },
  figures: { zh: '监管数据', en: 'Supervision' },
  licence: { zh: '许可', en: 'Licence' },
} as const satisfies Readonly<Record<string, Bilingual>>
