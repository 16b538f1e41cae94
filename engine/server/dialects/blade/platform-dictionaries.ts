import type { Bilingual } from '../../../model/model.ts'

type Entries = Readonly<Record<string, Bilingual>>

/**
 * Dictionaries that clients of the platform request for their own forms, where the descriptors have none of that code.
 * `flow` is empty: its entries are kinds of processes, of which there are none.
 */
export const platformDictionaries: Readonly<Record<string, Entries>> = {
  yes_no: { '1': { zh: '否', en: 'No' }, '2': { zh: '是', en: 'Yes' } },
  notice: {
    '1': { zh: '发布通知', en: 'Publication' },
    '2': { zh: '批转通知', en: 'Approval' },
    '3': { zh: '转发通知', en: 'Forwarded notice' },
    '4': { zh: '指示通知', en: 'Instruction' },
    '5': { zh: '任免通知', en: 'Appointment' },
    '6': { zh: '事务通知', en: 'Routine notice' },
  },
  region: {
    '0': { zh: '国家', en: 'Country' },
    '1': { zh: '省份/直辖市', en: 'Province' },
    '2': { zh: '地市', en: 'City' },
    '3': { zh: '区县', en: 'District' },
    '4': { zh: '乡镇', en: 'Town' },
    '5': { zh: '村委', en: 'Village' },
  },
  data_scope_type: {
    '1': { zh: '全部可见', en: 'All' },
    '2': { zh: '本人可见', en: 'Own' },
    '3': { zh: '所在机构可见', en: 'Own department' },
    '4': { zh: '所在机构及子级可见', en: 'Own department and those below' },
    '5': { zh: '自定义', en: 'Custom' },
  },
  api_scope_type: { '1': { zh: '系统接口', en: 'System' }, '2': { zh: '业务接口', en: 'Business' } },
  scope_category: { '1': { zh: '数据权限', en: 'Data' }, '2': { zh: '接口权限', en: 'API' } },
  flow: {},
  oss: {
    '1': { zh: 'minio', en: 'MinIO' },
    '2': { zh: '七牛云', en: 'Qiniu' },
    '3': { zh: '阿里云', en: 'Alibaba Cloud' },
    '4': { zh: '腾讯云', en: 'Tencent Cloud' },
  },
  sms: {
    '1': { zh: '云片', en: 'Yunpian' },
    '2': { zh: '七牛', en: 'Qiniu' },
    '3': { zh: '阿里', en: 'Alibaba Cloud' },
    '4': { zh: '腾讯', en: 'Tencent Cloud' },
  },
}
