import type { Bilingual } from '../model/model.ts'
import { type FaultText, type FaultWords, faultText, type Texts } from './fault-texts.ts'
import { functions } from './functions.ts'
import type { Span } from './term.ts'
import { maxWorkdays } from './workdays.ts'

/** A fault of an expression, and its position in the text. */
export interface RuleFault extends Span {
  readonly code: RuleFaultCode
  readonly words: FaultWords
}
export type RuleFaultCode = keyof typeof table

const table = {
  'rule.syntax': [
    '表达式在“$found”处无法读懂。 | 表达式不完整。 → 例：$example',
    'The expression is invalid at "$found". | The expression is incomplete. → For example: $example',
  ],
  'rule.operator': [
    '表达式没有 $found 这种写法。 → 请写“$write”。 | 请去掉。',
    '$found is not part of the expression language. → Write "$write". | Remove it.',
  ],
  'rule.space': [
    '表达式里的字符 $found:space不是普通的空格。 → 删去它，或换成普通的空格。',
    'The character $found:space in the expression is not a space. → Delete it, or replace it with a space.',
  ],
  'rule.empty-text': [
    '没有空文字：空文字存为缺值，$text 永远不成立。 → 请写 $write',
    'A text is never empty: an empty one is stored as missing, so $text cannot be true. → Write $write',
  ],
  'rule.text-open': [
    '$stray?引号 $found 前面没有开始的引号。 | 文字 $found 没有结束的引号。 → $stray?去掉它，或在开头也写上 $found | 请加上同样的引号；文字里有单引号时，外面用双引号："it\'s"。',
    '$stray?The quote $found has no opening quote. | The text $found has no closing quote. → $stray?Remove it, or write $found at the beginning of the value as well. | Add the same quote. A text that contains a single quote is written in double quotes: "it\'s".',
  ],
  'rule.text-wrong': [
    '文字中不能有 $found。 → 换行请写 \\n，反斜杠请写 \\\\，同一种引号前加 \\。',
    'A text cannot contain $found. → Write \\n for a line break, \\\\ for a backslash, and \\ before the same quote.',
  ],
  'rule.name-letters': [
    '“$found”不是字段的名称：表达式里写英文名称，不写标题。 → 可用：$known。文字请加引号。',
    '"$found" is not the name of a field. Expressions contain names, not titles. → Known: $known. Write a text in quotes.',
  ],
  'rule.bracket': [
    '$write?括号“$found”没有结束。 | 括号“$found”没有开头。 → 请加上“$write”。 | 请去掉，或补上前面的括号。',
    '$write?The bracket "$found" is not closed. | The bracket "$found" has no opening bracket. → Add "$write". | Remove it, or add the opening bracket.',
  ],
  'rule.operator-missing': [
    '$left 和 $found 之间缺少运算符。 → 比较写 ==，并且写 &&，或者写 ||，连接文字写 +。',
    'An operator is missing between $left and $found. → Write == to compare, && for "and", || for "or", + to join texts.',
  ],
  'rule.reserved': [
    '“$name”是保留字，不能作名称。 → $isBranch?请写“条件 ? 成立时的值 : 不成立时的值”。 | 请去掉；文字请加引号；字段叫这个名称时，请用 renamedFrom 改名。',
    '"$name" is a reserved word and cannot be a name. → $isBranch?Write condition ? value : other value. | Remove it, write a text in quotes, or rename the field with "renamedFrom".',
  ],
  'rule.too-large': [
    '表达式太长或嵌套太深。 → 请拆成几条规则，或用 compute 字段保存中间结果。',
    'The expression is too long or nested too deeply. → Split it into several rules, or move part of it to a computed field.',
  ],
  'rule.name-unknown': ['没有名为“$name”的字段。', 'There is no field "$name".'],
  'rule.name-not-here': [
    '这里不能读取“$name”。 → it. 只在 where、updates 和 each 中可用，input. 在有 input 的步骤和查询中可用，me. 在行条件和由人来做的步骤中可用。',
    '"$name" cannot be read here. → it. is available in where, updates and each, input. in steps and queries with input, me. in row conditions and in steps that users run.',
  ],
  'rule.name-part': [
    '“$name”不是一个值，请写出它的字段。 → 例：$name.id',
    '"$name" is not a value: write one of its fields. → For example: $name.id',
  ],
  'rule.list-use': [
    '子表“$name”不是一个值，只能逐行读取。 → 例：size($name) > 0，$name.sum(l, l.amount)，$name.exists(l, l.amount > 0)，$name.join(l, l.name, "、")',
    '"$name" is a list of lines, not a value. → For example: size($name) > 0, $name.sum(l, l.amount), $name.exists(l, l.amount > 0), $name.join(l, l.name, ", ")',
  ],
  'rule.function-unknown': [
    '没有名为“$name”的函数。 → 可用函数：$known。',
    'There is no function "$name". → Functions: $known.',
  ],
  'rule.arguments': [
    '$name() 不接受（$found:types）。 | $name() 缺少参数。 → 请写 $write | 例：$usage',
    '$name() does not accept ($found:types). | $name() requires arguments. → Write $write | For example: $usage',
  ],
  'rule.types': [
    '“$operator”不能用于$found:types。 → 请写 $write',
    '"$operator" cannot be applied to $found:types. → Write $write',
  ],
  'rule.integer-division': [
    '整数相除舍去余数，$text 没有小数。 → 请写 $write',
    'A division of integers drops the remainder: $text has no decimals. → Write $write',
  ],
  'rule.date-as-text': [
    '日期不能与文字比较。 → 请写 date($text)',
    'A date cannot be compared with a text. → Write date($text)',
  ],
  'rule.date-and-datetime': [
    '日期不能与日期时间比较。 → 请写 day($text)',
    'A date cannot be compared with a date and time. → Write day($text)',
  ],
  'rule.date-minus-date': [
    '日期之间不能用减号。 → 请用 daysBetween(开始, 结束)',
    'Dates cannot be subtracted. → Use daysBetween(start, end)',
  ],
  'rule.value-wrong': [
    '$text 不是有效的$type:types。 → 例：date("2026-03-15")、decimal("1.50")',
    '$text is not a valid value: expected $type:types. → For example: date("2026-03-15"), decimal("1.50")',
  ],
  'rule.workdays-range': [
    `addWorkdays() 的天数在 -${maxWorkdays} 到 ${maxWorkdays} 之间。`,
    `The number of addWorkdays() is between -${maxWorkdays} and ${maxWorkdays}.`,
  ],
  'rule.entry-unknown': [
    '字典中没有“$name”。 → 可用：$known。没有值请写 == null。',
    'The dictionary has no entry "$name". → Entries: $known. To test for no value, write == null.',
  ],
  'rule.step-reference': [
    '“$text”不是引用字段，不能读取它的字段。',
    '"$text" is not a reference to one record, so it has no fields.',
  ],
  'rule.step-twice': [
    '只能经过一个引用读取，“$text”已经是第一个。 → 请把需要的值作为字段存在中间的记录上。',
    'Only one reference can be followed, and "$text" already follows one. → Keep the value in a field of the record between.',
  ],
  'rule.reference-other': [
    '$left 的引用不能与 $right 的引用比较或互相赋值。',
    'A reference to $left cannot be compared with, or set from, a reference to $right.',
  ],
  'rule.below-tree': [
    '$text 的两个参数须是同一个树形资源的引用。 → 例：below(regionId, me.regionId)',
    '$text requires two references to the same tree. → For example: below(regionId, me.regionId)',
  ],
  'rule.parameter-key': [
    "$text 的参数键名须直接写成文字。 → 例：parameter('visit.days')",
    "$text requires the key of a parameter, written as a text. → For example: parameter('visit.days')",
  ],
  'rule.parameter-unknown': [
    '没有名为“$name”的参数。 → 请在 parameters.yaml 中声明。',
    'There is no parameter "$name". → Declare it in parameters.yaml.',
  ],
  'rule.server-only': [
    '这里不能读取别的记录：$text。 → below()、related 列表和 bind 只能用于 where、步骤的 if 和不存储的 compute，由数据库计算；related 列表也可用于只读取它们的存储的 compute，规则可读取该字段；经过引用读取的字段（entId.regionId）到处可用，只有 default 例外。',
    'Other records cannot be read here: $text. → below(), lists of related records and binds are available in "where", in "if" of a step and in "compute" without a column, which the database evaluates; related records also in a stored "compute" that reads nothing else, and rules may read that field. Fields read through a reference (entId.regionId) are available everywhere but in "default".',
  ],
  'rule.coalesce-mixed': [
    '“??”与 &&、|| 一起使用时须加括号。 → 请写 ($text)',
    '"??" requires parentheses when it is combined with && or ||. → Write ($text)',
  ],
  'rule.result': [
    '结果应为$expected:types，却是$found:types。 → $isDay?请写 today()，或用 day() 取日期。 | $isText?固定的文字在引号里再加单引号，例："\'abc\'" | $isCondition?请写比较，例：name != null、amount > 0；缺值时的替代值写 ??。',
    'The result should be $expected:types but is $found:types. → $isDay?Write today(), or take the day with day(). | $isText?Write a fixed text in single quotes inside the quotes, such as "\'abc\'". | $isCondition?Write a comparison, such as name != null or amount > 0. ?? replaces a missing value.',
  ],
  'rule.construct': ['表达式中不能写 $text。', '$text is not part of the expression language.'],
  'rule.not-in-rows': [
    '筛选行时不能使用 $text。 → $isWorkdays?请写成存储的计算字段（compute 和 stored: true），再读这个字段',
    '$text cannot be used to filter rows. → $isWorkdays?Write a stored computed field (compute and stored: true), and read that field',
  ],
  'rule.no-column': [
    '“$name”没有存储，不能用来筛选行。 → 请在计算字段上写 stored: true',
    '"$name" is not stored, so rows cannot be filtered by it. → Write stored: true on the computed field',
  ],
} satisfies Record<string, Texts>

/** All codes, for tests that each is documented and tested. */
export const ruleFaultCodes = (): RuleFaultCode[] => Object.keys(table) as RuleFaultCode[]

/** The message of a fault for users, with the correction. */
export function ruleFaultMessage({ code, words }: Pick<RuleFault, 'code' | 'words'>): FaultText {
  const { name = '', expected, found = '', text = '', operator = '', write } = words
  const given = (isGiven: boolean) => (isGiven ? 'true' : '')
  const all = {
    ...(code === 'rule.function-unknown' && { known: functions.map(one => `${one.name}()`).join(', ') }),
    usage: usages.get(name) ?? '',
    isBranch: given(name === 'if' || name === 'else'),
    isDay: given(expected === 'date' && found === 'google.protobuf.Timestamp'),
    isText: given(expected === 'string' && (found === 'int' || found === 'decimal')),
    isCondition: given(expected === 'bool'),
    isWorkdays: given(/workdays/i.test(text)),
    ...words,
  }
  return {
    ...(code === 'rule.types' && !write && { hint: typesHint(operator, found) }),
    ...faultText(table[code], all),
  }
}

/** The usage of each function. */
const usages = new Map(functions.map(({ name, example }) => [name, example]))

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
