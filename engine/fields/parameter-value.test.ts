import { describe, expect, it } from 'vitest'
import { compile } from '../compiler/compile.ts'
import { sample } from '../compiler/language/sample.ts'
import type { Model, Parameter } from '../model/model.ts'
import { parameterText, parameterValues } from './parameter-value.ts'

const { model } = compile(Object.entries(sample).map(([file, text]) => ({ file, text, origin: 'app' })))
const named = (key: string) => model?.parameters.find(one => one.key === key) as Parameter
const days = named('visit.days')
const limit = named('visit.limit')
const read = (text: string, parameter: Parameter) => parameterValues(text, parameter, model as Model)

describe('the text of a parameter', () => {
  it('contains one value, or a line for each dated value', () => {
    expect([parameterText(days), parameterText(limit)]).toEqual(['3', '2024-01-01: 20\n2026-01-01: 50'])
  })

  it('is read by the type of the parameter, with the earliest day first', () => {
    expect(read(' 7 ', days)).toEqual({ value: 7, values: [] })
    expect(read('2027-01-01： 60\n\n2024-01-01: 20', limit)).toEqual({
      values: [
        { from: '2024-01-01', value: 20 },
        { from: '2027-01-01', value: 60 },
      ],
    })
  })

  it.each([
    ['seven', days, 'value.incorrect'],
    ['20', limit, 'parameter.line'],
    ['2026-13-01: 20', limit, 'parameter.line'],
    ['2026-01-01: many', limit, 'value.incorrect'],
  ])('is refused: %s', (text, parameter, code) => {
    const result = read(text, parameter)
    expect('fault' in result && result.fault.code).toBe(code)
  })
})
