import type { FastifyRequest } from 'fastify'
import type { RequestContext } from '../../auth/request-context.ts'
import type { Row } from '../../database/shape.ts'
import { done, doneWithMessage } from '../../errors/envelope.ts'
import type { App } from '../../http/app.ts'
import { idOfCode } from '../../storage/derived-id.ts'
import { type BladeParts, bodyRecordOf, idsOf, parameter } from './blade-parts.ts'

const path = '/api/blade-system'
const resource = 'bladeDict'
const success = { zh: '操作成功', en: 'Success' }

/**
 * `dict/…`: the open entries of a dictionary, in order, and the dictionaries and entries that administrators edit.
 * `dict-biz/dictionary` returns the same entries.
 */
export function dictionaryCalls(app: App, parts: BladeParts): void {
  for (const kind of ['dict', 'dict-biz']) app.get(`${path}/${kind}/dictionary`, openEntries)
  const { store } = parts
  const levelOf = async (ctx: RequestContext, parentId: string | null): Promise<Row[]> =>
    (await store.tree(ctx, resource, parentId)).map(asDictionary)
  app.get(`${path}/dict/parent-list`, async request => {
    const [code, dictValue] = [parameter(request, 'code'), parameter(request, 'dictValue')]
    const found = (await levelOf(request.ctx, null)).filter(
      row => String(row['code']).includes(code) && String(row['dictValue']).includes(dictValue),
    )
    const size = numberOf(request, 'size', 10)
    const current = numberOf(request, 'current', 1)
    const records = found.slice((current - 1) * size, current * size)
    const page = { records, total: found.length, size, current, pages: Math.ceil(found.length / size) }
    return done(page, request.language)
  })
  app.get(`${path}/dict/child-list`, async request => {
    const parentId = parameter(request, 'parentId')
    return done(/^[1-9]\d{0,18}$/.test(parentId) ? await levelOf(request.ctx, parentId) : [], request.language)
  })
  app.get(`${path}/dict/tree`, async request => {
    const nodes = (await levelOf(request.ctx, null)).map(({ id, dictValue }) => ({
      id,
      parentId: '0',
      title: dictValue,
      key: id,
      value: id,
    }))
    return done(nodes, request.language)
  })
  app.get(`${path}/dict/detail`, async request => {
    const [id = ''] = idsOf(request, 'id')
    return done(asDictionary(await store.get(request.ctx, resource, id)), request.language)
  })
  app.post(`${path}/dict/submit`, async request => {
    const record = fromDictionary(bodyRecordOf(request))
    if (record['id'] === undefined) await store.save(request.ctx, resource, newEntry(record))
    else await store.update(request.ctx, resource, record)
    return doneWithMessage(success, request.language)
  })
  app.post(`${path}/dict/remove`, async request => {
    await store.remove(request.ctx, resource, idsOf(request, 'ids'))
    return doneWithMessage(success, request.language)
  })
}

function openEntries(request: FastifyRequest) {
  const code = parameter(request, 'code')
  const { dictionaries } = request.ctx.model
  const dictionary = Object.hasOwn(dictionaries, code) ? dictionaries[code] : undefined
  const entries = dictionary?.entries.filter(({ sealed }) => !sealed) ?? []
  return done(
    entries.map(({ key, title }, index) => ({
      id: idOfCode(`${code}/${key}`),
      parentId: idOfCode(code),
      code,
      dictKey: key,
      dictValue: title[request.language],
      sort: index + 1,
      remark: '',
      isSealed: 0,
      isDeleted: 0,
    })),
    request.language,
  )
}

/** The platform writes booleans as 0 and 1, and the absence of a parent as 0. */
const asDictionary = (row: Row): Row => ({
  id: row['id'],
  parentId: row['parentId'] ?? '0',
  code: row['code'],
  dictKey: row['dictKey'],
  dictValue: row['dictValue'],
  englishValue: row['englishValue'],
  colour: row['colour'] ?? '',
  sort: row['sort'],
  remark: row['remark'] ?? '',
  isSealed: row['isSealed'] === true ? 1 : 0,
  isDeleted: 0,
  hasChildren: row['hasChildren'] === true,
})

const written = ['id', 'parentId', 'dictKey', 'dictValue', 'englishValue', 'colour', 'sort', 'isSealed', 'remark']

function fromDictionary(given: Row): Row {
  const sent = Object.entries(given).filter(([name]) => written.includes(name))
  return Object.fromEntries(sent.flatMap(([name, value]) => wireValue(name, value)))
}

function wireValue(name: string, value: unknown): (readonly [string, unknown])[] {
  if (name === 'id') return value === '' || value === null ? [] : [[name, String(value)]]
  if (name === 'parentId') return [[name, [0, '0', '', null].includes(value as never) ? null : String(value)]]
  if (name === 'isSealed') return [[name, value === 1 || value === '1' || value === true]]
  if (name === 'dictKey') return [[name, String(value)]]
  return [[name, value === '' ? null : value]]
}

/** A client that has one language sends one title. */
const newEntry = (record: Row): Row => ({ englishValue: record['dictValue'], ...record })

function numberOf(request: FastifyRequest, name: string, usual: number): number {
  const value = Number(parameter(request, name))
  return Number.isInteger(value) && value > 0 ? Math.min(value, 500) : usual
}
