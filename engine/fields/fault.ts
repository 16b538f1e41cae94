import type { Bilingual, Field } from '../model/model.ts'
import type { Fault } from './field-type.ts'

type Words = Fault['words']
type Wording = (label: Bilingual, words: Words) => Bilingual

/**
 * The messages of invalid values by fault code. The generic form rules keep the specification's words; `label` is the
 * field's title.
 */
export const faultWordings = {
  'value.enter': label => ({ zh: `请输入${label.zh}`, en: `Please enter ${quotedInSentence(label.en)}` }),
  'value.select': label => ({ zh: `请选择${label.zh}`, en: `Please select ${quotedInSentence(label.en)}` }),
  'value.incorrect': label => ({
    zh: `请输入正确的${label.zh}`,
    en: `Please enter a correct ${quotedInSentence(label.en)}`,
  }),
  'value.select-correct': label => ({
    zh: `请选择正确的${label.zh}`,
    en: `Please select a correct ${quotedInSentence(label.en)}`,
  }),
  'value.unread': (label, { example }) => ({
    zh: `请输入正确的${label.zh}，如 ${example}`,
    en: `Please enter a correct ${quotedInSentence(label.en)}, such as ${example}`,
  }),
  'value.unknown-choice': (label, { text, zh, en, count, left }) => ({
    zh: `${label.zh}没有“${text}”这个选项${zh ? `，可选：${zh}${left ? `等 ${count} 个` : ''}` : ''}`,
    en: `${label.en} has no choice "${text}"${en ? `; choose one of: ${en}${left ? ` and ${left} more` : ''}` : ''}`,
  }),
  'code.length': (label, { limit }) => ({
    zh: `${label.zh}应为 ${limit} 位`,
    en: `${label.en} must have ${limit} characters`,
  }),
  'code.check': label => ({
    zh: `${label.zh}的校验位不符，请核对`,
    en: `The check character of ${quotedInSentence(label.en)} does not match`,
  }),
  'record.none': (label, { text, zh, en, near }) => ({
    zh: near
      ? `没有“${text}”，是否指“${near}”？`
      : zh
        ? `没有${zh}为“${text}”的${label.zh}，请先新增，或改填已有的`
        : `没有找到${label.zh}“${text}”，请先新增或改用已有的名称`,
    en: near
      ? `No match for "${text}"; do you mean "${near}"?`
      : en
        ? `No ${quotedInSentence(label.en)} with ${en} "${text}"; add it first, or enter an existing one`
        : `${label.en} "${text}" not found; add it first, or use the name of an existing one`,
  }),
  'record.several': (label, { text, count, names }) => ({
    zh: `有 ${count} 条${label.zh}都叫“${text}”，请改填唯一的编号${names ? `，或其中一条：${names}` : ''}`,
    en: `${count} records of "${label.en}" are named "${text}"; use a unique number instead${names ? `, or one of: ${names}` : ''}`,
  }),
  'choice.unknown': (_label, { text, zh, en }) => ({
    zh: `没有“${text}”${zh ? `；相近：${zh}` : '，请从列表中选择'}`,
    en: `No match for "${text}"; ${en ? `closest: ${en}` : 'choose from the list'}`,
  }),
  'choice.several': (_label, { count, zh, en }) => ({
    zh: `有 ${count} 个匹配，请选一个：${zh}`,
    en: `${count} matches, choose one: ${en}`,
  }),
  'choice.awaited': (_label, { text }) => ({
    zh: `正在查找“${text}”，请稍候`,
    en: `Looking up "${text}"; please wait`,
  }),
  'choice.failed': (_label, { text }) => ({
    zh: `“${text}”的选项没有加载成功，请重试`,
    en: `The options for "${text}" could not be loaded; try again`,
  }),
  'permission.unknown': (label, { codes }) => ({
    zh: `没有这些${label.zh}：${codes}`,
    en: `Unknown ${quotedInSentence(label.en)}: ${codes}`,
  }),
  'parameter.line': (_label, { value }) => ({
    zh: `“${value}”应写成“日期: 值”，每行一个，例：2026-01-01: 50`,
    en: `"${value}" must be written as "date: value", one on each line, such as 2026-01-01: 50`,
  }),
  'value.unclean': label => ({
    zh: `${label.zh}含有不能保存的字符`,
    en: `${label.en} contains characters that cannot be stored`,
  }),
  'value.control': label => ({
    zh: `${label.zh}不能含有换行、制表符等控制字符或不可见字符`,
    en: `${label.en} cannot contain line breaks, tabs or other control or invisible characters`,
  }),
  'value.not-yes-or-no': label => ({ zh: `${label.zh}只能填“是”或“否”`, en: `${label.en} must be yes or no` }),
  'markup.unfit': (label, { found, tags }) => ({
    zh: `${label.zh}含有不能保存的内容：${found}。可用的标签：${tags}`,
    en: `${label.en} contains something that cannot be stored: ${found}. Allowed tags: ${tags}`,
  }),
  'length.short': (label, { limit }) => ({
    zh: `${label.zh}长度不能小于 ${limit}`,
    en: `${label.en} length cannot be less than ${limit}`,
  }),
  'length.long': (label, { limit }) => ({
    zh: `${label.zh}长度不能超过 ${limit}`,
    en: `${label.en} length cannot exceed ${limit}`,
  }),
  'day.order': (_label, { text }) => ({
    zh: `“${text}”可能是两个不同的日期，请选择日、月的先后`,
    en: `"${text}" may be two different days; choose whether the day or the month is first`,
  }),
  'number.comma': (_label, { text }) => ({
    zh: `“${text}”中的逗号如果是小数点，请选择以逗号为小数点`,
    en: `If the comma of "${text}" is a decimal comma, choose the decimal comma`,
  }),
  'number.no-decimal-comma': (_label, { text }) => ({
    zh: `“${text}”不是以逗号为小数点的数，如 1.234,50`,
    en: `"${text}" is not a number with a decimal comma, such as 1.234,50`,
  }),
  'number.percent': (_label, { text }) => ({
    zh: `“${text}”是百分数，请选择按小数（12.5% 为 0.125）还是按原数（12.5）读取`,
    en: `"${text}" is a percentage; choose whether 12.5% is read as 0.125 or as 12.5`,
  }),
  'number.digits': (label, { limit }) => ({
    zh: `${label.zh}最多 ${limit} 位数字`,
    en: `${label.en} cannot have more than ${limit} digits`,
  }),
  'number.great': (label, { limit, unitZh, unitEn }) => ({
    zh: unitZh ? `${label.zh}不能${over(unitZh)} ${limit} ${unitZh}` : `${label.zh}不能大于 ${limit}`,
    en: `${label.en} cannot be greater than ${limit}${unitEn ? ` ${unitEn}` : ''}`,
  }),
  'number.small': (label, { limit, unitZh, unitEn }) => ({
    zh: unitZh ? `${label.zh}不能${under(unitZh)} ${limit} ${unitZh}` : `${label.zh}不能小于 ${limit}`,
    en: `${label.en} cannot be less than ${limit}${unitEn ? ` ${unitEn}` : ''}`,
  }),
  'number.scale': (label, { limit }) =>
    limit === 0
      ? { zh: `${label.zh}必须是整数`, en: `${label.en} must be a whole number` }
      : {
          zh: `${label.zh}最多保留 ${limit} 位小数`,
          en: `${label.en} cannot have more than ${limit} decimal place${limit === 1 ? '' : 's'}`,
        },
  'number.unreadable': (_label, { text }) => ({
    zh: `“${text}”不是数字，请填如 1200 或 36.5`,
    en: `"${text}" is not a number; enter one such as 1200 or 36.5`,
  }),
  'number.other-unit': (label, { text, unit }) => ({
    zh: `${label.zh}“${text}”的单位与单位栏的“${unit}”不一致`,
    en: `The unit of ${quotedInSentence(label.en)} "${text}" is not "${unit}"`,
  }),
  'day.early': (label, { limit }) => ({
    zh: `${label.zh}不能早于 ${limit}`,
    en: `${label.en} cannot be before ${limit}`,
  }),
  'day.late': (label, { limit }) => ({
    zh: `${label.zh}不能晚于 ${limit}`,
    en: `${label.en} cannot be after ${limit}`,
  }),
  'day.future': label => ({ zh: `${label.zh}不能晚于当前时间`, en: `${label.en} cannot be in the future` }),
  'list.few': (label, { limit }) => ({
    zh: `${label.zh}不能少于 ${limit} 条`,
    en: `${label.en} cannot have fewer than ${limit}`,
  }),
  'list.many': (label, { limit }) => ({
    zh: `${label.zh}不能超过 ${limit} 条`,
    en: `${label.en} cannot have more than ${limit}`,
  }),
  'list.repeated': label => ({ zh: `${label.zh}不能重复`, en: `${label.en} cannot contain duplicates` }),
  'password.spaces': () => ({ zh: '请输入密码且密码不能有空格', en: 'Please enter a password, no spaces allowed' }),
  'password.length': () => ({ zh: '密码长度必须是8-16位', en: 'Password length must be 8-16 characters' }),
  'password.common': () => ({
    zh: '这个密码过于常见，请换一个',
    en: 'This password is too common; choose another one',
  }),
  'password.classes': () => ({
    zh: '密码必须包含大小写字母、特殊字符和数字',
    en: 'Password must contain upper and lower case letters, special character and digit',
  }),
  'password.differ': () => ({ zh: '两次密码输入不一致', en: 'The two passwords do not match' }),
  'account.no-tenant': () => ({ zh: '请先输入租户编号', en: 'Please enter the tenant ID first' }),
  'account.no-name': () => ({ zh: '请先输入账号名称', en: 'Please enter the account first' }),
  'account.no-password': () => ({ zh: '请先输入密码', en: 'Please enter the password first' }),
  'lock.empty': () => ({ zh: '锁屏密码不能为空', en: 'Lock password cannot be empty' }),
  'upload.kind': (_label, { zh, en }) => ({ zh: `仅支持 ${zh}`, en: `Only ${en} are supported` }),
  'upload.size': (_label, { limit }) => ({ zh: `文件大小不能超过 ${limit}`, en: `File size cannot exceed ${limit}` }),
  'upload.count': (_label, { limit, selected }) => ({
    zh: `最多上传 ${limit} 个文件，当前选择了 ${selected} 个`,
    en: `At most ${limit} files; ${selected} selected`,
  }),
  'upload.empty': () => ({ zh: '文件为空，请重新选择', en: 'The file is empty; please choose another' }),
  'upload.unreadable': (_label, { zh, en }) => ({
    zh: `此浏览器无法打开这张图片，请改用 ${zh}`,
    en: `This browser cannot open the image; please use ${en}`,
  }),
  'upload.picture-large': (_label, { limit }) => ({
    zh: `图片超过 ${limit}，无法处理，请换一张较小的图片`,
    en: `The image is larger than ${limit} and cannot be processed; please use a smaller one`,
  }),
  'upload.running': label => ({
    zh: `${label.zh}有文件上传未完成，请等待、重试或移除`,
    en: `A file of ${quotedInSentence(label.en)} is not uploaded yet; wait, retry or remove it`,
  }),
  'upload.foreign': label => ({
    zh: `${label.zh}只能使用上传的图片，不能使用其他网站的地址`,
    en: `${label.en} must be an uploaded picture, not an address of another site`,
  }),
  'upload.not-readable': (_label, { name }) => ({
    zh: `不能使用文件“${name}”：它不是您上传的，您也无权查看，请重新上传`,
    en: `You did not upload the file "${name}" and are not allowed to read it; upload it again`,
  }),
  'upload.failed': () => ({ zh: '上传失败，请重试', en: 'Upload failed; please retry' }),
} satisfies Record<string, Wording>

