import type { RJSFSchema, UiSchema } from '@rjsf/utils'
import type { Language } from '../../engine/model/model.ts'

/** The data of a visit. Formats and types choose the inputs; the keywords are checked while the user types. */
export const visitSchema = (language: Language): RJSFSchema => {
  const t = (zh: string, en: string) => ({ zh, en })[language]
  return {
    type: 'object',
    required: ['name', 'day', 'level', 'guests', 'phone', 'items'],
    properties: {
      name: { type: 'string', title: t('名称', 'Name'), minLength: 2, maxLength: 20 },
      code: { type: 'string', title: t('编码', 'Code'), maxLength: 20 },
      level: {
        type: 'string',
        title: t('等级', 'Level'),
        oneOf: [
          { const: '1', title: t('优秀', 'Excellent') },
          { const: '2', title: t('良好', 'Good') },
          { const: '3', title: t('一般', 'Fair') },
        ],
      },
      topics: {
        type: 'array',
        title: t('内容', 'Topics'),
        uniqueItems: true,
        items: {
          type: 'string',
          oneOf: [
            { const: '1', title: t('卫生', 'Hygiene') },
            { const: '2', title: t('消防', 'Fire safety') },
          ],
        },
      },
      urgent: { type: 'boolean', title: t('紧急', 'Urgent') },
      reason: { type: 'string', title: t('原因', 'Reason'), maxLength: 60 },
      day: { type: 'string', format: 'date', title: t('日期', 'Date') },
      begin: { type: 'string', format: 'datetime', title: t('开始时间', 'Start') },
      time: { type: 'string', format: 'time-of-day', title: t('时刻', 'Time') },
      guests: { type: 'integer', title: t('人数', 'Guests'), minimum: 1, maximum: 500 },
      weight: { type: 'number', title: t('重量', 'Weight'), minimum: 0, multipleOf: 0.001 },
      cost: { type: 'number', title: t('费用', 'Cost'), minimum: 0 },
      phone: { type: 'string', format: 'phone', title: t('联系电话', 'Phone') },
      credit: { type: 'string', format: 'credit-code', title: t('信用代码', 'Credit code') },
      plate: { type: 'string', format: 'plate', title: t('车牌', 'Plate') },
      email: { type: 'string', format: 'email', title: t('邮箱', 'Email') },
      site: { type: 'string', format: 'uri', title: t('网址', 'Website') },
      idCard: { type: 'string', format: 'id-card', title: t('身份证号', 'ID number') },
      pass: { type: 'string', title: t('密码', 'Password') },
      host: { type: 'string', format: 'id', title: t('接待地点', 'Place') },
      photos: { type: 'array', title: t('照片', 'Photos'), items: { type: 'string', format: 'link' }, maxItems: 3 },
      report: { type: 'string', format: 'link', title: t('报告', 'Report') },
      data: { title: t('数据', 'Data') },
      items: { type: 'array', title: t('明细', 'Items'), items: { type: 'object' }, minItems: 1, maxItems: 50 },
      remark: { type: 'string', title: t('备注', 'Remark'), maxLength: 200 },
    },
  }
}

/** Names field types where the schema leaves a choice, gives their options, and groups the fields. */
export const visitUi = (language: Language): UiSchema => {
  const t = (zh: string, en: string) => ({ zh, en })[language]
  return {
    'ui:options': {
      groups: [
        { title: t('基本信息', 'Visit'), fields: ['name', 'code', 'level', 'topics', 'urgent', 'reason'] },
        { title: t('时间', 'Time'), fields: ['day', 'begin', 'time'] },
        { title: t('数量', 'Amounts'), fields: ['guests', 'weight', 'cost'] },
        {
          title: t('联系', 'Contact'),
          help: t('至少填写电话', 'The phone is required'),
          fields: ['phone', 'credit', 'plate', 'email', 'site', 'idCard', 'pass', 'host'],
        },
        { title: t('资料', 'Documents'), fields: ['photos', 'report', 'data', 'remark'] },
        { title: t('明细', 'Items'), fields: ['items'] },
      ],
    },
    code: { 'ui:help': t('可不填', 'Optional'), 'ui:options': { spaces: 'strip' } },
    reason: { 'ui:options': { when: 'urgent' } },
    guests: { 'ui:options': { unit: t('人', 'people') } },
    cost: { 'ui:widget': 'money', 'ui:options': { unit: t('元', 'CNY') } },
    pass: { 'ui:widget': 'password' },
    host: { 'ui:options': { of: 'place' } },
    photos: { 'ui:widget': 'image' },
    items: { 'ui:widget': 'children', 'ui:options': { of: 'visitItem' } },
    remark: { 'ui:widget': 'longtext' },
  }
}
