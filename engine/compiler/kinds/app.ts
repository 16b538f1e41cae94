import type { Kind } from '../kind.ts'
import { type Keys, objectOf, shared } from '../language/key.ts'
import { at } from '../tree.ts'
import { bilingual } from '../workspace.ts'

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
    schema: { type: 'string' },
    help: { zh: '拥有其他记录的资源', en: 'The resource that owns the rows of other resources.' },
    example: 'site',
  },
}

/** The application as a whole. */
export const appKind: Kind = {
  location: 'app.yaml',
  schema: objectOf(appKeys),
  sections: [['应用 app.yaml', appKeys]],
  build: ({ appDraft, owner }) => ({
    title: bilingual(at(appDraft?.root, 'title')) ?? { zh: '管理后台', en: 'Back office' },
    ...(owner !== undefined && { owner }),
  }),
}
