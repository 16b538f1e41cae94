import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Writes descriptors of forms called `form<fields>`, each with so many fields. */
export async function writeForms(folder: string, sizes: readonly number[]): Promise<void> {
  const files = {
    'app.yaml': 'language: 2\ntitle: { zh: 打字, en: Typing }\n',
    'menus.yaml': 'forms: { title: { zh: 表单, en: Forms }, icon: pencil, order: 1 }\n',
    'dictionaries/shade.yaml':
      'title: { zh: 深浅, en: Shade }\nentries:\n  light: { key: "1", title: { zh: 浅, en: Light } }\n  dark: { key: "2", title: { zh: 深, en: Dark } }\n',
    ...Object.fromEntries(sizes.map(size => [`resources/forms/form${size}.yaml`, formOf(size)])),
  }
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await writeFile(join(folder, file), text)
  }
}

/** Ten typical fields; with a sum, a condition and a rule, so that typing causes work. */
const ten = (at: number) => `
  text${at}a: { type: text, required: true, max: 100, title: { zh: 名称${at}, en: Name ${at} } }
  text${at}b: { type: text, max: 100, title: { zh: 地址${at}, en: Address ${at} } }
  phone${at}: { type: phone, title: { zh: 电话${at}, en: Phone ${at} } }
  count${at}: { type: integer, min: 0, title: { zh: 数量${at}, en: Count ${at} } }
  price${at}: { type: money, min: 0, title: { zh: 单价${at}, en: Price ${at} } }
  amount${at}: { type: money, compute: "count${at} * price${at}", stored: true, title: { zh: 金额${at}, en: Amount ${at} } }
  day${at}: { type: date, title: { zh: 日期${at}, en: Day ${at} } }
  shade${at}: { type: dictionary, of: shade, title: { zh: 深浅${at}, en: Shade ${at} } }
  isOdd${at}: { type: boolean, title: { zh: 是否特殊${at}, en: Odd ${at} } }
  note${at}: { type: longtext, when: isOdd${at}, title: { zh: 说明${at}, en: Note ${at} } }`

const ruleOf = (at: number) => `
  - rule: "text${at}a != text${at}b"
    message: { zh: 名称和地址不能相同, en: A name is no address }
    valid: { text${at}a: a, text${at}b: b }
    invalid: { text${at}a: a, text${at}b: a }`

const namesOf = (at: number) =>
  ['text?a', 'text?b', 'phone?', 'count?', 'price?', 'amount?', 'day?', 'shade?', 'isOdd?', 'note?'].map(name =>
    name.replace('?', String(at)),
  )

function formOf(size: number): string {
  const tens = Array.from({ length: size / 10 }, (_, at) => at + 1)
  const groups = tens.map(
    at => `\n  - title: { zh: 第${at}组, en: Group ${at} }\n    fields: [${namesOf(at).join(', ')}]`,
  )
  return `title: { zh: ${size}个字段, en: ${size} fields }
menu: { under: forms, icon: pencil, order: ${size} }
display: text1a
fields:${tens.map(ten).join('')}
rules:${tens.map(ruleOf).join('')}
form:${groups.join('')}
`
}
