import type { Bilingual } from '../model/model.ts'
import { functions } from './functions.ts'
import { namedSpace } from './odd-space.ts'
import type { Span } from './term.ts'
import { maxWorkdays } from './workdays.ts'

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

/** A part of an expression in quotes, unless it is a text, which has its own. */
const inQuotes = (part: string): Bilingual =>
  /^["']/.test(part) ? { zh: part, en: part } : { zh: `“${part}”`, en: `"${part}"` }

/** A part of a text on one line. */
const shown = (found: string): string => (/[\n\r]/.test(found) ? '\u21b5' : found)

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
  'rule.space': ({ found = '' }: RuleFaultParameters): FaultMessage => ({
    message: {
      zh: `表达式里的字符 ${namedSpace(found).zh}不是普通的空格。`,
      en: `The character ${namedSpace(found).en} in the expression is not a space.`,
    },
    hint: { zh: '删去它，或换成普通的空格。', en: 'Delete it, or replace it with a space.' },
  }),
  'rule.empty-text': ({ text = '', write = '' }: RuleFaultParameters): FaultMessage => ({
    message: {
      zh: `没有空文字：空文字存为缺值，${text} 永远不成立。`,
      en: `A text is never empty: an empty one is stored as missing, so ${text} cannot be true.`,
    },
    hint: { zh: `请写 ${write}`, en: `Write ${write}` },
  }),
  'rule.text-open': ({ found = '', stray = '' }: RuleFaultParameters): FaultMessage =>
    stray === 'true'
      ? {
          message: { zh: `引号 ${found} 前面没有开始的引号。`, en: `The quote ${found} has no opening quote.` },
          hint: {
            zh: `去掉它，或在开头也写上 ${found}`,
            en: `Remove it, or write ${found} at the beginning of the value as well.`,
          },
        }
      : {
          message: { zh: `文字 ${found} 没有结束的引号。`, en: `The text ${found} has no closing quote.` },
          hint: {
            zh: '请加上同样的引号；文字里有单引号时，外面用双引号："it\'s"。',
            en: 'Add the same quote. A text that contains a single quote is written in double quotes: "it\'s".',
          },
        },
  'rule.text-wrong': ({ found = '' }: RuleFaultParameters): FaultMessage => ({
    message: {
      zh: `文字中不能有 ${shown(found)}。`,
      en: `A text cannot contain ${shown(found)}.`,
    },
    hint: {
      zh: '换行请写 \\n，反斜杠请写 \\\\，同一种引号前加 \\。',
      en: 'Write \\n for a line break, \\\\ for a backslash, and \\ before the same quote.',
    },
  }),
  'rule.name-letters': ({ found = '', known = '' }: RuleFaultParameters): FaultMessage => ({
    message: {
      zh: `“${found}”不是字段的名称：表达式里写英文名称，不写标题。`,
      en: `"${found}" is not the name of a field. Expressions contain names, not titles.`,
    },
    hint: {
      zh: `可用：${inChinese(known)}。文字请加引号。`,
      en: `Known: ${known}. Write a text in quotes.`,
    },
  }),
  'rule.bracket': ({ found = '', write = '' }: RuleFaultParameters): FaultMessage => ({
    message: write
      ? { zh: `括号“${found}”没有结束。`, en: `The bracket "${found}" is not closed.` }
      : { zh: `括号“${found}”没有开头。`, en: `The bracket "${found}" has no opening bracket.` },
    hint: write
      ? { zh: `请加上“${write}”。`, en: `Add "${write}".` }
      : { zh: '请去掉，或补上前面的括号。', en: 'Remove it, or add the opening bracket.' },
  }),
  'rule.operator-missing': ({ left = '', found = '' }: RuleFaultParameters): FaultMessage => ({
    message: {
      zh: `${inQuotes(left).zh}和${inQuotes(found).zh}之间缺少运算符。`,
      en: `An operator is missing between ${inQuotes(left).en} and ${inQuotes(found).en}.`,
    },
    hint: {
      zh: '比较写 ==，并且写 &&，或者写 ||，连接文字写 +。',
      en: 'Write == to compare, && for "and", || for "or", + to join texts.',
    },
  }),
  'rule.reserved': ({ name = '' }: RuleFaultParameters): FaultMessage => ({
    message: { zh: `“${name}”是保留字，不能作名称。`, en: `"${name}" is a reserved word and cannot be a name.` },
    hint:
      name === 'if' || name === 'else'
        ? {
            zh: '请写“条件 ? 成立时的值 : 不成立时的值”。',
            en: 'Write condition ? value : other value.',
          }
        : {
            zh: '请去掉；文字请加引号；字段叫这个名称时，请用 renamedFrom 改名。',
            en: 'Remove it, write a text in quotes, or rename the field with "renamedFrom".',
          },
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
      zh: 'it. 只在 where、updates 和 each 中可用，input. 在有 input 的步骤和查询中可用，me. 在行条件和由人来做的步骤中可用。',
      en: 'it. is available in where, updates and each, input. in steps and queries with input, me. in row conditions and in steps that users run.',
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
  'rule.arguments': ({ name = '', found = '', write }: RuleFaultParameters): FaultMessage => ({
    message: { zh: `${name}() 不接受（${typesZh(found)}）。`, en: `${name}() does not accept (${typesEn(found)}).` },
    ...(usages.has(name) && { hint: { zh: `例：${usages.get(name)}`, en: `For example: ${usages.get(name)}` } }),
    ...(found.startsWith('list') && write && { hint: { zh: `请写 ${write}`, en: `Write ${write}` } }),
  }),
  'rule.types': ({ operator = '', found = '', write }: RuleFaultParameters): FaultMessage => ({
    message: {
      zh: `“${operator}”不能用于${typesZh(found, '和')}。`,
      en: `"${operator}" cannot be applied to ${typesEn(found, ' and ')}.`,
    },
    hint: write ? { zh: `请写 ${write}`, en: `Write ${write}` } : typesHint(operator, found),
  }),
  'rule.integer-division': ({ text = '', write = '' }: RuleFaultParameters): FaultMessage => ({
    message: {
      zh: `整数相除舍去余数，${text} 没有小数。`,
      en: `A division of integers drops the remainder: ${text} has no decimals.`,
    },
    hint: { zh: `请写 ${write}`, en: `Write ${write}` },
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
  'rule.workdays-range': (): FaultMessage => ({
    message: {
      zh: `addWorkdays() 的天数在 -${maxWorkdays} 到 ${maxWorkdays} 之间。`,
      en: `The number of addWorkdays() is between -${maxWorkdays} and ${maxWorkdays}.`,
    },
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
      en: '"??" requires parentheses when it is combined with && or ||.',
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
    ...(expected === 'string' &&
      (found === 'int' || found === 'decimal') && {
        hint: {
          zh: `固定的文字在引号里再加单引号，例："'abc'"`,
          en: `Write a fixed text in single quotes inside the quotes, such as "'abc'".`,
        },
      }),
    ...(expected === 'bool' && {
      hint: {
        zh: '请写比较，例：name != null、amount > 0；缺值时的替代值写 ??。',
        en: 'Write a comparison, such as name != null or amount > 0. ?? replaces a missing value.',
      },
    }),
  }),
  'rule.construct': ({ text = '' }: RuleFaultParameters): FaultMessage => ({
    message: { zh: `表达式中不能写 ${text}。`, en: `${text} is not part of the expression language.` },
  }),
  'rule.not-in-rows': ({ text = '' }: RuleFaultParameters): FaultMessage => ({
    message: { zh: `筛选行时不能使用 ${text}。`, en: `${text} cannot be used to filter rows.` },
    ...(/[wW]orkdays/.test(text) && {
      hint: {
        zh: '请写成存储的计算字段（compute 和 stored: true），再读这个字段',
        en: 'Write a stored computed field (compute and stored: true), and read that field',
      },
    }),
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
  if (operator === 'in')
    return {
      zh: '“in”后面写列表：kind in ["a", "b"]；文字的一部分写 name.contains("a")。',
      en: '"in" requires a list: kind in ["a", "b"]. For a part of a text, write name.contains("a").',
    }
  if (has('bool'))
    return {
      zh: '是否字段直接作条件：done，相反写 !done；其他字段先比较：amount > 0。',
      en: 'A yes-or-no field is a condition itself: done, or !done; compare other fields first: amount > 0.',
    }
  if (operator === '!') return { zh: '“!”只用于条件：!(amount > 0)。', en: '"!" requires a condition: !(amount > 0).' }
  if (operator === '+' && has('string') && (has('int') || has('decimal')))
    return {
      zh: '“+”把文字与文字连接，或把数字相加；数字不能变成文字，请作为单独的字段显示。',
      en: '"+" joins texts or adds numbers. A number cannot become a text: show it as a field of its own.',
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
