import { describe, expect, it } from 'vitest'
import { interfaceMembers } from '../../../scripts/interface-members.ts'
import { fieldTypes } from '../../fields/index.ts'
import { recordSchema } from '../../fields/record-schema.ts'
import type { Field, JsonSchema, Model } from '../../model/model.ts'
import { resourceOf } from '../../model/names.ts'
import { compile } from '../compile.ts'
import { emitClient } from './client.ts'
import { typingOf } from './interface.ts'
import { emitOpenapi } from './openapi.ts'
import { emitPermissions } from './permissions.ts'
import { emitTypes } from './types.ts'

const order = `title: { zh: 订单, en: Order }
display: orderNo
fields:
  orderNo: { type: text, required: true, max: 30, title: { zh: 单号, en: Order no. } }
  orderState: { type: dictionary, of: order_state }
  lines: { type: children, of: shopOrderPart, title: { zh: 明细, en: Parts } }
lifecycle:
  field: orderState
  initial: open
  final: [closed]
  transitions:
    close:
      from: open
      to: closed
      handler: close
      http: PUT
      input: { reason: { type: text, required: true, max: 20, title: { zh: 原因, en: Reason } } }
      title: { zh: 结案, en: Close }
actions:
  remind:
    handler: remind
    http: "POST remind/{day}"
    input: { day: { type: date, title: { zh: 日期, en: Day } } }
    title: { zh: 提醒, en: Remind }
queries:
  openOrders: { where: "orderState == 'open'", returns: page, title: { zh: 未结案, en: Open orders } }
  ofDay:
    http: "GET /api/shop/day/{day}"
    code: shop_day
    input: { day: { type: date, title: { zh: 日期, en: Day } } }
    where: "createTime >= now()"
    columns: { state: orderState, late: "createTime < now()" }
    returns: list
    title: { zh: 按日, en: By day }
`
const part = `title: { zh: 订单明细, en: Order part }
partOf: orderId
display: product
fields:
  orderId: { type: reference, of: shopOrder, required: true }
  product: { type: text, required: true, title: { zh: 产品, en: Product } }
  day: { type: date, title: { zh: 日期, en: Day } }
`
const state = `title: { zh: 状态, en: State }
entries:
  open: { key: "0", title: { zh: 进行中, en: Open } }
  closed: { key: "1", title: { zh: 已结案, en: Closed } }
`

function modelOf(): Model {
  const { model, problems } = compile([
    { file: 'resources/shop/shopOrder.yaml', text: order, origin: 'app' },
    { file: 'resources/shop/shopOrderPart.yaml', text: part, origin: 'app' },
    { file: 'dictionaries/order_state.yaml', text: state, origin: 'app' },
  ])
  if (!model) throw new Error(problems[0]?.message.en)
  return model
}

