import type { JsonSchema } from '../../model/model.ts'
import { type Key, type Keys, listOf, mapOf, objectOf, shared } from './key.ts'

const value: JsonSchema = { anyOf: [shared('expression'), { type: ['number', 'boolean'] }] }
const anyName = { type: 'string' }

const of: Key = {
  schema: { type: 'string' },
  help: { zh: '资源', en: 'The resource.' },
  example: 'supply',
  required: true,
}

/** The keys of lines in `with` of `creates`. */
export const linesEffectKeys: Keys = {
  each: {
    schema: { type: 'string' },
    help: {
      zh: '本记录的明细字段，每行生成一行',
      en: 'A field of lines of this record: one line for each of its rows.',
    },
    example: 'items',
    required: true,
  },
  where: {
    schema: shared('expression'),
    help: { zh: '取哪些行，it. 是该行', en: 'The rows that count; `it.` is the row.' },
    example: '"it.count > 0"',
  },
  with: {
    schema: mapOf(value, anyName),
    help: {
      zh: '新行的字段及其表达式，it. 是来源行',
      en: 'The fields of the new line and their expressions; `it.` is the source row.',
    },
    example: '{ itemName: it.itemName }',
    required: true,
  },
}

/** The keys of `creates`. */
export const createEffectKeys: Keys = {
  of: { ...of, help: { zh: '新记录的资源', en: 'The resource of the new record.' } },
  with: {
    schema: mapOf(
      { anyOf: [shared('expression'), { type: ['number', 'boolean'] }, objectOf(linesEffectKeys)] },
      anyName,
    ),
    help: {
      zh: '新记录的字段及其表达式；裸名是本记录，input. 是输入，明细字段写 { each, where, with }',
      en: 'The fields of the new record and their expressions over this record and `input.`; a field of lines takes { each, where, with }.',
    },
    example: '{ siteId: siteId, day: today() + 7 }',
  },
  fields: {
    schema: shared('names'),
    help: { zh: '同名复制的字段，有值才复制', en: 'Fields of the same name that are copied if they have a value.' },
    example: '[siteId]',
  },
  each: {
    schema: { type: 'string' },
    help: {
      zh: '本记录的明细字段：每行一条新记录，表达式里 it. 是该行',
      en: 'A field of lines of this record: one new record for each row, which expressions read by `it.`',
    },
    example: 'items',
  },
  if: {
    schema: shared('expression'),
    help: {
      zh: '成立时才生成；缺值视为不成立',
      en: 'It is created only if this is true; an unknown result creates nothing.',
    },
    example: '"kind == \'urgent\'"',
  },
  once: {
    schema: { type: 'boolean' },
    help: {
      zh: '每条来源记录的这一步只生成一次（有 each 时每行一次），再做时关联已有的那条',
      en: 'Once per source record and step (with `each`, per row); a later step links the existing record.',
    },
    example: 'true',
  },
}

const oneOrMore = (keys: Keys): JsonSchema => ({ anyOf: [objectOf(keys), listOf(objectOf(keys), { minItems: 1 })] })

/** The keys of a step for its effects on other records. */
export const effectKeys: Keys = {
  creates: {
    schema: oneOrMore(createEffectKeys),
    help: {
      zh: '同时生成另一条记录（或一组）：归属相同，只需这一步的权限；目标的校验都适用',
      en: 'Creates another record, or several: with the same owner, by the right to the step alone; all validations of its resource apply.',
    },
    example: '{ of: supply, once: true, with: { siteId: siteId, day: today() + 7 } }',
  },
}
