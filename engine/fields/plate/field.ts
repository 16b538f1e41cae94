import { formattedText } from '../formatted-text.ts'
import { upperCode } from '../text-value.ts'

const provinces = '京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼'
const ordinary = new RegExp(`^[${provinces}][A-HJ-NP-Z][A-HJ-NP-Z0-9]{4}[A-HJ-NP-Z0-9挂学警港澳领]$`)
// GA 36-2018 and its amendment: plates of small new-energy cars begin with the letter of their drive, those of large
// ones end with it.
const newEnergy = new RegExp(`^[${provinces}][A-HJ-NP-Z](?:[A-HJK][A-HJ-NP-Z0-9]\\d{4}|\\d{5}[A-HJK])$`)
const embassy = /^(?:使\d{6}|\d{6}使)$/

/** A mainland vehicle plate: ordinary, new-energy, or of an embassy. */
export const plate = formattedText({
  title: { zh: '车牌号', en: 'Licence plate' },
  help: { zh: '大陆车牌号，含新能源', en: 'A licence plate of mainland China, including new energy vehicles.' },
  format: 'plate',
  maxLength: 10,
  check: text => ordinary.test(text) || newEnergy.test(text) || embassy.test(text),
  // Physical plates have a dot after the first two characters.
  normalise: value => {
    const code = upperCode(value)
    return typeof code === 'string' ? code.replace(/[·•・.-]/g, '') : code
  },
  example: n => `苏A${String(n % 100_000).padStart(5, '0')}`,
  widest: '苏AD00000',
  cellWidth: 11,
})
