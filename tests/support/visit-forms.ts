import type { Page } from 'playwright-core'
import type { Screens } from './screens.ts'

/** A resource with lines, a reference and a condition, for tests of forms. */
export const visitFiles = {
  'resources/ent/visitPlace.yaml': `title: { zh: 走访点, en: Place }
menu: { under: ent, order: 90 }
fields:
  name: { type: text, required: true, max: 20, title: { zh: 走访点名称, en: Name of the place } }
`,
  'resources/ent/visit.yaml': `title: { zh: 走访, en: Visit }
menu: { under: ent, order: 91 }
display: name
fields:
  name: { type: text, required: true, max: 20, title: { zh: 走访名称, en: Name } }
  code: { type: text, unique: true, max: 20, title: { zh: 走访编码, en: Code } }
  phone: { type: phone, title: { zh: 电话, en: Phone } }
  placeId: { type: reference, of: visitPlace, title: { zh: 走访点, en: Place } }
  urgent: { type: boolean, title: { zh: 紧急走访, en: Urgent } }
  reason: { type: text, required: true, max: 20, when: urgent, title: { zh: 紧急原因, en: Reason } }
  lines: { type: children, of: visitLine, columns: [item, count, picture], title: { zh: 走访明细, en: Lines } }
`,
  'resources/ent/visitLine.yaml': `title: { zh: 走访明细, en: Visit line }
menu: false
partOf: visitId
fields:
  visitId: { type: reference, of: visit, required: true }
  item: { type: text, required: true, title: { zh: 事项, en: Item } }
  count: { type: integer, title: { zh: 次数, en: Count } }
  picture: { type: image, title: { zh: 现场照片, en: Picture } }
`,
}

/** What tests of its form do on a page. */
export const visitForms = (opened: () => { readonly screens: Screens; readonly page: Page }) => {
  const field = (label: string) =>
    opened()
      .page.locator('form')
      .getByLabel(new RegExp(`^${label}\\s*\\*?$`))
      .filter({ visible: true })
  return {
    field,
    button: (name: string) => opened().page.getByRole('button', { name, exact: true }),
    visit: (values: object) =>
      opened().screens.call('POST', '/api/ent/v1/visit/save', values) as Promise<{ id: string }>,
    visitsNamed: async (name: string) => {
      const query = `/api/ent/v1/visit/listByQuery?name=${encodeURIComponent(name)}`
      return (await opened().screens.call('GET', query)) as readonly Readonly<Record<string, unknown>>[]
    },
    opens: async (path: string) => {
      await opened().page.goto(path)
      await field('走访名称').waitFor()
    },
    /** Opens a new form from the menu and the list's button, without a page load. */
    opensNew: async () => {
      const { page } = opened()
      await page.getByRole('navigation', { name: '菜单' }).getByRole('link', { name: '走访', exact: true }).click()
      await page.getByRole('link', { name: '新建', exact: true }).filter({ visible: true }).click()
      // The list's search has a field of the same name.
      await page.getByRole('heading', { name: '新建走访', exact: true }).waitFor()
      await field('走访名称').waitFor()
    },
    isDetailOf: (name: string) => opened().page.getByRole('heading', { name, exact: true }).waitFor(),
  }
}
