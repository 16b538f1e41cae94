import { expect, it } from 'vitest'
import type { FailedRow } from '../data/bulk.ts'
import { failuresCsv, failuresText } from './bulk-failures.ts'

const rows: readonly FailedRow[] = [
  { id: '1', display: '=1+1', message: 'Taken' },
  { id: '2', display: 'a "b", c', message: 'Wrong', errors: { one: '请输入一', two: '请输入二' } },
]

it('writes failures as a file for spreadsheets, with formulas escapedFormula', () => {
  expect(failuresCsv(['Id', 'Record', 'Reason'], rows)).toBe(
    '\ufeff"Id","Record","Reason"\r\n"1","\'=1+1","Taken"\r\n"2","a ""b"", c","请输入一；请输入二"\r\n',
  )
})

it('writes failures as cells that can be pasted', () => {
  expect(failuresText([{ id: '3', display: 'two\nlines', message: 'No\tway' }])).toBe('3\ttwo lines\tNo way')
})
