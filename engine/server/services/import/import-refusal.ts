import type { Bilingual, Language } from '../../../model/model.ts'
import { Refusal, type RefusalStatus } from '../../errors/refuse.ts'

type Words = Readonly<Record<string, string | number>>

/** Reasons why a file cannot be imported at all; each message contains the remedy. Errors of rows are in the report. */
const messages = {
  'file.missing': ({ file }) => ({
    zh: `找不到文件 ${file}，请检查路径`,
    en: `There is no file ${file}; check the path`,
  }),
  'file.unreadable': ({ file }) => ({
    zh: `无权读取文件 ${file}，请检查文件权限；服务器运行时，由服务器进程读取文件`,
    en: `The file ${file} cannot be read; check its permissions. While the server is running, the server process reads it`,
  }),
  'file.empty': () => ({ zh: '文件为空，请重新选择', en: 'The file is empty; choose another one' }),
  'file.no-text': () => ({
    zh: '这不是文本文件，请另存为 CSV（UTF-8）后再导入',
    en: 'This is not a text file; save it as CSV (UTF-8) and import that',
  }),
  'file.encoding': ({ list }) => ({
    zh: `文件不是 UTF-8 编码，请选择编码（命令行用 --encoding）：\n${list}`,
    en: `The file is not valid UTF-8; choose its encoding (--encoding on the command line):\n${list}`,
  }),
  'file.old-workbook': () => ({
    zh: '这是旧版 Excel 文件（.xls），请在 Excel 中另存为 .xlsx 或 CSV 后再导入',
    en: 'This is an old Excel file (.xls); save it as .xlsx or CSV and import that',
  }),
  'file.encrypted': () => ({
    zh: '文件设有打开密码，请去掉密码后再导入',
    en: 'The file is password-protected; remove the password and import it again',
  }),
  'file.no-workbook': () => ({
    zh: '这不是可以读取的 Excel 工作簿（.xlsx），请在 Excel 中另存为 .xlsx 或 CSV 后再导入',
    en: 'This is not a readable Excel workbook (.xlsx); save it as .xlsx or CSV and import that',
  }),
  'file.damaged': () => ({
    zh: 'Excel 文件已损坏，请在 Excel 中打开并另存后再导入',
    en: 'The workbook is damaged; open it in Excel, save it again and import that',
  }),
  'file.too-large': ({ limit }) => ({
    zh: `文件超过 ${limit} MB，请拆分后分批导入`,
    en: `The file cannot exceed ${limit} MB; split it and import the parts`,
  }),
  'file.too-large-unzipped': ({ limit }) => ({
    zh: `Excel 文件解压后超过 ${limit} MB，请拆分后分批导入`,
    en: `Unzipped, the workbook exceeds ${limit} MB; split it and import the parts`,
  }),
  'file.suspect': () => ({
    zh: 'Excel 文件的压缩结构异常，不能导入',
    en: 'The compressed structure of the workbook is invalid; it cannot be imported',
  }),
  'file.too-long': ({ limit }) => ({
    zh: `数据超过 ${Number(limit).toLocaleString('en')} 行，请拆分后分批导入`,
    en: `There are more than ${Number(limit).toLocaleString('en')} rows; split the file and import the parts`,
  }),
  'file.no-sheet': ({ name }) => ({
    zh: `工作簿里没有名为“${name}”的工作表`,
    en: `The workbook has no sheet "${name}"`,
  }),
  'file.no-rows': () => ({
    zh: '文件只有表头，没有数据行，请填写后再导入',
    en: 'The file has a header but no rows; add rows and import it again',
  }),
  'file.malformed': ({ line }) => ({
    zh: `第 ${line} 行起不是正确的 CSV，请检查引号是否成对`,
    en: `Invalid CSV from line ${line}; check that quotes are paired`,
  }),
  'file.too-wide': ({ limit }) => ({
    zh: `表头超过 ${limit} 列，请检查分隔符`,
    en: `The header has more than ${limit} columns; check the delimiter`,
  }),
  'resource.unknown': ({ name, near }) => ({
    zh: `没有名为“${name}”的资源${near ? `，是否想写“${near}”？` : ''}`,
    en: `There is no resource "${name}"${near ? `; did you mean "${near}"?` : ''}`,
  }),
  'links.unknown': ({ name, near }) => ({
    zh: `“${name}”不是绑定，也不是可多选的引用${near ? `，是否想写“${near}”？` : ''}`,
    en: `"${name}" is neither a bind nor a reference to several records${near ? `; did you mean "${near}"?` : ''}`,
  }),
  'links.columns': ({ record, links, title, linked }) => ({
    zh: `文件要有两列：${title}和${linked}；可以用 --map 列=${record},列=${links} 指定`,
    en: `The file needs a column for "${title}" and one for "${linked}"; assign them with --map column=${record},column=${links}`,
  }),
  'links.match': () => ({
    zh: '导入关联时不能使用 --match：记录总是已有的，关联只会增加',
    en: '--match does not apply to links: their records exist, and links are only added',
  }),
  'map.unknown-source': ({ name, near }) => ({
    zh: `--map 中的“${name}”不在表头里${near ? `，是否想写“${near}”？` : ''}`,
    en: `--map names "${name}", which is not in the header${near ? `; did you mean "${near}"?` : ''}`,
  }),
  'map.unknown-field': ({ name, near }) => ({
    zh: `--map 中的“${name}”不是可导入的字段${near ? `，是否想写“${near}”？` : ''}`,
    en: `--map names "${name}", which is not an importable field${near ? `; did you mean "${near}"?` : ''}`,
  }),
  'map.malformed': ({ text }) => ({
    zh: `--map 的“${text}”应写成 来源列=字段`,
    en: `--map has "${text}"; write source=field`,
  }),
  'columns.unknown': ({ name, near }) => ({
    zh: `“${name}”不是可导入的字段${near ? `，是否想写“${near}”？` : ''}`,
    en: `"${name}" is not an importable field${near ? `; did you mean "${near}"?` : ''}`,
  }),
  'columns.none': ({ known }) => ({
    zh: `表头没有一列能对应到字段，可用的列名：${known}`,
    en: `No column of the header matches a field; known columns: ${known}`,
  }),
  'columns.no-lines': ({ title }) => ({
    zh: `每条记录必须有${title}：请在 Excel 文件中加一张名为“${title}”的工作表，或在表头加“${title}：…”的列；可以先下载模板`,
    en: `Each record needs "${title}": add a sheet of that name to the workbook, or columns "${title}: …" to the header; the template shows both`,
  }),
  'columns.no-key': ({ titles }) => ({
    zh: `记录所在的工作表要有一列让明细对应：${titles}`,
    en: `The sheet of records needs a column that identifies them for their lines: ${titles}`,
  }),
  'columns.no-match': () => ({
    zh: '请选择按哪一列匹配已有的记录，该列须已匹配',
    en: 'Select the column by which existing records are matched; it must be mapped',
  }),
  'columns.masked': ({ title }) => ({
    zh: `“${title}”对您是脱敏的，不能导入，也不能用于匹配：导入结果会显示哪些值已存在`,
    en: `You see "${title}" masked, so it can be neither matched nor imported: an import would show which values exist`,
  }),
  'lines.no-key': ({ sheet, title }) => ({
    zh: `工作表“${sheet}”要有一列“${title}”，写明每条明细属于哪条记录`,
    en: `The sheet "${sheet}" needs a column "${title}" that identifies the record of each line`,
  }),
  'columns.twice': ({ first, second, title }) => ({
    zh: `“${first}”和“${second}”两列都对应${title}，请去掉一列`,
    en: `Columns "${first}" and "${second}" both map to ${title}; remove one`,
  }),
  'columns.missing': ({ titles }) => ({
    zh: `缺少必填的列：${titles}`,
    en: `Required columns are missing: ${titles}`,
  }),
  'import.unfinished': ({ id, resource, file }) => ({
    zh: `导入 ${id}（${resource}，${file}）尚未完成：重新导入同一文件即可继续，或用 --undo ${id} 撤销`,
    en: `Import ${id} (${resource}, ${file}) is not complete: import the same file again to continue, or undo it with --undo ${id}`,
  }),
  'import.running': ({ id, resource, file, process }) => ({
    zh: `导入 ${id}（${resource}，${file}）正在${process ? `进程“${process}”` : '服务器'}中进行，请等待完成`,
    en: `Import ${id} (${resource}, ${file}) is in progress in ${process ? `the process "${process}"` : 'the server'}; wait until it has finished`,
  }),
  'import.busy': () => ({
    zh: '本次导入正在另一个窗口或进程中进行，请稍候',
    en: 'This import is in progress in another window or process; please wait',
  }),
  'import.not-checked': () => ({
    zh: '列、页面配置或您的权限已更新，请重新预检',
    en: 'The columns, the page configuration or your permissions have changed; validate again',
  }),
  'import.wrong-state': () => ({
    zh: '本次导入已完成或已结束，不能再更改',
    en: 'This import has finished and can no longer be changed',
  }),
  'import.has-wrong': ({ count }) => ({
    zh: `还有 ${count} 行有错误：请改正，或选择只导入正确的行`,
    en: `${count} rows still have errors: correct them, or import the valid rows only`,
  }),
  'import.no-right': () => ({ zh: '没有一行可以导入', en: 'No row can be imported' }),
  'import.too-many': () => ({
    zh: '您有太多未完成的导入，请先继续或撤销其中一个',
    en: 'You have too many unfinished imports; continue or discard one of them first',
  }),
  'import.broken': () => ({ zh: '导入已停止', en: 'The import was stopped' }),
  'import.unknown': () => ({
    zh: '本次导入已不存在，请重新上传文件',
    en: 'This import no longer exists; please upload the file again',
  }),
} satisfies Record<string, (words: Words) => Bilingual>

