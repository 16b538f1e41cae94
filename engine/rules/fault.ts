import type { Bilingual } from '../model/model.ts'
import { functions } from './functions.ts'
import type { Span } from './term.ts'

/** A fault of an expression, and its position in the text. */
export interface RuleFault extends Span {
  readonly code: RuleFaultCode
  readonly words: RuleFaultParameters
}
export type RuleFaultCode = keyof typeof messages
export type RuleFaultParameters = Readonly<Record<string, string>>

interface FaultMessage {
  readonly message: Bilingual
  readonly hint?: Bilingual
}

/** The message of a fault for users, with the correction. */
export const ruleFaultMessage = ({ code, words }: Pick<RuleFault, 'code' | 'words'>): FaultMessage =>
  messages[code](words)

/** All codes, for tests that each is documented and tested. */
export const ruleFaultCodes = (): RuleFaultCode[] => Object.keys(messages) as RuleFaultCode[]

/** A list of names with the Chinese separator. */
const inChinese = (names: string): string => names.replaceAll(', ', '、')

function didYouMean({ near, known, more }: RuleFaultParameters): Pick<FaultMessage, 'hint'> {
  if (near) return { hint: { zh: `是否想写“${near}”？`, en: `Did you mean "${near}"?` } }
  const [zh, en] = more ? [`，另有 ${more} 个`, ` and ${more} more`] : ['', '']
  return known ? { hint: { zh: `可用：${inChinese(known)}${zh}。`, en: `Known: ${known}${en}.` } } : {}
}

