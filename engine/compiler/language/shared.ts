import type { JsonSchema } from '../../model/model.ts'
import { hover } from './key.ts'

/** Shapes that several schemas use, except fields. */
export const sharedShapes: Readonly<Record<string, JsonSchema>> = {
  bilingual: {
    type: 'object',
    description: hover({ zh: '人看到的文字，中英文都要写', en: 'A text that users see, in both languages.' }),
    properties: {
      zh: { description: hover({ zh: '中文', en: 'The Chinese text.' }), type: 'string', minLength: 1 },
      en: { description: hover({ zh: '英文', en: 'The English text.' }), type: 'string', minLength: 1 },
    },
    required: ['zh', 'en'],
    additionalProperties: false,
  },
  name: {
    type: 'string',
    description: hover({
      zh: '名称：小写字母开头，只含字母和数字',
      en: 'A name: a lower-case letter, followed by letters and digits.',
    }),
    pattern: '^[a-z][a-zA-Z0-9]*$',
  },
  names: { type: 'array', items: { type: 'string' }, minItems: 1, uniqueItems: true },
  icon: { type: 'string', minLength: 1 },
  expression: {
    type: 'string',
    description: hover({
      zh: 'CEL 表达式，写字段名即可读取本记录的值',
      en: 'A CEL expression; a plain name refers to a field of this record.',
    }),
    minLength: 1,
  },
  value: { type: ['string', 'number', 'boolean'] },
}
