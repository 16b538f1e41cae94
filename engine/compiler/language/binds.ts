import { formerIdentifiersKey } from '../former-names.ts'
import { type Keys, listOf, newKey, shared } from './key.ts'
import { endpointShape } from './lifecycle.ts'

/** The keys of a bind. */
export const bindKeys: Keys = {
  of: newKey({ type: 'string' }, '绑定哪个资源的记录', 'The resource whose records are linked.', 'site', {
    required: true,
  }),
  http: newKey(
    listOf(endpointShape('GET|POST'), { minItems: 2, maxItems: 2 }),
    '两个接口：POST 整体替换一条记录的绑定，请求体是 { 记录 id, ids: [...], version }，看不到的绑定保留；GET 读取。写绑定须有本资源的编辑权限和以绑定命名的权限码（supply_edit 和 supply_sites）',
    'The two endpoints. POST replaces the links of a record; the body contains the id of the record, `ids`, and the `version` that was read. Links that the user cannot see are kept. GET reads the links. Writing requires the permission code for editing the resource and the one with the name of the bind (supply_edit and supply_sites).',
    '[POST bindSites, GET listSites]',
    { required: true },
  ),
  self: newKey(
    shared('name'),
    '请求里本记录 id 的名称，默认 id',
    "The name of this record's id in requests. Default: id.",
    'supplyId',
  ),
  where: newKey(
    shared('expression'),
    '哪些记录可以绑定；it. 是那条记录，其余的名称是本记录的字段。已绑定的不受影响',
    'A condition on the records that can be linked; `it.` is such a record, other names are fields of this record. It does not affect existing links.',
    '"it.parentId == siteId"',
  ),
  returns: newKey(
    { enum: ['ids', 'list'] },
    'GET 返回什么：list 是记录（默认），ids 是 id',
    'What GET returns: the records (`list`, the default) or their ids (`ids`).',
    'ids',
  ),
  title: newKey(
    shared('bilingual'),
    '名称，用于标签页、授权界面和历史；默认是 titles.yaml 里的同名词，或那个资源的名称',
    'The title in the tab, the grants of roles and the history. Default: the title of this name in titles.yaml, or the title of the resource.',
    '{ zh: 送达地点, en: Delivery sites }',
  ),
  renamedFrom: formerIdentifiersKey(
    {
      zh: '改名前的名称，数据、授权和历史随之迁移',
      en: 'The former name of the bind. Its data, grants and history are migrated.',
    },
    '[latestFormer, formerName]',
  ),
}
