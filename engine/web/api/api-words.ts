import type { Bilingual } from '../../model/model.ts'

/** The texts of the API reference, which are loaded with it. */
export const apiWords = {
  search: { zh: '搜索接口', en: 'Search endpoints' },
  none: { zh: '没有匹配的接口', en: 'No endpoints match' },
  choose: { zh: '从目录中选择一个接口', en: 'Choose an endpoint from the list' },
  contents: { zh: '接口目录', en: 'Endpoints' },
  back: { zh: '返回目录', en: 'Back to the list' },
  parameters: { zh: '参数', en: 'Parameters' },
  body: { zh: '请求体', en: 'Request body' },
  response: { zh: '响应', en: 'Response' },
  example: { zh: '示例', en: 'Example' },
  name: { zh: '名称', en: 'Name' },
  place: { zh: '位置', en: 'In' },
  type: { zh: '类型', en: 'Type' },
  description: { zh: '说明', en: 'Description' },
  required: { zh: '必填', en: 'Required' },
  value: { zh: '值', en: 'Value' },
  more: { zh: '其他查询条件', en: 'Other query parameters' },
  moreHelp: {
    zh: '例如 createTime_ge=2026-03-01&descs=createTime',
    en: 'Such as createTime_ge=2026-03-01&descs=createTime',
  },
  send: { zh: '发送请求', en: 'Send request' },
  sendHelp: { zh: '以当前登录用户的权限发送', en: 'Sent with the permissions of the current user' },
  status: { zh: '状态', en: 'Status' },
  cut: { zh: '响应过长，只显示开头部分', en: 'The response is long; only its beginning is shown' },
  download: { zh: '下载 OpenAPI 文档', en: 'Download the OpenAPI document' },
} as const satisfies Readonly<Record<string, Bilingual>>
