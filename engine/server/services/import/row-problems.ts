import { fault, faultMessage, quotedInSentence } from '../../../fields/fault.ts'
import type { Bilingual } from '../../../model/model.ts'

/** A problem of a cell; `kind` is its message without the parts that differ between rows. */
export interface CellProblem {
  /** Missing where a rule of the record is violated, which has only its message. */
  readonly code?: string
  readonly message: Bilingual
  readonly kind?: Bilingual
}

/** Adds to each problem its name in the table, as its code. */
const withCodes = <Table extends Readonly<Record<string, (...words: never[]) => CellProblem>>>(table: Table): Table =>
  Object.fromEntries(
    Object.entries(table).map(([code, of]) => [code, (...words: never[]) => ({ code, ...of(...words) })]),
  ) as Table

/** Problems of cells and rows in addition to those of field types. */
export const problems = withCodes({
  /** `by`: the titles of the fields by which the record was looked up. */
  noRecord: (of: Bilingual, by: readonly Bilingual[], text: string): CellProblem => ({
    message: faultMessage(fault('record.none', { text, ...alternatives(by) }), of),
    kind: { zh: `没有找到这样的${of.zh}`, en: `${of.en} not found` },
  }),
  unfitRecord: (of: Bilingual, text: string): CellProblem => ({
    message: {
      zh: `${of.zh}“${text}”与这一行的其他内容不符，不能选用`,
      en: `${of.en} "${text}" exists, but does not fit the other values of this row`,
    },
    kind: {
      zh: `${of.zh}与同一行的其他内容不符`,
      en: `${of.en} does not fit the other values of its row`,
    },
  }),
  severalRecords: (of: Bilingual, text: string, count: number, names: readonly string[]): CellProblem => ({
    message: faultMessage(fault('record.several', { text, count, names: names.join('; ') }), of),
    kind: { zh: `有多条${of.zh}同名`, en: `Several records of "${of.en}" have this name` },
  }),
  notOwn: (title: Bilingual): CellProblem => ({
    message: {
      zh: `只能导入自己的数据：请清空${title.zh}，或填写自己的名称`,
      en: `You can import only your own data: clear ${within(title.en)}, or enter your own`,
    },
  }),
  onlyOfNew: (title: Bilingual): CellProblem => ({
    message: {
      zh: `导入不能改已有记录的${title.zh}：请清空，或填写现在的值`,
      en: `An import cannot change ${within(title.en)} of an existing record: clear it, or enter the current value`,
    },
  }),
  targetWrong: (title: Bilingual, row: number): CellProblem => ({
    message: {
      zh: `${title.zh}所指的第 ${row} 行有错误`,
      en: `Row ${row}, to which "${title.en}" refers, has errors`,
    },
    kind: {
      zh: `${title.zh}所指的行有错误`,
      en: `The row to which "${title.en}" refers has errors`,
    },
  }),
  circle: ({ zh, en }: Bilingual, rows: readonly number[]): CellProblem => ({
    message:
      rows.length === 1
        ? { zh: `这一行的${zh}是它自己；请清空${zh}`, en: `The row refers to itself in "${en}"; clear "${en}"` }
        : {
            zh: `第 ${rows.join('、')} 行的${zh}循环引用；请清空其中一行的${zh}`,
            en: `Rows ${rows.join(', ')} form a circular reference in "${en}"; clear "${en}" in one of them`,
          },
    kind: { zh: `${zh}循环引用`, en: `Circular reference in "${en}"` },
  }),
  repeated: (title: Bilingual, row: number): CellProblem => ({
    message: { zh: `${title.zh}与第 ${row} 行重复`, en: `${title.en} is the same as in row ${row}` },
    kind: { zh: `${title.zh}与前面的行重复`, en: `${title.en} is the same as in a row above` },
  }),
  repeatedTogether: (titles: readonly Bilingual[], row: number): CellProblem => ({
    message: {
      zh: `${titles.map(({ zh }) => zh).join('、')}与第 ${row} 行都相同`,
      en: `${titles.map(({ en }) => en).join(', ')} are the same as in row ${row}`,
    },
    kind: {
      zh: `${titles.map(({ zh }) => zh).join('、')}与前面的行都相同`,
      en: `${titles.map(({ en }) => en).join(', ')} are the same as in a row above`,
    },
  }),
  overlapping: ({ zh, en }: Bilingual, row: number): CellProblem => ({
    message: { zh: `${zh}（第 ${row} 行）`, en: `${en} (row ${row})` },
    kind: { zh, en },
  }),
  twoOfOneKey: ({ key, row }: { readonly key: string; readonly row: number }): CellProblem => ({
    message: {
      zh: `“${key}”与第 ${row} 行相同，无法判断明细属于哪一行；请让每行的编号各不相同`,
      en: `"${key}" is also in row ${row}, so the lines cannot be assigned; give each row a unique number`,
    },
    kind: {
      zh: '两行的编号相同，无法判断明细属于哪一行',
      en: 'Two rows have the same number, so their lines cannot be assigned',
    },
  }),
  noMaster: (key: string): CellProblem => ({
    message: {
      zh: `没有找到编号为“${key}”的记录；请与记录所在工作表中的编号保持一致`,
      en: `The file has no record "${key}"; use the number of the sheet of records`,
    },
    kind: { zh: '明细没有对应的记录', en: 'Lines without a record in the file' },
  }),
  masterMissing: (column: string): CellProblem => ({
    message: {
      zh: `“${column}”没有填写，不知道这条明细属于哪条记录`,
      en: `"${column}" is empty, so the line cannot be assigned to a record`,
    },
  }),
  lineDeleted: (title: Bilingual): CellProblem => ({
    message: {
      zh: `这条${title.zh}已不在该记录中；请清空它的记录 ID 以新增，或删除这一行`,
      en: `This line (${title.en}) no longer exists; clear its record ID to create it again, or remove the row`,
    },
  }),
  otherMaster: (title: Bilingual): CellProblem => ({
    message: {
      zh: `该记录属于另一条${title.zh}，导入不能改变所属；请清空${title.zh}，或填写它现在所属的`,
      en: `It belongs to another record of "${title.en}", which an import cannot change: clear the cell, or enter the current one`,
    },
  }),
  noKeyGiven: (title: Bilingual): CellProblem => ({
    message: {
      zh: `请填写${title.zh}，用于匹配要更新的记录`,
      en: `Enter ${within(title.en)} to match the record to update`,
    },
  }),
  noneStored: (title: Bilingual): CellProblem => ({
    message: {
      zh: `没有找到要更新的${title.zh}`,
      en: `No record with this ${within(title.en)} to update`,
    },
  }),
  severalStored: (title: Bilingual, count: number): CellProblem => ({
    message: {
      zh: `有 ${count} 条记录的${title.zh}相同，请改按唯一的编号或记录 ID 匹配`,
      en: `${count} records have the same ${within(title.en)}; match by a unique number or the record ID`,
    },
    kind: { zh: `有多条记录的${title.zh}相同`, en: `Several records have the same ${within(title.en)}` },
  }),
  secretUnchangeable: (title: Bilingual): CellProblem => ({
    message: {
      zh: `导入不能修改已有记录的${title.zh}，请清空这个单元格`,
      en: `An import cannot change the ${within(title.en)} of an existing record; clear the cell`,
    },
  }),
  changedMeanwhile: (): CellProblem => ({
    message: {
      zh: '预检之后该记录已被其他用户修改，没有覆盖；请重新预检',
      en: 'Another user changed the record after validation. It was not overwritten; validate again.',
    },
  }),
  notRolledBack: (): CellProblem => ({
    message: {
      zh: '导入之后该记录又被其他用户修改，没有恢复原值',
      en: 'Another user changed the record after the import. Its previous values were not restored.',
    },
  }),
  tooManyCells: (count: number): CellProblem => ({
    message: {
      zh: `这一行比表头多 ${count} 列，请检查分隔符和引号`,
      en: `This row has ${count} more cells than the header; check delimiters and quotes`,
    },
  }),
  spreadsheetError: (text: string): CellProblem => ({
    message: {
      zh: `单元格是公式错误 ${text}，请在表格中改正`,
      en: `The cell contains the formula error ${text}; correct it in the spreadsheet`,
    },
    kind: { zh: '单元格是公式错误', en: 'The cell contains a formula error' },
  }),
  noResult: (): CellProblem => ({
    message: {
      zh: '文件中没有这个公式的结果，请用表格软件打开并保存文件',
      en: 'The file has no result of this formula; open and save it in a spreadsheet program',
    },
  }),
  undecoded: (title: Bilingual): CellProblem => ({
    message: {
      zh: `${title.zh}含有不能解码的字符（�），请改正后以 UTF-8 保存文件`,
      en: `${title.en} contains an undecodable character (�); correct it and save the file as UTF-8`,
    },
  }),
  digitsLost: (title: Bilingual): CellProblem => ({
    message: {
      zh: `${title.zh}被表格软件当作数字，末尾几位已丢失；请把该列设为文本后重新填写`,
      en: `The spreadsheet stored ${within(title.en)} as a number and lost its last digits; format the column as text and enter it again`,
    },
  }),
  notWritten: (reason: Bilingual): CellProblem => ({
    message: { zh: `导入失败：${reason.zh}`, en: `Import failed: ${reason.en}` },
  }),
})

/** The warning of stored lines that are replaced without the values of these fields. */
export const linesReplaced = ({ zh, en }: Bilingual, lost: readonly Bilingual[]): Bilingual => ({
  zh: `原有的${zh}会被替换，文件中没有的列会丢失：${lost.map(title => title.zh).join('、')}`,
  en: `The existing lines "${en}" are replaced, and lose what has no column in the file: ${lost.map(title => title.en).join(', ')}`,
})

const alternatives = (titles: readonly Bilingual[]) => ({
  zh: oneOf(
    titles.map(({ zh }) => zh),
    '、',
    '或',
  ),
  en: oneOf(
    titles.map(({ en }) => quotedInSentence(en)),
    ', ',
    ' or ',
  ),
})

const oneOf = (names: readonly string[], comma: string, or: string): string =>
  [names.slice(0, -1).join(comma), ...names.slice(-1)].filter(Boolean).join(or)

const within = (title: string) => (/^[A-Z][a-z]/.test(title) ? title.charAt(0).toLowerCase() + title.slice(1) : title)
