import { positionIn, type SourcePosition } from '../../compiler/problem.ts'
import type { Bilingual } from '../../model/model.ts'
import { faultOf } from '../errors/database-errors.ts'
import { type MigrationStep, StepFault } from './step-fault.ts'

/** What an author has to correct, by the SQLSTATE of PostgreSQL. */
const causes: Readonly<Record<string, Bilingual>> = {
  '22012': { zh: '除数为零', en: 'a number is divided by zero' },
  '22001': { zh: '文字超过了列的长度', en: 'a text is longer than its column' },
  '22P02': { zh: '值不符合列的类型', en: 'a value is not of the type of its column' },
  '23502': { zh: '必填的列没有值', en: 'a required column has no value' },
  '23503': { zh: '引用的记录不存在，或还有记录引用它', en: 'a row refers to no row, or is still referred to' },
  '23505': { zh: '不可重复的值已经存在', en: 'a unique value exists already' },
  '42601': { zh: 'SQL 语法有误', en: 'the SQL is not valid' },
  '42701': { zh: '列已经存在', en: 'the column exists already' },
  '42703': { zh: '没有这一列', en: 'the column does not exist' },
  '42804': { zh: '值的类型与列不同', en: 'a value has another type than its column' },
  '42883': { zh: '没有这样的函数或运算符', en: 'the function or operator does not exist for these types' },
  '42P01': { zh: '没有这张表', en: 'the table does not exist' },
  '42P07': { zh: '表已经存在', en: 'the table exists already' },
}

/** An error of the database as the fault of a file of `migrations/`: at the place that the database reports, with its message. */
export function sqlFault({ name, text }: MigrationStep, error: unknown): StepFault {
  const message = error instanceof Error ? error.message : String(error)
  const cause = causes[faultOf(error)?.code ?? '']
  const at = placeIn({ file: `migrations/${name}`, text }, error)
  const file = at ? { zh: '', en: 'The file' } : { zh: `migrations/${name} `, en: `migrations/${name}` }
  return new StepFault(
    {
      zh: `${file.zh}执行失败，未作任何改动${cause ? `：${cause.zh}` : ''}。数据库的消息：“${message}”。`,
      en: `${file.en} failed and was rolled back${cause ? `: ${cause.en}` : ''}. Message of the database: "${message}".`,
    },
    at,
    { cause: error },
  )
}

/** The place of an error, which the database counts in characters, from one. */
function placeIn(source: { readonly file: string; readonly text: string }, error: unknown): SourcePosition | undefined {
  const { position } = error as { readonly position?: unknown }
  const characters = Number(position ?? 0)
  if (!(characters > 0)) return undefined
  return positionIn(source, [...source.text].slice(0, characters - 1).join('').length)
}
