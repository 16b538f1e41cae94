import type { Page } from 'playwright-core'

/** The cell texts of a column of the list on a page, by its title, from the top. */
export const columnTexts = (page: Page, title: string) =>
  page.locator('table').evaluate((table, title) => {
    const heads = [...table.querySelectorAll('thead th')].map(head => (head as HTMLElement).innerText.trim())
    const at = heads.indexOf(title)
    return [...table.querySelectorAll('tbody tr')].map(row =>
      (row.children[at] as HTMLElement | undefined)?.innerText.trim(),
    )
  }, title)