const messages = {
  'rule.syntax': ({ found = '', example }: RuleFaultParameters): FaultMessage => ({
    message: found
      ? { zh: `表达式在“${found}”处无法读懂。`, en: `The expression is invalid at "${found}".` }
      : { zh: '表达式不完整。', en: 'The expression is incomplete.' },
    ...(example !== undefined && { hint: { zh: `例：${example}`, en: `For example: ${example}` } }),
  }),
  'rule.operator': ({ found = '', write = '' }: RuleFaultParameters): FaultMessage => ({
    message: { zh: `表达式没有 ${found} 这种写法。`, en: `${found} is not part of the expression language.` },
    hint: write ? { zh: `请写“${write}”。`, en: `Write "${write}".` } : { zh: '请去掉。', en: 'Remove it.' },
  }),
  'rule.empty-text': ({ text = '', write = '' }: RuleFaultParameters): FaultMessage => ({
    message: {
      zh: `没有空文字：空文字存为缺值，${text} 永远不成立。`,
      en: `A text is never empty: an empty one is stored as missing, so ${text} cannot be true.`,
    },
    hint: { zh: `请写 ${write}`, en: `Write ${write}` },
  }),
  'rule.text-wrong': ({ found = '' }: RuleFaultParameters): FaultMessage => ({
    message: {
      zh: `文字 ${found} 没有结束的引号，或含有不允许的字符。`,
      en: `The text ${found} has no closing quote or contains a character that is not allowed.`,
    },
  }),
  'rule.reserved': ({ name = '' }: RuleFaultParameters): FaultMessage => ({
    message: { zh: `“${name}”是保留字，不能作名称。`, en: `"${name}" is a reserved word and cannot be a name.` },
  }),
  'rule.too-large': (): FaultMessage => ({
    message: { zh: '表达式太长或嵌套太深。', en: 'The expression is too long or nested too deeply.' },
    hint: {
      zh: '请拆成几条规则，或用 compute 字段保存中间结果。',
      en: 'Split it into several rules, or move part of it to a computed field.',
    },
  }),
  'rule.name-unknown': ({ name = '', ...words }: RuleFaultParameters): FaultMessage => ({
    message: { zh: `没有名为“${name}”的字段。`, en: `There is no field "${name}".` },
    ...didYouMean(words),
  }),
  'rule.name-not-here': ({ name = '' }: RuleFaultParameters): FaultMessage => ({
    message: { zh: `这里不能读取“${name}”。`, en: `"${name}" cannot be read here.` },
    hint: {
      zh: 'it. 只在 where、updates 和 each 中可用，input. 在有 input 的步骤和查询中可用，me. 在行条件和步骤中可用。',
      en: 'it. is available in where, updates and each, input. in steps and queries with input, me. in row conditions and steps.',
    },
  }),
  'rule.name-part': ({ name = '' }: RuleFaultParameters): FaultMessage => ({
    message: { zh: `“${name}”不是一个值，请写出它的字段。`, en: `"${name}" is not a value: write one of its fields.` },
    hint: { zh: `例：${name}.id`, en: `For example: ${name}.id` },
  }),
  'rule.list-use': ({ name = '' }: RuleFaultParameters): FaultMessage => ({
    message: { zh: `子表“${name}”不是一个值，只能逐行读取。`, en: `"${name}" is a list of lines, not a value.` },
    hint: {
      zh: `例：size(${name}) > 0，${name}.sum(l, l.amount)，${name}.exists(l, l.amount > 0)，${name}.join(l, l.name, "、")`,
      en: `For example: size(${name}) > 0, ${name}.sum(l, l.amount), ${name}.exists(l, l.amount > 0), ${name}.join(l, l.name, ", ")`,
    },
  }),
  'rule.function-unknown': ({ name = '', ...words }: RuleFaultParameters): FaultMessage => ({
    message: { zh: `没有名为“${name}”的函数。`, en: `There is no function "${name}".` },
    ...(words['near']
      ? didYouMean(words)
      : {
          hint: {
            zh: `可用函数：${functionList('、')}。`,
            en: `Functions: ${functionList(', ')}.`,
          },
        }),
  }),
  'rule.has': ({ name = '' }: RuleFaultParameters): FaultMessage => ({
    message: { zh: '没有 has() 函数。', en: 'There is no function has().' },
    hint: { zh: `请写 ${name} != null`, en: `Write ${name} != null` },
  }),
  'rule.matches': (): FaultMessage => ({
    message: { zh: '规则中不能使用正则表达式。', en: 'Regular expressions cannot be used in rules.' },
    hint: {
      zh: '请用 startsWith()、endsWith()、contains()，或在字段上写 pattern。',
      en: 'Use startsWith(), endsWith(), contains(), or a "pattern" on the field.',
    },
  }),
  'rule.arguments': ({ name = '', found = '' }: RuleFaultParameters): FaultMessage => ({
    message: { zh: `${name}() 不接受（${typesZh(found)}）。`, en: `${name}() does not accept (${typesEn(found)}).` },
    ...(usages.has(name) && { hint: { zh: `例：${usages.get(name)}`, en: `For example: ${usages.get(name)}` } }),
  }),
  'rule.types': ({ operator = '', found = '' }: RuleFaultParameters): FaultMessage => ({
    message: {
      zh: `“${operator}”不能用于${typesZh(found, '和')}。`,
      en: `"${operator}" cannot be applied to ${typesEn(found, ' and ')}.`,
    },
    hint: typesHint(operator, found),
  }),
  'rule.date-as-text': ({ text = '' }: RuleFaultParameters): FaultMessage => ({
    message: { zh: '日期不能与文字比较。', en: 'A date cannot be compared with a text.' },
    hint: { zh: `请写 date(${text})`, en: `Write date(${text})` },
  }),
  'rule.date-and-datetime': ({ text = '' }: RuleFaultParameters): FaultMessage => ({
    message: { zh: '日期不能与日期时间比较。', en: 'A date cannot be compared with a date and time.' },
    hint: { zh: `请写 day(${text})`, en: `Write day(${text})` },
  }),
  'rule.date-minus-date': (): FaultMessage => ({
    message: { zh: '日期之间不能用减号。', en: 'Dates cannot be subtracted.' },
    hint: { zh: '请用 daysBetween(开始, 结束)', en: 'Use daysBetween(start, end)' },
  }),
  'rule.value-wrong': ({ text = '', type = '' }: RuleFaultParameters): FaultMessage => ({
    message: {
      zh: `${text} 不是有效的${typesZh(type)}。`,
      en: `${text} is not a valid value: expected ${typesEn(type)}.`,
    },
    hint: { zh: '例：date("2026-03-15")、decimal("1.50")', en: 'For example: date("2026-03-15"), decimal("1.50")' },
  }),
  'rule.entry-unknown': ({ name = '', known = '', ...words }: RuleFaultParameters): FaultMessage => ({
    message: { zh: `字典中没有“${name}”。`, en: `The dictionary has no entry "${name}".` },
    hint: words['near']
      ? { zh: `是否想写“${words['near']}”？`, en: `Did you mean "${words['near']}"?` }
      : {
          zh: `可用：${inChinese(known)}。没有值请写 == null。`,
          en: `Entries: ${known}. To test for no value, write == null.`,
        },
  }),
  'rule.step-reference': ({ text = '' }: RuleFaultParameters): FaultMessage => ({
    message: {
      zh: `“${text}”不是引用字段，不能读取它的字段。`,
      en: `"${text}" is not a reference to one record, so it has no fields.`,
    },
  }),
  'rule.step-twice': ({ text = '' }: RuleFaultParameters): FaultMessage => ({
    message: {
      zh: `只能经过一个引用读取，“${text}”已经是第一个。`,
      en: `Only one reference can be followed, and "${text}" already follows one.`,
    },
    hint: {
      zh: '请把需要的值作为字段存在中间的记录上。',
      en: 'Keep the value in a field of the record between.',
    },
  }),
  'rule.reference-other': ({ left = '', right = '' }: RuleFaultParameters): FaultMessage => ({
    message: {
      zh: `${left} 的引用不能与 ${right} 的引用比较或互相赋值。`,
      en: `A reference to ${left} cannot be compared with, or set from, a reference to ${right}.`,
    },
  }),
  'rule.below-tree': ({ text = '' }: RuleFaultParameters): FaultMessage => ({
    message: {
      zh: `${text} 的两个参数须是同一个树形资源的引用。`,
      en: `${text} requires two references to the same tree.`,
    },
    hint: { zh: '例：below(regionId, me.regionId)', en: 'For example: below(regionId, me.regionId)' },
  }),
  'rule.parameter-key': ({ text = '' }: RuleFaultParameters): FaultMessage => ({
    message: {
      zh: `${text} 的参数键名须直接写成文字。`,
      en: `${text} requires the key of a parameter, written as a text.`,
    },
    hint: { zh: "例：parameter('visit.days')", en: "For example: parameter('visit.days')" },
  }),
  'rule.parameter-unknown': ({ name = '', ...words }: RuleFaultParameters): FaultMessage => ({
    message: { zh: `没有名为“${name}”的参数。`, en: `There is no parameter "${name}".` },
    ...(words['near']
      ? didYouMean(words)
      : { hint: { zh: '请在 parameters.yaml 中声明。', en: 'Declare it in parameters.yaml.' } }),
  }),
  'rule.server-only': ({ text = '' }: RuleFaultParameters): FaultMessage => ({
    message: {
      zh: `这里不能读取别的记录：${text}。`,
      en: `Other records cannot be read here: ${text}.`,
    },
    hint: {
      zh: 'below()、related 列表和 bind 只能用于 where、步骤的 if 和不存储的 compute，由数据库计算；related 列表也可用于只读取它们的存储的 compute，规则可读取该字段；经过引用读取的字段（entId.regionId）到处可用，只有 default 例外。',
      en: 'below(), lists of related records and binds are available in "where", in "if" of a step and in "compute" without a column, which the database evaluates; related records also in a stored "compute" that reads nothing else, and rules may read that field. Fields read through a reference (entId.regionId) are available everywhere but in "default".',
    },
  }),
  'rule.coalesce-mixed': ({ text = '' }: RuleFaultParameters): FaultMessage => ({
    message: {
      zh: '“??”与 &&、|| 一起使用时须加括号。',
      en: '"??" requires parentheses beside && and ||.',
    },
    hint: { zh: `请写 (${text})`, en: `Write (${text})` },
  }),
  'rule.result': ({ expected = '', found = '' }: RuleFaultParameters): FaultMessage => ({
    message: {
      zh: `结果应为${typesZh(expected)}，却是${typesZh(found)}。`,
      en: `The result should be ${typesEn(expected)} but is ${typesEn(found)}.`,
    },
    ...(expected === 'date' &&
      found === 'google.protobuf.Timestamp' && {
        hint: { zh: '请写 today()，或用 day() 取日期。', en: 'Write today(), or take the day with day().' },
      }),
  }),
  'rule.construct': ({ text = '' }: RuleFaultParameters): FaultMessage => ({
    message: { zh: `规则中不能写 ${text}。`, en: `${text} is not allowed in rules.` },
  }),
  'rule.not-in-rows': ({ text = '' }: RuleFaultParameters): FaultMessage => ({
    message: { zh: `筛选行时不能使用 ${text}。`, en: `${text} cannot be used to filter rows.` },
  }),
  'rule.no-column': ({ name = '' }: RuleFaultParameters): FaultMessage => ({
    message: {
      zh: `“${name}”没有存储，不能用来筛选行。`,
      en: `"${name}" is not stored, so rows cannot be filtered by it.`,
    },
    hint: { zh: '请在计算字段上写 stored: true', en: 'Write stored: true on the computed field' },
  }),
} as const

