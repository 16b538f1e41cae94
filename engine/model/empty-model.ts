import type { Model } from './model.ts'

/** A Model without resources: of forms without a resource, and of databases with the engine's own tables only. */
export const emptyModel: Model = {
  language: 2,
  revision: '',
  title: { zh: '', en: '' },
  menus: [],
  pages: [],
  dictionaries: {},
  parameters: [],
  roles: [],
  messages: {},
  charts: {},
  boards: {},
  resources: {},
}
