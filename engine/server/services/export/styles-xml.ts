/** Cell formats by their index in the workbook's list. */
export const styles = { text: 0, head: 1, quoted: 2, date: 3, time: 4, datetime: 5, integer: 6 } as const

const maxDecimals = 8

/** The format of a number with this many decimals; integers have no thousands separators. */
export const styleOf = ({ scale, hasSeparators }: { scale: number; hasSeparators: boolean }): number =>
  styles.integer + Math.min(scale, maxDecimals) + (scale > 0 && !hasSeparators ? maxDecimals : 0)

const firstOwn = 164
const decimals = ['#,##0.', '0.'].flatMap(whole =>
  Array.from({ length: maxDecimals }, (_one, index) => `${whole}${'0'.repeat(index + 1)}`),
)
/** Custom formats, numbered from the first free number. */
const formats = ['yyyy\\-mm\\-dd', 'hh:mm:ss', 'yyyy\\-mm\\-dd\\ hh:mm:ss', ...decimals]

const plain = (format: number, more = '') =>
  `<xf numFmtId="${format}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"${more}/>`

/** The workbook's styles: two fonts (the second bold), and formats of numbers, days and times. */
export const stylesXml: string =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' +
  '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' +
  `<numFmts count="${formats.length}">${formats
    .map((code, index) => `<numFmt numFmtId="${firstOwn + index}" formatCode="${code}"/>`)
    .join('')}</numFmts>` +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  `<cellXfs count="${styles.integer + 1 + decimals.length}">` +
  '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
  '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>' +
  '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1"/>' +
  [firstOwn, firstOwn + 1, firstOwn + 2].map(format => plain(format)).join('') +
  plain(1) +
  decimals.map((_code, index) => plain(firstOwn + 3 + index)).join('') +
  '</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
