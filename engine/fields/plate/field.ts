import { fault } from '../fault.ts'
import type { FieldType } from '../field-type.ts'
import { asText, upperCode } from '../written.ts'
import { isPlate } from './plate.ts'

/** A mainland vehicle plate, new-energy plates included. */
export const plate: FieldType<string> = {
  ...asText,
  title: { zh: '车牌号', en: 'Vehicle plate' },
  help: { zh: '大陆车牌号，含新能源', en: "A mainland vehicle's plate, those of new energy included." },
  options: {},
  value: () => ({ type: 'string', maxLength: 10, format: 'plate' }),
  column: () => 'varchar(10)',
  normalise: barePlate,
  parse: text => {
    const value = barePlate(text)
    return typeof value === 'string' && isPlate(value) ? { value } : { fault: fault('value.incorrect') }
  },
  example: (_field, _model, n) => `苏A${String(n % 100_000).padStart(5, '0')}`,
  span: () => 8,
}

// Physical plates have a dot after the first two characters.
function barePlate(value: unknown): unknown {
  const code = upperCode(value)
  return typeof code === 'string' ? code.replace(/[·•・.-]/g, '') : code
}