/** What to write so that both sides fit an operator. */
function typesHint(operator: string, found: string): Bilingual {
  const has = (type: string) => found.split(',').includes(type)
  if (operator === '??')
    return {
      zh: '“??”两边的类型须相同；与比较一起用时加括号：(a ?? 0) > 3',
      en: 'Both sides of "??" must have the same type; in a comparison it needs parentheses: (a ?? 0) > 3',
    }
  if (has('string') && (has('int') || has('decimal')))
    return '+-*/%'.includes(operator)
      ? {
          zh: '文字不能计算：请用数字字段，字典字段没有数值。',
          en: 'Texts cannot be computed with: use fields of a number type.',
        }
      : {
          zh: '文字与文字比较，数字与数字比较；字典写条目的名称，并加引号。',
          en: 'Compare texts with texts and numbers with numbers; write entries of a dictionary by name, in quotes.',
        }
  return {
    zh: '两边的类型须相符；day()、date() 和 decimal() 可以转换。',
    en: 'Both sides must have compatible types; day(), date() and decimal() convert values.',
  }
}

/** The usage of each function. */
const usages = new Map(functions.map(({ name, example }) => [name, example]))

const functionList = (separator: string): string => functions.map(({ name }) => `${name}()`).join(separator)

const typeTitles: Readonly<Record<string, Bilingual>> = {
  string: { zh: '文字', en: 'a text' },
  int: { zh: '整数', en: 'an integer' },
  decimal: { zh: '小数', en: 'a decimal' },
  bool: { zh: '是或否', en: 'yes or no' },
  date: { zh: '日期', en: 'a date' },
  'google.protobuf.Timestamp': { zh: '日期时间', en: 'a date and time' },
  duration: { zh: '时长', en: 'a duration' },
  period: { zh: '天数或月数', en: 'a period' },
  'list<string>': { zh: '文字列表', en: 'a list of texts' },
  'list<int>': { zh: '编号列表', en: 'a list of IDs' },
  list: { zh: '列表', en: 'a list' },
  null: { zh: '空值', en: 'no value' },
}

const titles = (types: string, language: keyof Bilingual) =>
  types.split(',').map(type => typeTitles[type]?.[language] ?? type)

function typesZh(types: string, join = '、'): string {
  return titles(types, 'zh').join(join)
}

function typesEn(types: string, join = ', '): string {
  return titles(types, 'en').join(join)
}
