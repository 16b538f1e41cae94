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
