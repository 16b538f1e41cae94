import { describe, expect, it } from 'vitest'
import { compile } from '../../compiler/compile.ts'
import { emitOpenapi } from '../../compiler/emit/openapi.ts'
import { sample } from '../../compiler/language/sample.ts'
import {
  type ApiDocument,
  exampleOfSchema,
  fieldTitlesOf,
  groupsOf,
  groupsWith,
  jsonSchemaOf,
  parametersOf,
  requestPath,
  valuesOf,
} from './openapi-document.ts'

const { model } = compile(Object.entries(sample).map(([file, text]) => ({ file, text, origin: 'app' })))
if (!model) throw new Error('The sample does not compile.')
const document = JSON.parse(emitOpenapi(model)) as ApiDocument
const groups = groupsOf(document)
const operation = (id: string) => {
  const found = groups.flatMap(group => group.operations).find(({ operationId }) => operationId === id)
  if (!found) throw new Error(`There is no operation "${id}".`)
  return found
}

describe('the OpenAPI document', () => {
  it('has every endpoint in one group, with a title in both languages', () => {
    const all = Object.values(document.paths).flatMap(methods => Object.values(methods))
    const grouped = groups.flatMap(group => group.operations)
    expect(grouped).toHaveLength(all.length)
    expect(grouped.filter(({ title }) => !title?.zh || !title.en || title.zh === title.en)).toEqual([])
    expect(groups.map(({ name }) => name)).toEqual([
      'site',
      'supply',
      'supplyItem',
      'visit',
      'visitItem',
      'operations',
      'tokens',
    ])
  })

  it('is searched by resource, path and title in both languages', () => {
    expect(groupsWith(groups, '用品').map(({ name }) => name)).toEqual(['visitItem'])
    expect(groupsWith(groups, 'page of a query')).toHaveLength(groupsWith(groups, '分页').length)
    expect(groupsWith(groups, 'visit/remind').flatMap(({ operations }) => operations)).toMatchObject([
      { method: 'POST', path: '/api/field/v1/visit/remind' },
    ])
    expect(groupsWith(groups, 'nothing')).toEqual([])
    expect(groupsWith(groups, ' ')).toHaveLength(groups.length)
  })

  it('shows the properties of an object in the query as parameters', () => {
    const values = parametersOf(document, operation('visit_page'))
    expect(values.map(({ name }) => name)).toEqual(expect.arrayContaining(['current', 'size', 'visitNo', 'startDay']))
    expect(fieldTitlesOf(document, 'visit')).toMatchObject({ startDay: { zh: '开始日期', en: 'Start' } })
    expect(values.every(({ place }) => place === 'query')).toBe(true)
    expect(parametersOf(document, operation('visit_save'))).toMatchObject([
      { name: 'Idempotency-Key', place: 'header' },
      { name: 'acknowledged', place: 'header' },
    ])
  })

  it('shows body and response with required properties and an example', () => {
    const body = jsonSchemaOf(document, operation('visit_save').requestBody)
    if (!body) throw new Error('There is no body.')
    const values = valuesOf(document, body, 'body')
    expect(values.find(({ name }) => name === 'visitName')).toMatchObject({
      required: true,
      type: 'string (one-line)',
    })
    expect(exampleOfSchema(document, body)).toMatchObject({ startDay: '2026-03-01', kind: '1', items: [{ count: 1 }] })
    const answer = jsonSchemaOf(document, operation('visit_page').responses['200'])
    if (!answer) throw new Error('There is no answer.')
    expect(exampleOfSchema(document, answer)).toMatchObject({
      success: true,
      data: { total: 1, records: [{ kind: '1' }] },
    })
  })

  it('makes the address of a request', () => {
    const page = operation('visit_page')
    const values = parametersOf(document, page)
    expect(requestPath(page, values, { size: '5', visitNo: ' ', kind: '1' }, 'startDay_ge=2026-03-01')).toBe(
      '/api/field/v1/visit/page?size=5&kind=1&startDay_ge=2026-03-01',
    )
    expect(requestPath({ path: '/api/x/{id}' }, [], { id: 'a/b' })).toBe('/api/x/a%2Fb')
  })
})