export type FaultCode = keyof typeof faultWordings

/** A fault with the parameters of its message. */
export const fault = (code: FaultCode, words: Words = {}): Fault & { readonly code: FaultCode } => ({ code, words })

/** An example of each written format. */
const examples = { date: '2026-11-21', datetime: '2026-11-21 09:30', 'time-of-day': '09:30' } as const

/** A format of days, moments or times. */
export type WrittenFormat = keyof typeof examples

/** Whether a schema's format is one of them. */
export const isWrittenFormat = (format: unknown): format is WrittenFormat => Object.hasOwn(examples, String(format))

/** The fault of a text that is no day, moment or time, with a valid example. */
export const unread = (format: WrittenFormat): Fault => fault('value.unread', { example: examples[format] })

/** The message of a fault in both languages. */
export function faultMessage({ code, words }: Fault, label: Bilingual): Bilingual {
  if (!isFaultCode(code)) throw new Error(`There is no message for the fault "${code}".`)
  return faultWordings[code](label, words)
}

const isFaultCode = (code: string): code is FaultCode => Object.hasOwn(faultWordings, code)

/** A temperature or a percentage is high or low; other measures are more or less. */
const isLevel = (unit: string | number) => /^[℃℉°%]/.test(String(unit))
const over = (unit: string | number) => (isLevel(unit) ? '高于' : '超过')
const under = (unit: string | number) => (isLevel(unit) ? '低于' : '少于')

/** A title within an English sentence, without its capital unless it begins with an abbreviation ("ID card"). */
export const quotedInSentence = (title: string): string =>
  /^[A-Z][a-z]/.test(title) ? title.charAt(0).toLowerCase() + title.slice(1) : title

/** The message of each invalid field by name, `lines.2.price` in a line. Only the first of each. */
export type FieldMessages = Readonly<Record<string, Bilingual>>

/** The message of a text that is no day, moment or time. */
export const unreadMessage = (field: Pick<Field, 'title'>, format: WrittenFormat): Bilingual =>
  faultMessage(unread(format), field.title)
