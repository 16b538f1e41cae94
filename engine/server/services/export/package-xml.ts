import { inXml } from './xml-text.ts'

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packaged = 'http://schemas.openxmlformats.org/package/2006'
const kind = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/**
 * The content type of each part. Sheets have the default type of XML, so that their number need not be known in
 * advance.
 */
export const contentTypes: string =
  `${head}<Types xmlns="${packaged}/content-types"><Default Extension="xml" ContentType="${kind}.worksheet+xml"/>` +
  '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
  `<Override PartName="/xl/workbook.xml" ContentType="${kind}.sheet.main+xml"/>` +
  `<Override PartName="/xl/styles.xml" ContentType="${kind}.styles+xml"/></Types>`

/** The location of the workbook in its package. */
export const packageRelations: string =
  `${head}<Relationships xmlns="${packaged}/relationships">` +
  `<Relationship Id="rId1" Type="${relation}/officeDocument" Target="xl/workbook.xml"/></Relationships>`

/** The workbook's sheets by name, and the filter range of each. */
export function workbookXml(sheets: readonly { readonly title: string; readonly range: string }[]): string {
  const list = sheets.map(
    ({ title }, index) => `<sheet name="${inXml(title)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  )
  const filtered = sheets.map(
    ({ title, range }, index) =>
      `<definedName name="_xlnm._FilterDatabase" localSheetId="${index}" hidden="1">${inXml(`'${title.replaceAll("'", "''")}'!${range}`)}</definedName>`,
  )
  return (
    `${head}<workbook xmlns="${main}" xmlns:r="${relation}"><sheets>${list.join('')}</sheets>` +
    `<definedNames>${filtered.join('')}</definedNames></workbook>`
  )
}

/** The locations of the workbook's parts. */
export function workbookRelations(sheets: number): string {
  const list = Array.from(
    { length: sheets },
    (_one, index) =>
      `<Relationship Id="rId${index + 1}" Type="${relation}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
  )
  return (
    `${head}<Relationships xmlns="${packaged}/relationships">${list.join('')}` +
    `<Relationship Id="rId${sheets + 1}" Type="${relation}/styles" Target="styles.xml"/></Relationships>`
  )
}
