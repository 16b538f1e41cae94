import { fault, sayFault } from '../../fields/fault.ts'
import type { Bilingual } from '../../model/model.ts'

/** Something wrong with a cell; `kind` says it without what differs from row to row. */
export interface Said {
  readonly message: Bilingual
  readonly kind?: Bilingual
}

/** What is said of one cell or row beyond what its field's type says. */
export const problems = {
  noRecord: (of: Bilingual, text: string): Said => ({
    message: sayFault(fault('record.none', { text }), of),
    kind: { zh: `没有找到这样的${of.zh}`, en: `There is no such ${within(of.en)}` },
  }),
  severalRecords: (of: Bilingual, text: string, count: number): Said => ({
    message: sayFault(fault('record.several', { text, count }), of),
    kind: { zh: `有多条${of.zh}同名`, en: `Several records of "${of.en}" are called so` },
  }),
  notOwn: (title: Bilingual): Said => ({
    message: {
      zh: `只能导入自己的数据：请清空${title.zh}，或填写自己的名称`,
      en: `Only what is yours can be imported: empty ${within(title.en)}, or write your own`,
    },
  }),
  noParent: (text: string): Said => ({
    message: {
      zh: `没有找到上级“${text}”；如果它也在文件中，请移到这一行之前`,
      en: `There is no parent "${text}"; if the file has it, move it above this row`,
    },
    kind: { zh: '没有找到上级', en: 'There is no such parent' },
  }),
  parentWrong: (row: number): Said => ({
    message: { zh: `上级所在的第 ${row} 行有错误`, en: `The parent's row ${row} is not right` },
    kind: { zh: '上级所在的行有错误', en: "The parent's row is not right" },
  }),
  repeated: (title: Bilingual, row: number): Said => ({
    message: { zh: `${title.zh}与第 ${row} 行重复`, en: `${title.en} is the same as in row ${row}` },
    kind: { zh: `${title.zh}与前面的行重复`, en: `${title.en} is the same as in a row above` },
  }),
  twoOfOneKey: ({ key, row }: { readonly key: string; readonly row: number }): Said => ({
    message: {
      zh: `“${key}”与第 ${row} 行相同，无法判断明细属于哪一行；请让每行的编号各不相同`,
      en: `"${key}" stands in row ${row} too, so that nobody can tell whose lines are whose; give each row a key of its own`,
    },
    kind: { zh: '两行的编号相同，无法判断明细属于哪一行', en: 'Two rows have one key, and lines could be of either' },
  }),
  noLines: (sheet: string, title: Bilingual): Said => ({
    message: {
      zh: `工作表“${sheet}”中没有这一行的${title.zh}`,
      en: `The sheet "${sheet}" has no lines of this row`,
    },
  }),
  noMaster: (key: string): Said => ({
    message: {
      zh: `没有找到编号为“${key}”的记录；请与记录所在工作表中的编号保持一致`,
      en: `No record of the file is called "${key}"; write it as the sheet of records does`,
    },
    kind: { zh: '明细没有对应的记录', en: 'Lines of no record in the file' },
  }),
  noMasterSaid: (column: string): Said => ({
    message: {
      zh: `“${column}”没有填写，不知道这条明细属于哪条记录`,
      en: `"${column}" is empty: nobody can tell whose line this is`,
    },
  }),
  lineGone: (title: Bilingual): Said => ({
    message: {
      zh: `这条${title.zh}已不在该记录中；请清空它的主键以新增，或删去这一行`,
      en: `This line (${title.en}) is no longer there; empty its id to add it anew, or take the row out`,
    },
  }),
  otherMaster: (title: Bilingual): Said => ({
    message: {
      zh: `该记录属于另一条${title.zh}，导入不能改变所属；请清空${title.zh}，或填写它现在所属的`,
      en: `It belongs to another record of "${title.en}", where it stays: empty the cell, or write the one it belongs to`,
    },
  }),
  noKeyGiven: (title: Bilingual): Said => ({
    message: {
      zh: `请填写${title.zh}，用来找到要更新的记录`,
      en: `Fill in ${within(title.en)}: it tells which record is to be changed`,
    },
  }),
  noneStored: (title: Bilingual): Said => ({
    message: {
      zh: `没有找到要更新的${title.zh}`,
      en: `There is no such ${within(title.en)} to change`,
    },
  }),
  severalStored: (title: Bilingual, count: number): Said => ({
    message: {
      zh: `有 ${count} 条记录的${title.zh}相同，请改按唯一的编号或主键对应`,
      en: `${count} records have the same ${within(title.en)}; match by a number or id that only one has`,
    },
    kind: { zh: `有多条记录的${title.zh}相同`, en: `Several records have the same ${within(title.en)}` },
  }),
  secretKept: (title: Bilingual): Said => ({
    message: {
      zh: `导入不能修改已有记录的${title.zh}，请清空这个单元格`,
      en: `An import does not change the ${within(title.en)} of a record that is there; empty the cell`,
    },
  }),
  changedMeanwhile: (): Said => ({
    message: {
      zh: '试运行之后该记录已被他人修改或删除，没有覆盖；请重新试运行',
      en: 'Somebody changed or deleted the record after the dry run; it was not overwritten. Check once more',
    },
  }),
  notTakenBack: (): Said => ({
    message: {
      zh: '导入之后该记录又被他人修改，没有恢复原值',
      en: 'Somebody changed the record after the import; its former values were not restored',
    },
  }),
  taken: (title: Bilingual): Said => ({ message: { zh: `${title.zh}已存在`, en: `${title.en} already exists` } }),
  tooManyCells: (count: number): Said => ({
    message: {
      zh: `这一行比表头多 ${count} 列，请检查分隔符和引号`,
      en: `This row has ${count} more cells than the head; check delimiters and quotes`,
    },
  }),
  spreadsheetError: (text: string): Said => ({
    message: {
      zh: `单元格是公式错误 ${text}，请在表格中改正`,
      en: `The cell holds the error ${text} of a formula; mend it in the spreadsheet`,
    },
    kind: { zh: '单元格是公式错误', en: 'The cell holds an error of a formula' },
  }),
  digitsLost: (title: Bilingual): Said => ({
    message: {
      zh: `${title.zh}被表格软件当作数字，末尾几位已丢失；请把该列设为文本后重新填写`,
      en: `${title.en} was kept as a number, which lost its last digits; make the column text and fill it in again`,
    },
  }),
  notWritten: (reason: Bilingual): Said => ({
    message: { zh: `写入失败：${reason.zh}`, en: `It could not be written: ${reason.en}` },
  }),
} as const

const within = (title: string) => (/^[A-Z][a-z]/.test(title) ? title.charAt(0).toLowerCase() + title.slice(1) : title)
