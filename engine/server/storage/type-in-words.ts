import type { Bilingual } from '../../model/model.ts'
import { both } from './change.ts'

const words: Readonly<Record<string, Bilingual>> = {
  text: both('文本', 'a text'),
  smallint: both('整数', 'a whole number'),
  integer: both('整数', 'a whole number'),
  bigint: both('整数', 'a whole number'),
  boolean: both('是或否', 'true or false'),
  date: both('日期', 'a date'),
  time: both('时间', 'a time'),
  timestamptz: both('日期和时间', 'a date with a time'),
  jsonb: both('JSON', 'JSON'),
  'text[]': both('多个值', 'several values'),
  'bigint[]': both('对多条记录的引用', 'references to several records'),
}

/** The type of a column for authors; `isReference` for one that contains ids of records. */
export function typeInWords(type: string, isReference: boolean): Bilingual {
  const [, name = type, size, scale] = /^(\w+)\((\d+)(?:,\s*(\d+))?\)$/.exec(type) ?? []
  if (name === 'varchar') return both(`最多 ${size} 个字符的文本`, `a text of at most ${size} characters`)
  if (name === 'numeric' && scale !== undefined)
    return scale === '0'
      ? both('没有小数的数', 'a number without decimals')
      : both(`${scale} 位小数的数`, `a number with ${scale} decimals`)
  if (isReference && name === 'bigint') return both('对一条记录的引用', 'a reference to a record')
  return words[name] ?? both(type, type)
}