describe('output for a small model', () => {
  it('contains the types of its records, inputs, queries and handlers', async () => {
    expect(await emitTypes(modelOf(), '../engine', interfaceMembers)).toMatchInlineSnapshot(`
      "// Generated from the descriptors by \`npm run generate\`. Do not edit.

      import type { Input, Line, Update } from '../engine/client/input.ts'
      import type { Filter, Paging } from '../engine/client/query.ts'

      // Operator families of query parameters, each named after the first field type that has it.
      export type TextFilter<R, N extends keyof R & string> = Filter<R, N, 'like' | 'equal' | 'notequal' | 'notlike' | 'likeright' | 'likeleft' | 'in' | 'null' | 'notnull'>
      export type RichtextFilter<R, N extends keyof R & string> = Filter<R, N, 'like' | 'notlike' | 'null' | 'notnull'>
      export type IntegerFilter<R, N extends keyof R & string> = Filter<R, N, 'equal' | 'notequal' | 'gt' | 'ge' | 'lt' | 'le' | 'in' | 'null' | 'notnull'>
      export type BooleanFilter<R, N extends keyof R & string> = Filter<R, N, 'equal' | 'notequal' | 'null' | 'notnull'>
      export type DateFilter<R, N extends keyof R & string> = Filter<R, N, 'equal' | 'dateequal' | 'notequal' | 'gt' | 'dategt' | 'ge' | 'datege' | 'lt' | 'datelt' | 'le' | 'datele' | 'in' | 'null' | 'notnull'>
      export type DictionaryFilter<R, N extends keyof R & string> = Filter<R, N, 'equal' | 'notequal' | 'in' | 'null' | 'notnull'>
      export type DictionaryListFilter<R, N extends keyof R & string> = Filter<R, N, 'in' | 'null' | 'notnull'>
      export type ImageFilter<R, N extends keyof R & string> = Filter<R, N, 'null' | 'notnull'>
      export type IdFilter<R, N extends keyof R & string> = Filter<R, N, 'equal' | 'notequal' | 'in' | 'gt' | 'lt'>

      /** The fields that every record has. */
      export interface SystemFields {
        /** Record ID 记录 ID */
        id: string
        /** Created by 创建人 */
        createUser: string | null
        createUserName: string | null
        /** Created in 创建部门 */
        createDept: string | null
        createDeptName: string | null
        /** Created at 创建时间 */
        createTime: string
        /** Changed by 修改人 */
        updateUser: string | null
        updateUserName: string | null
        /** Changed at 修改时间 */
        updateTime: string | null
        /** Record status 状态 */
        status: number
        /** Version 版本 */
        version: number
      }

      /** The query parameters that every list has. */
      export interface SystemQuery<Sort extends string> extends
        Paging<Sort | SystemSort>,
        IdFilter<SystemFields, 'id'>,
        DictionaryFilter<SystemFields, 'createUser' | 'createDept' | 'updateUser'>,
        DateFilter<SystemFields, 'createTime' | 'updateTime'>,
        IntegerFilter<SystemFields, 'status' | 'version'> {}

      export type SystemSort = 'id' | 'createUser' | 'createDept' | 'createTime' | 'updateUser' | 'updateTime' | 'status' | 'version'

      /** Order 订单 */
      export interface ShopOrder extends SystemFields {
        /** Order no. 单号 */
        orderNo: string
        /** State 状态 */
        orderState: "0" | "1" | null
        /** Parts 明细; read with a single record only. */
        lines?: ShopOrderPart[]
        /** In this state since 状态更新于 */
        stateSince: string | null
      }

      /** Order 订单: a new record. */
      export interface ShopOrderSave extends Input<ShopOrder, 'orderNo', never> {
        lines?: ShopOrderPartAsLine[]
      }

      /** Order 订单: a change. */
      export interface ShopOrderUpdate extends Update<ShopOrderSave> {}

      /** Order 订单: query parameters of a list. */
      export interface ShopOrderQuery extends
        SystemQuery<ShopOrderSort>,
        TextFilter<ShopOrder, 'orderNo'>,
        DictionaryFilter<ShopOrder, 'orderState'>,
        DateFilter<ShopOrder, 'stateSince'> {}

      export type ShopOrderSort = 'orderNo' | 'orderState' | 'stateSince'

      /** Close 结案 */
      export interface ShopOrderCloseInput {
        reason: string
      }

      /** Remind 提醒 */
      export interface ShopOrderRemindInput {
        day: string
      }

      /** By day 按日: input. */
      export interface ShopOrderOfDayInput {
        day: string
      }

      /** By day 按日: a row. */
      export interface ShopOrderOfDayRow {
        state: "0" | "1" | null
        late: boolean | null
      }

      /** Order part 订单明细 */
      export interface ShopOrderPart extends SystemFields {
        /** Order 订单 */
        orderId: string
        orderIdName: string | null
        /** Product 产品 */
        product: string
        /** Day 日期 */
        day: string | null
      }

      /** Order part 订单明细: a new record. */
      export interface ShopOrderPartSave extends Input<ShopOrderPart, 'orderId' | 'product', 'day'> {}

      /** Order part 订单明细: a change. */
      export interface ShopOrderPartUpdate extends Update<ShopOrderPartSave> {}

      /** Order part 订单明细: a line of its parent record. */
      export interface ShopOrderPartAsLine extends Line<ShopOrderPartSave, 'orderId'> {}

      /** Order part 订单明细: query parameters of a list. */
      export interface ShopOrderPartQuery extends
        SystemQuery<ShopOrderPartSort>,
        DictionaryFilter<ShopOrderPart, 'orderId'>,
        TextFilter<ShopOrderPart, 'product'>,
        DateFilter<ShopOrderPart, 'day'> {}

      export type ShopOrderPartSort = 'orderId' | 'product' | 'day'

      /** The handlers that the product must have, by resource and name. */
      export interface Actions {
        shopOrder: {
          close: { record: ShopOrder; input: ShopOrderCloseInput }
          remind: { record: ShopOrder; input: ShopOrderRemindInput }
        }
      }
      "
    `)
  })

  it('contains the client', () => {
    expect(emitClient(modelOf(), '../engine')).toMatchInlineSnapshot(`
      "// Generated from the descriptors by \`npm run generate\`. Do not edit.

      import { type Calls, type Connection, connect, type Page, type QueryCall, type Records, type RequiredQueryCall, type RowList, type StepCall } from '../engine/client/connect.ts'
      import type * as types from './types.ts'

      /** All calls, by resource. */
      export interface Client {
        /** Order 订单 */
        readonly shopOrder: Records<types.ShopOrder, types.ShopOrderSave, types.ShopOrderUpdate, types.ShopOrderQuery> & {
          close: StepCall<{ id: string; version?: number } & types.ShopOrderCloseInput, types.ShopOrder>
          remind: StepCall<{ id: string; version?: number } & types.ShopOrderRemindInput, unknown>
          openOrders: QueryCall<types.ShopOrderQuery, Page<types.ShopOrder>>
          ofDay: RequiredQueryCall<types.ShopOrderOfDayInput, RowList<types.ShopOrderOfDayRow>>
        }
        /** Order part 订单明细 */
        readonly shopOrderPart: Records<types.ShopOrderPart, types.ShopOrderPartSave, types.ShopOrderPartUpdate, types.ShopOrderPartQuery>
      }

      const calls = {
        shopOrder: { path: '/api/shop/v1/shopOrder', steps: { close: ['PUT', 'close'], remind: ['POST', 'remind/{day}'], openOrders: ['GET', 'openOrders'], ofDay: ['GET', '/api/shop/day/{day}'] } },
        shopOrderPart: { path: '/api/shop/v1/shopOrderPart', steps: {} },
      } as const satisfies Calls

      /** A client of the server at that address. */
      export const createClient = (connection: Connection): Client => connect<Client>(connection, calls)
      "
    `)
  })

  it('contains the permission codes', () => {
    expect(emitPermissions(modelOf())).toMatchInlineSnapshot(`
      "// Generated from the descriptors by \`npm run generate\`. Do not edit.

      /** Every permission code, and what it lets one do. */
      export const permissions = {
        shopOrder_view: { zh: '订单：查看', en: 'Order: View' },
        shopOrder_add: { zh: '订单：新增', en: 'Order: Add' },
        shopOrder_edit: { zh: '订单：编辑', en: 'Order: Edit' },
        shopOrder_delete: { zh: '订单：删除', en: 'Order: Delete' },
        shopOrder_export: { zh: '订单：导出', en: 'Order: Export' },
        shopOrder_import: { zh: '订单：导入', en: 'Order: Import' },
        shopOrder_importState: { zh: '订单：导入状态', en: 'Order: Import states' },
        shopOrder_close: { zh: '订单：结案', en: 'Order: Close' },
        shopOrder_remind: { zh: '订单：提醒', en: 'Order: Remind' },
        shop_day: { zh: '订单：按日', en: 'Order: By day' },
      } as const

      export type PermissionCode = keyof typeof permissions
      "
    `)
  })

  it('contains an OpenAPI document whose references all resolve', () => {
    const text = emitOpenapi(modelOf())
    const document = JSON.parse(text) as { paths: Record<string, unknown>; components: Record<string, object> }
    for (const [, kind = '', name = ''] of text.matchAll(/"#\/components\/(\w+)\/(\w+)"/g)) {
      expect(document.components[kind]).toHaveProperty(name)
    }
    expect(Object.keys(document.paths)).toMatchInlineSnapshot(`
      [
        "/api/shop/v1/shopOrder/save",
        "/api/shop/v1/shopOrder/update",
        "/api/shop/v1/shopOrder/removeById",
        "/api/shop/v1/shopOrder/removeByIds",
        "/api/shop/v1/shopOrder/getByQuery",
        "/api/shop/v1/shopOrder/getById",
        "/api/shop/v1/shopOrder/listByQuery",
        "/api/shop/v1/shopOrder/page",
        "/api/shop/v1/shopOrder/exactTotal",
        "/api/shop/v1/shopOrder/close",
        "/api/shop/v1/shopOrder/remind/{day}",
        "/api/shop/v1/shopOrder/openOrders",
        "/api/shop/day/{day}",
        "/api/shop/v1/shopOrderPart/save",
        "/api/shop/v1/shopOrderPart/update",
        "/api/shop/v1/shopOrderPart/removeById",
        "/api/shop/v1/shopOrderPart/removeByIds",
        "/api/shop/v1/shopOrderPart/getByQuery",
        "/api/shop/v1/shopOrderPart/getById",
        "/api/shop/v1/shopOrderPart/listByQuery",
        "/api/shop/v1/shopOrderPart/page",
        "/api/shop/v1/shopOrderPart/exactTotal",
        "/api/engine/bulk/{resource}",
        "/api/engine/bulk/{resource}/preview",
        "/api/engine/operations/{id}",
        "/api/engine/operations/{id}/rows",
        "/api/engine/operations/{id}/undo",
        "/api/engine/operations/{id}/file",
        "/api/blade-auth/oauth/token",
      ]
    `)
    expect(text).toMatchInlineSnapshot(`
      "{
        "openapi": "3.1.0",
        "info": {"title":"Back office 管理后台","version":"2"},
        "servers": [{"url":"/"}],
        "security": [{"token":[]}],
        "tags": [{"name":"shopOrder","description":"Order 订单","x-title":{"zh":"订单","en":"Order"}},{"name":"shopOrderPart","description":"Order part 订单明细","x-title":{"zh":"订单明细","en":"Order part"}},{"name":"operations","description":"Operations on several records, their results and their undo 批量操作、逐条结果与撤销","x-title":{"zh":"批量操作、逐条结果与撤销","en":"Operations on several records, their results and their undo"}},{"name":"tokens","description":"Sign-in 登录","x-title":{"zh":"登录","en":"Sign-in"}}],
        "paths": {
            "/api/shop/v1/shopOrder/save": {"post":{"operationId":"shopOrder_save","tags":["shopOrder"],"summary":"Create a record 新增","x-title":{"zh":"新增","en":"Create a record"},"parameters":[{"$ref":"#/components/parameters/key"},{"$ref":"#/components/parameters/acknowledged"}],"requestBody":{"required":true,"content":{"application/json":{"schema":{"$ref":"#/components/schemas/ShopOrderSave"}}}},"responses":{"200":{"$ref":"#/components/responses/ShopOrder"},"default":{"$ref":"#/components/responses/Failure"}}}},
            "/api/shop/v1/shopOrder/update": {"put":{"operationId":"shopOrder_update","tags":["shopOrder"],"summary":"Change the given fields 修改","x-title":{"zh":"修改","en":"Change the given fields"},"parameters":[{"$ref":"#/components/parameters/key"},{"$ref":"#/components/parameters/acknowledged"}],"requestBody":{"required":true,"content":{"application/json":{"schema":{"$ref":"#/components/schemas/ShopOrderUpdate"}}}},"responses":{"200":{"$ref":"#/components/responses/ShopOrder"},"default":{"$ref":"#/components/responses/Failure"}}}},
            "/api/shop/v1/shopOrder/removeById": {"delete":{"operationId":"shopOrder_removeById","tags":["shopOrder"],"summary":"Delete records 删除","x-title":{"zh":"删除","en":"Delete records"},"parameters":[{"$ref":"#/components/parameters/key"}],"requestBody":{"required":true,"content":{"application/json":{"schema":{"$ref":"#/components/schemas/Ids"}}}},"responses":{"200":{"$ref":"#/components/responses/Done"},"default":{"$ref":"#/components/responses/Failure"}}}},
            "/api/shop/v1/shopOrder/removeByIds": {"delete":{"operationId":"shopOrder_removeByIds","tags":["shopOrder"],"summary":"Delete records, all or none 批量删除","x-title":{"zh":"批量删除","en":"Delete records, all or none"},"parameters":[{"$ref":"#/components/parameters/key"}],"requestBody":{"required":true,"content":{"application/json":{"schema":{"$ref":"#/components/schemas/Ids"}}}},"responses":{"200":{"$ref":"#/components/responses/Done"},"default":{"$ref":"#/components/responses/Failure"}}}},
            "/api/shop/v1/shopOrder/getByQuery": {"get":{"operationId":"shopOrder_getByQuery","tags":["shopOrder"],"summary":"First record of a query 按条件查询一条","x-title":{"zh":"按条件查询一条","en":"First record of a query"},"parameters":[{"name":"query","in":"query","style":"form","explode":true,"schema":{"$ref":"#/components/schemas/ShopOrderQuery"}}],"responses":{"200":{"$ref":"#/components/responses/ShopOrder"},"default":{"$ref":"#/components/responses/Failure"}}}},
            "/api/shop/v1/shopOrder/getById": {"get":{"operationId":"shopOrder_getById","tags":["shopOrder"],"summary":"One record with its lines 查看","x-title":{"zh":"查看","en":"One record with its lines"},"parameters":[{"$ref":"#/components/parameters/id"}],"responses":{"200":{"$ref":"#/components/responses/ShopOrder"},"default":{"$ref":"#/components/responses/Failure"}}}},
            "/api/shop/v1/shopOrder/listByQuery": {"get":{"operationId":"shopOrder_listByQuery","tags":["shopOrder"],"summary":"All records of a query, at most 1000 列表","x-title":{"zh":"列表","en":"All records of a query, at most 1000"},"parameters":[{"name":"query","in":"query","style":"form","explode":true,"schema":{"$ref":"#/components/schemas/ShopOrderQuery"}}],"responses":{"200":{"$ref":"#/components/responses/ShopOrderList"},"default":{"$ref":"#/components/responses/Failure"}}}},
            "/api/shop/v1/shopOrder/page": {"get":{"operationId":"shopOrder_page","tags":["shopOrder"],"summary":"One page of a query 分页","x-title":{"zh":"分页","en":"One page of a query"},"parameters":[{"name":"query","in":"query","style":"form","explode":true,"schema":{"$ref":"#/components/schemas/ShopOrderQuery"}}],"responses":{"200":{"$ref":"#/components/responses/ShopOrderPage"},"default":{"$ref":"#/components/responses/Failure"}}}},
            "/api/shop/v1/shopOrder/exactTotal": {"get":{"operationId":"shopOrder_exactTotal","tags":["shopOrder"],"summary":"Total without a cap 精确总数","x-title":{"zh":"精确总数","en":"Total without a cap"},"parameters":[{"name":"query","in":"query","style":"form","explode":true,"schema":{"$ref":"#/components/schemas/ShopOrderQuery"}}],"responses":{"200":{"$ref":"#/components/responses/Done"},"default":{"$ref":"#/components/responses/Failure"}}}},
            "/api/shop/v1/shopOrder/close": {"put":{"operationId":"shopOrder_close","tags":["shopOrder"],"summary":"Close 结案","x-title":{"zh":"结案","en":"Close"},"parameters":[{"$ref":"#/components/parameters/key"},{"$ref":"#/components/parameters/acknowledged"}],"requestBody":{"required":true,"content":{"application/json":{"schema":{"type":"object","properties":{"id":{"type":"string"},"version":{"type":"integer"},"reason":{"type":"string","maxLength":20,"format":"one-line"}},"required":["id","reason"]}}}},"responses":{"200":{"$ref":"#/components/responses/ShopOrder"},"default":{"$ref":"#/components/responses/Failure"}}}},
            "/api/shop/v1/shopOrder/remind/{day}": {"post":{"operationId":"shopOrder_remind","tags":["shopOrder"],"summary":"Remind 提醒","x-title":{"zh":"提醒","en":"Remind"},"parameters":[{"name":"day","in":"path","required":true,"schema":{"type":"string"}},{"$ref":"#/components/parameters/key"},{"$ref":"#/components/parameters/acknowledged"}],"requestBody":{"required":true,"content":{"application/json":{"schema":{"type":"object","properties":{"id":{"type":"string"},"version":{"type":"integer"}},"required":["id"]}}}},"responses":{"200":{"$ref":"#/components/responses/Done"},"default":{"$ref":"#/components/responses/Failure"}}}},
            "/api/shop/v1/shopOrder/openOrders": {"get":{"operationId":"shopOrder_openOrders","tags":["shopOrder"],"summary":"Open orders 未结案","x-title":{"zh":"未结案","en":"Open orders"},"parameters":[{"name":"query","in":"query","style":"form","explode":true,"schema":{"$ref":"#/components/schemas/ShopOrderQuery"}}],"responses":{"200":{"description":"Open orders 未结案","content":{"application/json":{"schema":{"allOf":[{"$ref":"#/components/schemas/Envelope"}],"properties":{"data":{"allOf":[{"$ref":"#/components/schemas/Page"}],"properties":{"records":{"type":"array","items":{"$ref":"#/components/schemas/ShopOrder"}}}}}}}}},"default":{"$ref":"#/components/responses/Failure"}}}},
            "/api/shop/day/{day}": {"get":{"operationId":"shopOrder_ofDay","tags":["shopOrder"],"summary":"By day 按日","x-title":{"zh":"按日","en":"By day"},"parameters":[{"name":"day","in":"path","required":true,"schema":{"type":"string","format":"date"}}],"responses":{"200":{"description":"By day 按日","content":{"application/json":{"schema":{"allOf":[{"$ref":"#/components/schemas/Envelope"}],"properties":{"data":{"type":"array","items":{"type":"object","properties":{"state":{"type":["string","null"],"enum":["0","1",null]},"late":{"type":["boolean","null"]}},"required":["state","late"]},"maxItems":1000}}}}}},"default":{"$ref":"#/components/responses/Failure"}}}},
            "/api/shop/v1/shopOrderPart/save": {"post":{"operationId":"shopOrderPart_save","tags":["shopOrderPart"],"summary":"Create a record 新增","x-title":{"zh":"新增","en":"Create a record"},"parameters":[{"$ref":"#/components/parameters/key"},{"$ref":"#/components/parameters/acknowledged"}],"requestBody":{"required":true,"content":{"application/json":{"schema":{"$ref":"#/components/schemas/ShopOrderPartSave"}}}},"responses":{"200":{"$ref":"#/components/responses/ShopOrderPart"},"default":{"$ref":"#/components/responses/Failure"}}}},
            "/api/shop/v1/shopOrderPart/update": {"put":{"operationId":"shopOrderPart_update","tags":["shopOrderPart"],"summary":"Change the given fields 修改","x-title":{"zh":"修改","en":"Change the given fields"},"parameters":[{"$ref":"#/components/parameters/key"},{"$ref":"#/components/parameters/acknowledged"}],"requestBody":{"required":true,"content":{"application/json":{"schema":{"$ref":"#/components/schemas/ShopOrderPartUpdate"}}}},"responses":{"200":{"$ref":"#/components/responses/ShopOrderPart"},"default":{"$ref":"#/components/responses/Failure"}}}},
            "/api/shop/v1/shopOrderPart/removeById": {"delete":{"operationId":"shopOrderPart_removeById","tags":["shopOrderPart"],"summary":"Delete records 删除","x-title":{"zh":"删除","en":"Delete records"},"parameters":[{"$ref":"#/components/parameters/key"}],"requestBody":{"required":true,"content":{"application/json":{"schema":{"$ref":"#/components/schemas/Ids"}}}},"responses":{"200":{"$ref":"#/components/responses/Done"},"default":{"$ref":"#/components/responses/Failure"}}}},
            "/api/shop/v1/shopOrderPart/removeByIds": {"delete":{"operationId":"shopOrderPart_removeByIds","tags":["shopOrderPart"],"summary":"Delete records, all or none 批量删除","x-title":{"zh":"批量删除","en":"Delete records, all or none"},"parameters":[{"$ref":"#/components/parameters/key"}],"requestBody":{"required":true,"content":{"application/json":{"schema":{"$ref":"#/components/schemas/Ids"}}}},"responses":{"200":{"$ref":"#/components/responses/Done"},"default":{"$ref":"#/components/responses/Failure"}}}},
            "/api/shop/v1/shopOrderPart/getByQuery": {"get":{"operationId":"shopOrderPart_getByQuery","tags":["shopOrderPart"],"summary":"First record of a query 按条件查询一条","x-title":{"zh":"按条件查询一条","en":"First record of a query"},"parameters":[{"name":"query","in":"query","style":"form","explode":true,"schema":{"$ref":"#/components/schemas/ShopOrderPartQuery"}}],"responses":{"200":{"$ref":"#/components/responses/ShopOrderPart"},"default":{"$ref":"#/components/responses/Failure"}}}},
            "/api/shop/v1/shopOrderPart/getById": {"get":{"operationId":"shopOrderPart_getById","tags":["shopOrderPart"],"summary":"One record with its lines 查看","x-title":{"zh":"查看","en":"One record with its lines"},"parameters":[{"$ref":"#/components/parameters/id"}],"responses":{"200":{"$ref":"#/components/responses/ShopOrderPart"},"default":{"$ref":"#/components/responses/Failure"}}}},
            "/api/shop/v1/shopOrderPart/listByQuery": {"get":{"operationId":"shopOrderPart_listByQuery","tags":["shopOrderPart"],"summary":"All records of a query, at most 1000 列表","x-title":{"zh":"列表","en":"All records of a query, at most 1000"},"parameters":[{"name":"query","in":"query","style":"form","explode":true,"schema":{"$ref":"#/components/schemas/ShopOrderPartQuery"}}],"responses":{"200":{"$ref":"#/components/responses/ShopOrderPartList"},"default":{"$ref":"#/components/responses/Failure"}}}},
            "/api/shop/v1/shopOrderPart/page": {"get":{"operationId":"shopOrderPart_page","tags":["shopOrderPart"],"summary":"One page of a query 分页","x-title":{"zh":"分页","en":"One page of a query"},"parameters":[{"name":"query","in":"query","style":"form","explode":true,"schema":{"$ref":"#/components/schemas/ShopOrderPartQuery"}}],"responses":{"200":{"$ref":"#/components/responses/ShopOrderPartPage"},"default":{"$ref":"#/components/responses/Failure"}}}},
            "/api/shop/v1/shopOrderPart/exactTotal": {"get":{"operationId":"shopOrderPart_exactTotal","tags":["shopOrderPart"],"summary":"Total without a cap 精确总数","x-title":{"zh":"精确总数","en":"Total without a cap"},"parameters":[{"name":"query","in":"query","style":"form","explode":true,"schema":{"$ref":"#/components/schemas/ShopOrderPartQuery"}}],"responses":{"200":{"$ref":"#/components/responses/Done"},"default":{"$ref":"#/components/responses/Failure"}}}},
            "/api/engine/bulk/{resource}": {"post":{"operationId":"operations_run","tags":["operations"],"summary":"Run one operation on several records 对多条记录执行一项操作","x-title":{"zh":"对多条记录执行一项操作","en":"Run one operation on several records"},"parameters":[{"name":"resource","in":"path","required":true,"schema":{"type":"string"}},{"$ref":"#/components/parameters/key"},{"$ref":"#/components/parameters/acknowledged"}],"requestBody":{"required":true,"content":{"application/json":{"schema":{"$ref":"#/components/schemas/BulkOrder"}}}},"responses":{"200":{"description":"Done","content":{"application/x-ndjson":{"schema":{"$ref":"#/components/schemas/BulkLine"}}}},"default":{"$ref":"#/components/responses/Failure"}}}},
            "/api/engine/bulk/{resource}/preview": {"post":{"operationId":"operations_preview","tags":["operations"],"summary":"Count the affected records before the operation 执行前统计涉及的记录","x-title":{"zh":"执行前统计涉及的记录","en":"Count the affected records before the operation"},"parameters":[{"name":"resource","in":"path","required":true,"schema":{"type":"string"}}],"requestBody":{"required":true,"content":{"application/json":{"schema":{"$ref":"#/components/schemas/BulkOrder"}}}},"responses":{"200":{"description":"Done","content":{"application/json":{"schema":{"allOf":[{"$ref":"#/components/schemas/Envelope"}],"properties":{"data":{"type":"object","additionalProperties":true}}}}}},"default":{"$ref":"#/components/responses/Failure"}}}},
            "/api/engine/operations/{id}": {"get":{"operationId":"operations_get","tags":["operations"],"summary":"One operation 查看一项操作","x-title":{"zh":"查看一项操作","en":"One operation"},"parameters":[{"name":"id","in":"path","required":true,"schema":{"type":"string"}}],"responses":{"200":{"description":"Done","content":{"application/json":{"schema":{"allOf":[{"$ref":"#/components/schemas/Envelope"}],"properties":{"data":{"$ref":"#/components/schemas/BulkOperation"}}}}}},"default":{"$ref":"#/components/responses/Failure"}}}},
            "/api/engine/operations/{id}/rows": {"get":{"operationId":"operations_rows","tags":["operations"],"summary":"The result of each record, a hundred at a time 每条记录的结果，每次一百条","x-title":{"zh":"每条记录的结果，每次一百条","en":"The result of each record, a hundred at a time"},"parameters":[{"name":"id","in":"path","required":true,"schema":{"type":"string"}},{"name":"which","in":"query","schema":{"enum":["all","failed"]}},{"name":"after","in":"query","schema":{"type":"string"}}],"responses":{"200":{"description":"Done","content":{"application/json":{"schema":{"allOf":[{"$ref":"#/components/schemas/Envelope"}],"properties":{"data":{"type":"object","properties":{"rows":{"type":"array","items":{"type":"object","properties":{"id":{"type":"string"},"display":{"type":["string","null"]},"done":{"type":"boolean"},"reason":{"type":["string","null"]}}}},"hasMore":{"type":"boolean"}}}}}}}},"default":{"$ref":"#/components/responses/Failure"}}}},
            "/api/engine/operations/{id}/undo": {"get":{"operationId":"operations_countUndo","tags":["operations"],"summary":"Count the records that an undo would revert and leave unchanged 撤销前统计将恢复和保持不变的记录","x-title":{"zh":"撤销前统计将恢复和保持不变的记录","en":"Count the records that an undo would revert and leave unchanged"},"parameters":[{"name":"id","in":"path","required":true,"schema":{"type":"string"}}],"responses":{"200":{"description":"Done","content":{"application/json":{"schema":{"allOf":[{"$ref":"#/components/schemas/Envelope"}],"properties":{"data":{"type":"object","properties":{"reverted":{"type":"integer"},"leftOut":{"type":"integer"},"capped":{"type":"boolean"}}}}}}}},"default":{"$ref":"#/components/responses/Failure"}}},"post":{"operationId":"operations_undo","tags":["operations"],"summary":"Undo the operation for records that have not changed since 撤销操作，之后未再修改的记录恢复原值","x-title":{"zh":"撤销操作，之后未再修改的记录恢复原值","en":"Undo the operation for records that have not changed since"},"parameters":[{"name":"id","in":"path","required":true,"schema":{"type":"string"}},{"$ref":"#/components/parameters/key"}],"responses":{"200":{"description":"Done","content":{"application/x-ndjson":{"schema":{"$ref":"#/components/schemas/BulkLine"}}}},"default":{"$ref":"#/components/responses/Failure"}}}},
            "/api/engine/operations/{id}/file": {"get":{"operationId":"operations_file","tags":["operations"],"summary":"The file of an export, for one day and for its user 导出的文件，一天内可由导出人下载","x-title":{"zh":"导出的文件，一天内可由导出人下载","en":"The file of an export, for one day and for its user"},"parameters":[{"name":"id","in":"path","required":true,"schema":{"type":"string"}}],"responses":{"200":{"description":"Done","content":{"text/csv":{},"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet":{}}},"default":{"$ref":"#/components/responses/Failure"}}}},
            "/api/blade-auth/oauth/token": {"post":{"operationId":"tokens_request","tags":["tokens"],"summary":"Gets tokens for a password or a refresh token 用密码或刷新令牌换取令牌","x-title":{"zh":"用密码或刷新令牌换取令牌","en":"Gets tokens for a password or a refresh token"},"security":[{"client":[]}],"requestBody":{"required":true,"content":{"application/json":{"schema":{"type":"object","required":["grant_type"],"properties":{"grant_type":{"enum":["password","refresh_token","captcha"]},"tenantId":{"type":"string"},"username":{"type":"string"},"password":{"type":"string"},"refresh_token":{"type":"string"},"scope":{"type":"string"}}}}}},"responses":{"200":{"description":"The tokens 令牌","content":{"application/json":{"schema":{"type":"object","required":["access_token","token_type","expires_in"],"properties":{"access_token":{"type":"string"},"refresh_token":{"type":"string"},"token_type":{"const":"bearer"},"expires_in":{"type":"integer","description":"Seconds"},"must_change_password":{"type":"boolean"}}}}}},"default":{"description":"The refusal, as in OAuth 2 错误","content":{"application/json":{"schema":{"type":"object","properties":{"error":{"type":"string"},"error_description":{"type":"string"}}}}}}}}}
        },
        "components": {
          "securitySchemes": {"token":{"type":"apiKey","in":"header","name":"Blade-Auth","description":"bearer <access token>"},"client":{"type":"http","scheme":"basic","description":"Id and secret of an OAuth client"}},
          "parameters": {"id":{"name":"id","in":"query","required":true,"schema":{"type":"string"}},"key":{"name":"Idempotency-Key","in":"header","description":"A request that is sent again with the same key is executed once and gets the first response. 同一个键的请求重复发送时只执行一次，并返回第一次的响应。","x-title":{"zh":"同一个键的请求重复发送时只执行一次，并返回第一次的响应。","en":"A request that is sent again with the same key is executed once and gets the first response."},"schema":{"type":"string","maxLength":200}},"acknowledged":{"name":"acknowledged","in":"header","description":"The names of the acknowledged warnings, separated by commas, or all. 已确认的警告的名称，以逗号分隔；all 表示全部确认。","x-title":{"zh":"已确认的警告的名称，以逗号分隔；all 表示全部确认。","en":"The names of the acknowledged warnings, separated by commas, or all."},"schema":{"type":"string"}}},
          "responses": {
            "Failure": {"description":"What was refused, and why: 400, 401, 403, 404, 409, 413, 415, 429, 503.","content":{"application/json":{"schema":{"allOf":[{"$ref":"#/components/schemas/Envelope"}],"properties":{"errors":{"type":"object","additionalProperties":{"type":"string"}},"warnings":{"type":"array","items":{"type":"object","properties":{"name":{"type":"string"},"text":{"type":"string"},"fields":{"type":"array","items":{"type":"string"}}}}},"reason":{"type":"string"}}}}}},
            "Done": {"description":"Done","content":{"application/json":{"schema":{"allOf":[{"$ref":"#/components/schemas/Envelope"}],"properties":{"data":{}}}}}},
            "ShopOrder": {"description":"Order 订单","content":{"application/json":{"schema":{"allOf":[{"$ref":"#/components/schemas/Envelope"}],"properties":{"data":{"$ref":"#/components/schemas/ShopOrder"}}}}}},
            "ShopOrderList": {"description":"Order 订单","content":{"application/json":{"schema":{"allOf":[{"$ref":"#/components/schemas/Envelope"}],"properties":{"data":{"type":"array","items":{"$ref":"#/components/schemas/ShopOrder"}}}}}}},
            "ShopOrderPage": {"description":"Order 订单","content":{"application/json":{"schema":{"allOf":[{"$ref":"#/components/schemas/Envelope"}],"properties":{"data":{"allOf":[{"$ref":"#/components/schemas/Page"}],"properties":{"records":{"type":"array","items":{"$ref":"#/components/schemas/ShopOrder"}}}}}}}}},
            "ShopOrderPart": {"description":"Order part 订单明细","content":{"application/json":{"schema":{"allOf":[{"$ref":"#/components/schemas/Envelope"}],"properties":{"data":{"$ref":"#/components/schemas/ShopOrderPart"}}}}}},
            "ShopOrderPartList": {"description":"Order part 订单明细","content":{"application/json":{"schema":{"allOf":[{"$ref":"#/components/schemas/Envelope"}],"properties":{"data":{"type":"array","items":{"$ref":"#/components/schemas/ShopOrderPart"}}}}}}},
            "ShopOrderPartPage": {"description":"Order part 订单明细","content":{"application/json":{"schema":{"allOf":[{"$ref":"#/components/schemas/Envelope"}],"properties":{"data":{"allOf":[{"$ref":"#/components/schemas/Page"}],"properties":{"records":{"type":"array","items":{"$ref":"#/components/schemas/ShopOrderPart"}}}}}}}}}
          },
          "schemas": {
            "Envelope": {"type":"object","required":["code","success","data","msg"],"properties":{"code":{"type":"integer"},"success":{"type":"boolean"},"data":{},"msg":{"type":"string"},"more":{"const":true,"description":"Of a list of at most 1000 rows: there are others."}}},
            "Page": {"type":"object","properties":{"total":{"type":"integer"},"capped":{"type":"boolean"},"current":{"type":"integer"},"size":{"type":"integer"},"pages":{"type":"integer"},"stale":{"type":"array","items":{"type":"string"}}}},
            "Ids": {"type":"object","required":["ids"],"properties":{"ids":{"type":"array","items":{"type":"string"},"maxItems":1000}}},
            "SystemFields": {"type":"object","properties":{"id":{"type":"string","format":"id","title":"Record ID 记录 ID","x-title":{"zh":"记录 ID","en":"Record ID"}},"createUser":{"type":["string","null"],"format":"id","title":"Created by 创建人","x-title":{"zh":"创建人","en":"Created by"}},"createUserName":{"type":["string","null"]},"createDept":{"type":["string","null"],"format":"id","title":"Created in 创建部门","x-title":{"zh":"创建部门","en":"Created in"}},"createDeptName":{"type":["string","null"]},"createTime":{"type":"string","format":"datetime","title":"Created at 创建时间","x-title":{"zh":"创建时间","en":"Created at"}},"updateUser":{"type":["string","null"],"format":"id","title":"Changed by 修改人","x-title":{"zh":"修改人","en":"Changed by"}},"updateUserName":{"type":["string","null"]},"updateTime":{"type":["string","null"],"format":"datetime","title":"Changed at 修改时间","x-title":{"zh":"修改时间","en":"Changed at"}},"status":{"type":"integer","minimum":-9007199254740991,"maximum":9007199254740991,"title":"Record status 状态","x-title":{"zh":"状态","en":"Record status"}},"version":{"type":"integer","minimum":-9007199254740991,"maximum":9007199254740991,"title":"Version 版本","x-title":{"zh":"版本","en":"Version"}}}},
            "Query": {"type":"object","description":"Pages, sorting, and by suffix: comparisons with any field of the record.","properties":{"current":{"type":"integer","minimum":1},"size":{"type":"integer","minimum":1,"maximum":200},"ascs":{"type":"string"},"descs":{"type":"string"}},"patternProperties":{"^\\\\w+_(like|notlike|likeright|likeleft|equal|notequal|gt|ge|lt|le|null|notnull|in|dateequal|dategt|datege|datelt|datele)$":{"type":"string"}}},
            "BulkOrder": {"description":"Records by their ids, or all that a query of the list finds, up to a million; what is done to each.","type":"object","required":["select","do"],"properties":{"select":{"oneOf":[{"type":"object","required":["ids"],"properties":{"ids":{"type":"array","items":{"type":"string"},"minItems":1}}},{"type":"object","required":["query"],"properties":{"query":{"type":"object","additionalProperties":true}}}]},"do":{"oneOf":[{"type":"object","required":["kind"],"properties":{"kind":{"enum":["remove","restore"]}}},{"type":"object","required":["kind","values"],"properties":{"kind":{"const":"update"},"values":{"type":"object","additionalProperties":true}}},{"type":"object","required":["kind","name"],"properties":{"kind":{"enum":["transition","action"]},"name":{"type":"string"},"input":{"type":"object","additionalProperties":true}}}]}}},
            "BulkLine": {"description":"The first line has the total, then one line per record with its id and whether it is ok, at last the counts.","type":"object","properties":{"total":{"type":"integer"},"operation":{"type":"string"},"id":{"type":"string"},"display":{"type":"string"},"ok":{"type":"boolean"},"message":{"type":"string"},"errors":{"type":"object","additionalProperties":true}},"additionalProperties":true},
            "BulkOperation": {"type":"object","properties":{"id":{"type":"string"},"kind":{"enum":["edit","transition","action","delete","restore","import","export","undo"]},"resource":{"type":"string"},"step":{"type":["string","null"]},"title":{"type":"object","additionalProperties":true},"userId":{"type":"string"},"userName":{"type":"string"},"started":{"type":"string"},"finished":{"type":["string","null"]},"state":{"enum":["running","finished","interrupted"]},"meant":{"type":"integer"},"done":{"type":"integer"},"failed":{"type":"integer"},"edited":{"type":["object","null"]},"undo":{"enum":["possible","running","undone","expired","forbidden","changed","never"]},"undoOf":{"type":["string","null"]},"importFile":{"type":["object","null"]},"exported":{"type":["object","null"]}}},
            "ShopOrder": {"allOf":[{"$ref":"#/components/schemas/SystemFields"}],"description":"Order 订单","properties":{"orderNo":{"type":"string","maxLength":30,"format":"one-line","title":"Order no. 单号","x-title":{"zh":"单号","en":"Order no."}},"orderState":{"type":["string","null"],"enum":["0","1",null],"title":"State 状态","x-title":{"zh":"状态","en":"State"}},"lines":{"type":"array","items":{"$ref":"#/components/schemas/ShopOrderPart"},"title":"Parts 明细","x-title":{"zh":"明细","en":"Parts"}},"stateSince":{"type":["string","null"],"format":"datetime","title":"In this state since 状态更新于","x-title":{"zh":"状态更新于","en":"In this state since"}}}},
            "ShopOrderInput": {"type":"object","properties":{"orderNo":{"type":"string","maxLength":30,"format":"one-line"},"lines":{"type":["array","null"],"items":{"type":"object","required":["product"],"properties":{"product":{"type":"string","maxLength":255,"format":"one-line"},"day":{"type":["string","null"],"format":"date"},"id":{"type":["string","null"],"format":"id"},"version":{"type":["integer","null"],"minimum":0}}},"maxItems":500}}},
            "ShopOrderSave": {"allOf":[{"$ref":"#/components/schemas/ShopOrderInput"}],"required":["orderNo"]},
            "ShopOrderUpdate": {"allOf":[{"$ref":"#/components/schemas/ShopOrderInput"}],"required":["id"],"properties":{"id":{"type":"string"},"version":{"type":"integer","minimum":0}}},
            "ShopOrderQuery": {"allOf":[{"$ref":"#/components/schemas/Query"}],"properties":{"orderNo":{"type":"string"},"orderState":{"type":"string"},"stateSince":{"type":"string"}}},
            "ShopOrderPart": {"allOf":[{"$ref":"#/components/schemas/SystemFields"}],"description":"Order part 订单明细","properties":{"orderId":{"type":"string","format":"id","title":"Order 订单","x-title":{"zh":"订单","en":"Order"}},"orderIdName":{"type":["string","null"]},"product":{"type":"string","maxLength":255,"format":"one-line","title":"Product 产品","x-title":{"zh":"产品","en":"Product"}},"day":{"type":["string","null"],"format":"date","title":"Day 日期","x-title":{"zh":"日期","en":"Day"}}}},
            "ShopOrderPartInput": {"type":"object","properties":{"orderId":{"type":"string","format":"id"},"product":{"type":"string","maxLength":255,"format":"one-line"},"day":{"type":["string","null"],"format":"date"}}},
            "ShopOrderPartSave": {"allOf":[{"$ref":"#/components/schemas/ShopOrderPartInput"}],"required":["orderId","product"]},
            "ShopOrderPartUpdate": {"allOf":[{"$ref":"#/components/schemas/ShopOrderPartInput"}],"required":["id"],"properties":{"id":{"type":"string"},"version":{"type":"integer","minimum":0}}},
            "ShopOrderPartQuery": {"allOf":[{"$ref":"#/components/schemas/Query"}],"properties":{"orderId":{"type":"string"},"product":{"type":"string"},"day":{"type":"string"}}}
          }
        }
      }
      "
    `)
  })
})