export type ImportRefusalCode = keyof typeof messages

const statuses: Partial<Record<ImportRefusalCode, RefusalStatus>> = {
  'file.too-large': 413,
  'import.unknown': 404,
  'import.unfinished': 409,
  'import.running': 409,
  'import.busy': 409,
  'import.not-checked': 409,
  'import.wrong-state': 409,
  'import.has-wrong': 409,
  'import.no-right': 409,
  'import.too-many': 409,
  'import.broken': 409,
}

/** The words of a message with a title. */
export const withTitle = ({ zh, en }: Bilingual, words: Words = {}) => ({
  zh: { ...words, title: zh },
  en: { ...words, title: en },
})

/** Thrown when an import cannot start or continue. */
export class ImportRefusal extends Refusal {
  declare readonly code: ImportRefusalCode
  /** The parameters of the message, for use elsewhere. */
  readonly words: Words | Readonly<Record<Language, Words>>

  constructor(code: ImportRefusalCode, words: Words | Readonly<Record<Language, Words>> = {}, data?: unknown) {
    const zh = messages[code](('zh' in words ? words.zh : words) as Words).zh
    const en = messages[code](('en' in words ? words.en : words) as Words).en
    super(code, statuses[code] ?? 400, { zh, en }, { data, reason: code })
    this.name = 'ImportRefusal'
    this.words = words
  }
}
