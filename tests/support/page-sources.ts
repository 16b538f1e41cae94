import type { FieldSources } from '../../engine/fields/field-web.ts'
import { createUploads } from '../../engine/fields/uploads.ts'

const places = ['青溪', '望江', '东湖']
const levelUnder = (parent = '') =>
  ['1', '2'].map(n => ({ id: parent + n, label: `区${parent}${n}`, hasChildren: parent.length < 2 }))
/** What inputs get from the server, for pages without one; `isSlow` of the window holds it, `isCut` refuses it. */
export const pageSources: FieldSources = {
  matchTexts: async () => [],
  nextPick: async (_field, { limit }) => (limit === 5 ? { id: '1', label: '青溪价' } : undefined),
  async options(_field, search) {
    while ('isSlow' in window && window.isSlow) await new Promise(answer => setTimeout(answer, 20))
    if ('isCut' in window && window.isCut) throw new Error('没有网络')
    return places
      .map((place, at) => ({ id: String(at + 1), label: place }))
      .filter(({ label }) => label.includes(search))
  },
  labels: async (_resource, ids) => ids.map(id => ({ id, label: `记录${id}` })),
  branch: async (_resource, parent) => levelUnder(parent),
  level: async (_field, parent) => levelUnder(parent),
  find: async () => [],
  below: async () => [],
  chose: () => undefined,
  creator: resource => (resource === 'thing' ? async ({ name }) => ({ id: '9', label: String(name) }) : undefined),
  addressOf: (resource, id) => `/#/${resource}/${id}/show`,
  visit: () => undefined,
  now: () => '2026-11-21 10:30:15',
  stamp: () => '',
  uploads: createUploads({
    whenBack: again => window.addEventListener('online', again),
    tryNow: () => undefined,
  }),
  async upload(file) {
    if (file.name.startsWith('cut') && !('hasLine' in window)) throw Object.assign(new Error('没有网络'), { status: 0 })
    if (file.name.startsWith('slow')) await new Promise(arrived => setTimeout(arrived, 100))
    return { link: `/files/${file.name}`, name: file.name }
  },
  of: () => pageSources,
}
