import { expect, it } from 'vitest'
import { compile } from '../compiler/compile.ts'
import { resourceOf } from '../model/names.ts'
import { scopeOf } from './scope.ts'

const order = `title: { zh: 订单, en: Order }
display: orderNo
fields:
  orderNo: { type: text, title: { zh: 单号, en: Order no. } }
  state: { type: dictionary, of: order_state, title: { zh: 状态, en: State } }
  lines: { type: children, of: shopOrderPart, title: { zh: 明细, en: Parts } }
`
const part = `title: { zh: 订单明细, en: Order part }
partOf: orderId
display: product
fields:
  orderId: { type: reference, of: shopOrder, required: true }
  product: { type: text, title: { zh: 产品, en: Product } }
  state: { type: dictionary, of: order_state, title: { zh: 状态, en: State } }
  price: { type: money, title: { zh: 单价, en: Price } }
`
const state = `title: { zh: 状态, en: State }
entries:
  open: { key: "0", title: { zh: 进行中, en: Open } }
  shut: { key: "1", title: { zh: 已结案, en: Shut } }
`

it('knows a resource by its fields, those of the system, its lines, and the names of entries', () => {
  const { model, problems } = compile([
    { file: 'resources/shop/shopOrder.yaml', text: order, origin: 'app' },
    { file: 'resources/shop/shopOrderPart.yaml', text: part, origin: 'app' },
    { file: 'dictionaries/order_state.yaml', text: state, origin: 'app' },
  ])
  if (!model) throw new Error(problems[0]?.message.en)
  const resource = resourceOf(model, 'shopOrder')
  const scope = scopeOf(model, resource, { it: resourceOf(model, 'shopOrderPart'), input: resource.fields.slice(0, 2) })
  expect(scope).toMatchObject({
    me: false,
    fields: { orderNo: 'string', state: 'string', id: 'int', createTime: 'google.protobuf.Timestamp' },
    lists: { lines: { product: 'string', price: 'decimal', orderId: 'int', version: 'int' } },
    it: { product: 'string', price: 'decimal' },
    input: { orderNo: 'string', state: 'string' },
  })
  expect(scope.fields).not.toHaveProperty('lines')
  expect(Object.keys(scope.entries ?? {}).sort()).toEqual(['input.state', 'it.state', 'lines.state', 'state'])
  expect(scope.entries?.['it.state']).toEqual({ open: '0', shut: '1' })
})
