import { expect, it } from 'vitest'
import type { Resource } from '../../model/model.ts'
import { withoutStaleNames, withValue } from './written-value.ts'

const fields = ['entId', 'supplier', 'supplierName', 'remark'].map(name => ({ name }))
const resource = { name: 'order', fields } as unknown as Resource

it('drops the label of a former reference', () => {
  const read = { entId: '1', entIdName: '一小', remark: '' }
  expect(withValue(resource, read, 'entId', '2')).toEqual({ entId: '2', remark: '' })
  expect(withValue(resource, read, 'remark', '急')).toEqual({ ...read, remark: '急' })
})

it('keeps a field whose name only ends like that of a label', () => {
  const read = { supplier: '1', supplierName: '沃野源' }
  expect(withValue(resource, read, 'supplier', '2')).toEqual({ supplier: '2', supplierName: '沃野源' })
})

it('returns the same record if no label is stale', () => {
  const now = { entId: '1', entIdName: '一小', remark: '急' }
  expect(withoutStaleNames(resource, { ...now, remark: '' }, now)).toBe(now)
})
