import { describe, expect, it } from 'vitest'
import { compile } from '../compiler/compile.ts'
import { resourceOf } from '../model/names.ts'
import { compileExpression } from './compile-expression.ts'
import { meFields, meFieldsRead } from './me.ts'
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

it('contains the fields of a resource, those of the system, its lines, and the names of entries', () => {
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

describe('me.', () => {
  const title = 'title: { zh: 名, en: Name }'
  const { model } = compile([
    {
      file: 'resources/blade/bladeUser.yaml',
      text: `${title}\nfields:\n  phone: { type: phone, ${title} }\n  regionId: { type: text, ${title} }\n  roleId: { type: reference, of: bladeRole, many: true, ${title} }\n  password: { type: password, ${title} }\n`,
      origin: 'app',
    },
    {
      file: 'resources/blade/bladeRole.yaml',
      text: `${title}\nfields:\n  kind: { type: dictionary, of: order_state, ${title} }\n  days: { type: integer, ${title} }\n  share: { type: decimal, ${title} }\n`,
      origin: 'app',
    },
    { file: 'dictionaries/order_state.yaml', text: state, origin: 'app' },
  ])
  if (!model) throw new Error('The descriptors do not compile.')
  const scope = scopeOf(model, resourceOf(model, 'bladeRole'), { me: true })
  const typeOf = (text: string, within = scope) => {
    const made = compileExpression(text, within)
    return 'fault' in made ? made.fault.code : made.expression.type
  }

  it.each([
    ['me.phone', 'string'],
    ['me.regionId', 'string'],
    ['me.roles.kind', 'list<string>'],
    ['"open" in me.roles.kind', 'bool'],
    ['"closed" in me.roles.kind', 'rule.entry-unknown'],
    ['me.roles.days', 'list<int>'],
    ['me.roles.share', 'rule.name-unknown'],
    ['me.roles', 'rule.name-part'],
    ['me.roles.gone', 'rule.name-unknown'],
    ['me.roleId', 'rule.name-unknown'],
    ['me.password', 'rule.name-unknown'],
    ['me.roleIds', 'list<int>'],
    ['me.deptId', 'int'],
  ])('is typed by the declared fields: %s is %s', (text, type) => {
    expect(typeOf(text)).toBe(type)
  })

  it('is not available to jobs (semantics 8)', () => {
    const ofJob = scopeOf(model, resourceOf(model, 'bladeRole'))
    expect(typeOf('me.id == createUser', ofJob)).toBe('rule.name-not-here')
    expect(typeOf('me.roles.days', ofJob)).toBe('rule.name-not-here')
  })

  it('has in a part of the Model only the fields that its expressions read', () => {
    expect(Object.keys(meFieldsRead(model, [{ rows: 'days in me.roles.days && me.phoneNo == null' }]))).toEqual([
      'roles.days',
    ])
    const part = { ...model, resources: {}, me: meFieldsRead(model, [{ rule: 'me.phone != null' }]) }
    expect(meFields(part)).toEqual({ phone: meFields(model)['phone'] })
  })
})
