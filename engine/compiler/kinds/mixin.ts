import type { Kind } from '../kind.ts'
import { type Keys, mapOf, newKey, objectOf, refining, shared } from '../language/key.ts'
import { resourceKeys } from '../language/resource.ts'

const identity = ['title', 'titles', 'menu', 'owner', 'code', 'path', 'renamedFrom', 'mixins']

/** The keys of a mixin's file: those of a resource but its identity. */
export const mixinKeys: Keys = Object.fromEntries(
  Object.entries(resourceKeys).filter(([key]) => !identity.includes(key)),
)

/** The reference page names the other keys instead of repeating the table of a resource. */
export const mixinPageKeys: Keys = {
  fields: newKey(
    mapOf(shared('field')),
    `公共字段；资源的其他键也都能写，除了 ${identity.join('、')}。资源再写同一个键是细化：字段不写 type，规则追加，access 按角色替换`,
    `Common fields. All other keys of a resource are allowed, except ${identity.join(', ')}. A resource refines the mixin key by key: a field without \`type\` refines that of the mixin, rules are appended, and an access rule replaces that of the same role.`,
    '{ remark: { type: text, title: { zh: 备注, en: Remark } } }',
  ),
}

/** What several resources have in common. */
export const mixinKind: Kind = {
  location: 'mixins/<name>.yaml',
  schema: refining(objectOf(mixinKeys)),
  sections: [['公共内容 mixins/<name>.yaml', mixinPageKeys]],
}