it('makes required fields of a new record optional in a change, and nothing else', () => {
  const model = modelOf()
  const resource = resourceOf(model, 'shopOrder')
  const save = recordSchema(resource, model, 'save')
  const update = recordSchema(resource, model, 'update')
  const { id, version, ...rest } = update['properties'] as Record<string, JsonSchema>
  expect({ id: id?.['type'], version: version?.['type'] }).toEqual({ id: 'string', version: 'integer' })
  expect(rest).toEqual(save['properties'])
})

it('types the values of every field type, most of them as texts', async () => {
  const model = modelOf()
  const types: string[] = []
  for (const [name, type] of Object.entries(fieldTypes)) {
    const of = name === 'dictionary' ? 'order_state' : 'shopOrder'
    for (const many of [false, true]) {
      const field: Field = { ...valueField, type: name, options: { of, many } }
      const value = typingOf(type.value(field, model))
      const members = await interfaceMembers({ type: 'object', properties: { value }, additionalProperties: false })
      types.push(`${name}${many ? ' of many' : ''}: ${members.replaceAll(/\s+/g, ' ').replace('value?: ', '')}`)
    }
  }
  const plain = types.filter((line, at) => at % 2 === 0 || line.split(': ')[1] !== types[at - 1]?.split(': ')[1])
  expect(plain.filter(line => !line.endsWith(': string'))).toMatchInlineSnapshot(`
    [
      "integer: number",
      "decimal: number",
      "money: number",
      "boolean: boolean",
      "dictionary: "0" | "1"",
      "dictionary of many: ("0" | "1")[]",
      "reference of many: string[]",
      "children: { [k: string]: unknown }[]",
      "related: null",
      "bind: string[]",
      "permissions: string[]",
      "image of many: string[]",
      "file of many: string[]",
      "json: unknown",
    ]
  `)
})

const valueField: Omit<Field, 'type' | 'options'> = {
  name: 'value',
  title: { zh: '值', en: 'Value' },
  required: false,
  unique: false,
  index: false,
  readOnly: false,
  stored: false,
}
