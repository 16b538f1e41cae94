import { userResource } from '../../model/account-resources.ts'
import type { Kind } from '../kind.ts'
import { type Keys, objectOf, shared } from '../language/key.ts'
import { at } from '../tree.ts'
import { bilingual } from '../workspace.ts'

/** The keys of `owner` in app.yaml. */
const ownerKeys: Keys = {
  of: {
    schema: { type: 'string' },
    help: { zh: '拥有其他记录的资源', en: 'The resource that owns the rows of other resources.' },
    example: 'site',
    required: true,
  },
  by: {
    schema: { type: 'string' },
    help: {
      zh: 'bladeUser 里指向该资源的引用字段，单值或 many 都可以；应用在 resources/blade/bladeUser.yaml 里声明它。默认 ownerIds',
      en: 'The field of bladeUser that refers to it, with one value or `many`; the app declares it in resources/blade/bladeUser.yaml. Default: ownerIds. Expressions read it as `me.ownerIds`, whatever its name.',
    },
    example: 'siteIds',
  },
}

/** The keys of app.yaml. */
export const appKeys: Keys = {
  language: {
    schema: { const: 2 },
    help: { zh: '描述语言的版本', en: 'The version of the descriptor language.' },
    example: '2',
  },
  title: {
    schema: shared('bilingual'),
    help: { zh: '系统的名称', en: 'The title of the application.' },
    example: '{ zh: 走访管理, en: Visits }',
  },
  owner: {
    schema: { anyOf: [{ type: 'string' }, objectOf(ownerKeys)] },
    help: {
      zh: '拥有其他记录的资源，和用户表里指向它的字段；只写资源名时字段是 ownerIds。资源用自己的 owner 说明归谁，用户只看到所属的那些记录',
      en: 'The resource that owns the rows of other resources, and the field of users that refers to it; with the name of a resource alone the field is `ownerIds`. A resource names its owner by its own `owner`, and a user with owners sees the rows of these.',
    },
    example: '{ of: site, by: siteIds }',
  },
}

/** The application as a whole. */
export const appKind: Kind = {
  location: 'app.yaml',
  schema: objectOf(appKeys),
  sections: [
    ['应用 app.yaml', appKeys],
    ['app.yaml 的 owner', ownerKeys],
  ],
  build: ({ appDraft, owner, ownersField = 'ownerIds' }, { resources }) => ({
    title: bilingual(at(appDraft?.root, 'title')) ?? { zh: '管理后台', en: 'Back office' },
    ...(owner !== undefined && { owner }),
    ...(resources[userResource]?.fields.some(({ name }) => name === ownersField) && { ownersField }),
  }),
}
