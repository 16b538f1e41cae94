import type { Model } from '../../model/model.ts'

/** The Model of forms without a resource. */
export const emptyModel: Model = {
  language: 2,
  revision: '',
  title: { zh: '', en: '' },
  menus: [],
  pages: [],
  dictionaries: {},
  parameters: [],
  resources: {},
}
