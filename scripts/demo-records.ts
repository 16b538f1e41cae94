import { creditCheck } from '../engine/fields/credit-code/field.ts'

/** Calls an endpoint of the server and returns its `data`; throws when the server refuses. */
export type Call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) => Promise<unknown>

/** The ids of the demo records by display name. */
export interface DemoRecords {
  readonly enterprises: Readonly<Record<string, string>>
  /** By state: draft, issued, handled, closed. */
  readonly letters: Readonly<Record<string, string>>
  readonly orders: readonly string[]
}

/** Writes demo records through the endpoints of the screens: enterprises, cameras, letters in each state, orders. */
export async function writeDemoRecords(call: Call): Promise<DemoRecords> {
  const save = async (path: string, record: object) => String(named(await call('POST', `${path}/save`, record), 'id'))
  const type = await save('/api/ent/v1/entType', { name: '学校食堂', code: 'SCHOOL', sort: 1 })
  await save('/api/ent/v1/entType', { name: '社会餐饮', code: 'RESTAURANT', sort: 2 })
  const region = (await known(call, '330106')) ?? (await save('/api/sys/v1/sysRegion', district))
  const types: Record<string, string> = {}
  for (const [at, name] of ['米面粮油', '畜禽肉', '蔬菜', '乳制品'].entries())
    types[name] = await save('/api/business/v1/businessProductType', { name, code: `P${at + 1}`, sort: at })

  const enterprises: Record<string, string> = {}
  for (const [at, name] of names.entries()) {
    const code = `91330106MA27${String(at + 10).padStart(5, '0')}`
    enterprises[name] = await save('/api/ent/v1/entInfo', {
      name,
      creditCode: code + creditCheck(code),
      typeId: type,
      businessType: businesses[at % businesses.length],
      creditRating: 'ABCD'[at % 4],
      regionId: region,
      address: `松风路 ${at * 6 + 102} 号`,
      phone: `138000042${String(at).padStart(2, '0')}`,
      licenceNo: `JY3330106${String(at + 1).padStart(7, '0')}`,
      licenceBegin: `2023-0${(at % 9) + 1}-15`,
      licenceEnd: `2028-0${(at % 9) + 1}-14`,
    })
  }
  const [first = '', second = ''] = Object.values(enterprises)
  const camera = await save('/api/ent/v1/entCamera', { ...cameraOf(first), name: '切配间 02', position: '切配间' })
  await save('/api/ent/v1/entCamera', { ...cameraOf(second), name: '冷藏间 01', position: '冷藏间', cameraStatus: '0' })
  return {
    enterprises,
    letters: await writeLetters(call, Object.values(enterprises), camera),
    orders: await writeOrders(save, [first, second], types),
  }
}

async function known(call: Call, code: string): Promise<string | undefined> {
  const page = await call('GET', `/api/sys/v1/sysRegion/page?code=${code}`)
  const [record] = named(page, 'records') as readonly unknown[]
  return record === undefined ? undefined : String(named(record, 'id'))
}

/** Writes letters in each state through their transitions; returns the first of each. */
async function writeLetters(call: Call, enterprises: readonly string[], cameraId: string) {
  const path = '/api/ent/v1/entNoticeLetter'
  const letters: Record<string, string> = {}
  for (const [at, [state, problem, days]] of problems.entries()) {
    const entId = enterprises[at % 2 === 0 ? 0 : at] ?? ''
    const letter = { entId, problem, measure: '三日内整改并上传照片', deadline: dayIn(days) }
    const saved = await call('POST', `${path}/save`, { ...letter, ...(at % 2 === 0 && { cameraId }) })
    const id = String(named(saved, 'id'))
    letters[state] ??= id
    const way = states.indexOf(state)
    if (way > 0) await call('POST', `${path}/issue`, { id })
    if (way > 1) await call('PUT', `${path}/handle`, { id, reply: '已更换全部案板，刀具按红、蓝、绿三色分区挂放' })
    if (way > 2) await call('PUT', `${path}/adopt`, { id })
  }
  return letters
}

const dayIn = (days: number) => new Date(Date.now() + (days + 1) * 86_400_000).toISOString().slice(0, 10)

async function writeOrders(
  save: (path: string, record: object) => Promise<string>,
  [first, second]: readonly [string, string],
  types: Readonly<Record<string, string>>,
) {
  const lines = goods.map(([productName, type, quantity, unit, price]) => ({
    productName,
    productTypeId: types[type],
    quantity,
    unit,
    price,
  }))
  const order = {
    orderTime: '2026-11-21 08:30:00',
    supplierName: '沃野源农产品配送中心',
    supplierPhone: '13800004210',
    deliveryDate: '2026-11-23',
    deliveryAddress: '清溪区松风路 118 号 食堂后门',
    remark: '蔬菜请用周转筐，送达后由值班员现场测温并留存票据。',
  }
  return [
    await save('/api/business/v1/businessEntOrder', { ...order, entId: first, lines, freight: 60 }),
    await save('/api/business/v1/businessEntOrder', {
      ...order,
      entId: second,
      supplierName: '云麓冷链供应站',
      lines: lines.slice(1, 4),
    }),
  ]
}

const district = { code: '330106', name: '清溪区', regionLevel: '1' }
const businesses = ['PRISC', 'HIGSC', 'KINDSC', 'MIDSC']
const names = [
  '清溪区第三小学食堂',
  '清溪区青禾高级中学食堂',
  '云栖幼儿园食堂',
  '松风路初级中学食堂',
  '青岚实验小学食堂',
  '石桥镇中心小学食堂',
  '望湖外国语学校食堂',
  '桐荫幼儿园食堂',
  '九里松小学食堂',
  '清溪区第一中学食堂',
  '文澜学校食堂',
  '半山幼儿园食堂',
]
const cameraOf = (entId: string) => ({ entId, platform: '1', deviceSn: 'DS2CD3T46', cameraStatus: '1' })
const states = ['draft', 'issued', 'handled', 'closed'] as const
/** The state, the subject, and the days until it is due. */
const problems: readonly (readonly [(typeof states)[number], string, number])[] = [
  ['draft', '冷藏柜温度显示 11 ℃，高于规定的 8 ℃', 9],
  ['issued', '后厨地面积水，从业人员未佩戴口罩', 2],
  ['handled', '切配间刀具未按生熟分开存放，无色标标识；案板边缘有明显裂纹，不易清洁', 4],
  ['closed', '留样盒未标注留样时间和留样人', 12],
  ['handled', '排烟罩油污堆积，超过一个月未清洗', 6],
  ['issued', '食品原料与清洁用品同架存放，未离地离墙', 1],
  ['closed', '餐具保洁柜门未关闭，柜内有杂物', 15],
  ['issued', '冷冻库内有无标签、无保质期的散装食品', 3],
]
const goods: readonly (readonly [string, string, number, string, number])[] = [
  ['东北长粒香米', '米面粮油', 40, '4', 86.5],
  ['冷鲜猪后腿肉', '畜禽肉', 62.5, '1', 31.8],
  ['上海青', '蔬菜', 80, '1', 5.2],
  ['巴氏杀菌鲜牛奶', '乳制品', 12, '4', 310],
  ['一级大豆油', '米面粮油', 6, '4', 218],
]

function named(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !(name in value))
    throw new Error(`The server's response has no "${name}": ${JSON.stringify(value)}`)
  return (value as Readonly<Record<string, unknown>>)[name]
}
