import type { Kind } from '../kind.ts'
import { type Keys, mapOf, objectOf, shared } from '../language/key.ts'

/** The keys of a mixin's file. */
export const mixinKeys: Keys = {
  fields: {
    schema: mapOf(shared('field')),
    help: { zh: '公共字段，资源用 mixins 引入', en: 'Fields that resources include with `mixins`.' },
    example: '{ remark: { type: text, title: { zh: 备注, en: Remark } } }',
    required: true,
  },
}

/** What several resources have in common. */
export const mixinKind: Kind = {
  location: 'mixins/<name>.yaml',
  schema: objectOf(mixinKeys),
  sections: [['公共字段 mixins/<name>.yaml', mixinKeys]],
}
