import type { Model } from '../../engine/model/model.ts'

/** A Model without resources, for tests that need only the tables of the engine. */
export const emptyModel: Model = {
  language: 2,
  revision: 'r',
  title: { zh: '', en: '' },
  menus: [],
  pages: [],
  resources: {},
  dictionaries: {},
  parameters: [],
}
