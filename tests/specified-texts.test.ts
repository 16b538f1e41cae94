import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { fault, faultMessage } from '../engine/fields/fault.ts'
import { codeLimit } from '../engine/fields/lazy-component.tsx'
import { passwordFault } from '../engine/fields/password/policy.ts'
import { bytesOf, extensionsByKind, maxFilesOf } from '../engine/fields/upload.ts'
import type { Field } from '../engine/model/model.ts'
import { filesPath } from '../engine/server/store/file-links.ts'
import { checkEvery, lockDelay, refreshAge, timeLimits } from '../engine/web/data/session.ts'
import { pageSizes } from '../engine/web/list/page-size.ts'
import { themes } from '../engine/web/look/themes.ts'
import { errorPace } from '../engine/web/shell/notices.tsx'
import { zh } from '../engine/web/words/zh.ts'

const sources = ['engine', 'server', 'src']
  .flatMap(folder => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(file => join(folder, file)))
  .filter(file => /\.(tsx?|css|yaml)$/.test(file) && !/\.test\.tsx?$/.test(file))
  .map(file => ({ file, text: readFileSync(file, 'utf8') }))

/** A text and the file in which it stands, by the place of the specification. */
const texts: readonly (readonly [text: string, file: string])[] = [
  // Forms
  ['请输入正确的', 'engine/fields/fault.ts'],
  ['长度不能小于', 'engine/fields/fault.ts'],
  ['长度不能超过', 'engine/fields/fault.ts'],
  ['不能大于', 'engine/fields/fault.ts'],
  ['不能小于', 'engine/fields/fault.ts'],
  // Registration, sign-in and passwords
  ['请先输入租户编号', 'engine/fields/fault.ts'],
  ['请先输入账号名称', 'engine/fields/fault.ts'],
  ['请先输入密码', 'engine/fields/fault.ts'],
  ['两次密码输入不一致', 'engine/fields/fault.ts'],
  ['提交失败', 'engine/web/sign-in/register-dialog.tsx'],
  ['注册申请已提交,请耐心等待管理员通过!', 'engine/web/sign-in/register-dialog.tsx'],
  ['注册提示', 'engine/web/sign-in/register-dialog.tsx'],
  ['请输入密码且密码不能有空格', 'engine/fields/fault.ts'],
  ['密码长度必须是8-16位', 'engine/fields/fault.ts'],
  ['密码必须包含大小写字母、特殊字符和数字', 'engine/fields/fault.ts'],
  ['密码长度必须是6-16位', 'engine/web/words/zh.ts'],
  ['密码必须由字母、数字、字符组成', 'engine/web/words/zh.ts'],
  ['请输入原密码', 'engine/web/words/zh.ts'],
  ['请输入新密码', 'engine/web/words/zh.ts'],
  ['请确认密码', 'engine/web/words/zh.ts'],
  ['锁屏密码不能为空', 'engine/fields/fault.ts'],
  // Uploads and downloads
  ['仅支持 ', 'engine/fields/fault.ts'],
  ['文件大小不能超过 ', 'engine/fields/fault.ts'],
  ['个文件，当前选择了', 'engine/fields/fault.ts'],
  ['已取消上传', 'engine/fields/words.ts'],
  ['下载失败：%{reason}', 'engine/web/words/zh.ts'],
  ['请传入上传内容参数', 'engine/server/http/upload.ts'],
  // Operations
  ['请选择至少一条数据', 'engine/server/errors/refuse.ts'],
  ['未知错误', 'engine/web/words/zh.ts'],
  ['操作失败', 'engine/web/words/zh.ts'],
  ['操作已取消', 'engine/web/words/zh.ts'],
  ['新增成功', 'engine/web/words/zh.ts'],
  ['更新成功', 'engine/web/words/zh.ts'],
  ['删除成功', 'engine/web/words/zh.ts'],
  ['操作成功', 'engine/server/errors/envelope.ts'],
  ['操作成功!', 'engine/web/access/access-words.ts'],
  ['确定将选择数据删除?', 'engine/web/words/part-words.ts'],
  ['返回信息', 'engine/web/words/zh.ts'],
  ['确定退出登录？', 'engine/web/words/zh.ts'],
  // The shell
  ['是否需要清除缓存?', 'engine/web/words/zh.ts'],
  ['清除完毕', 'engine/web/words/zh.ts'],
  ['确认上传本地日志到服务器?', 'engine/web/shell/system-words.ts'],
  ['发送成功!', 'engine/web/shell/system-words.ts'],
  ['确认清空本地日志记录?', 'engine/web/shell/system-words.ts'],
  ['清空成功!', 'engine/web/shell/system-words.ts'],
  // Sizes of style sheets, and of utility classes
  ['width: 350px', 'engine/web/shell/bell.css'],
  ['scroll h-300', 'engine/web/shell/bell.tsx'],
  ['width: 1400px', 'src/licence/licence.css'],
  ['scroll h-400', 'src/licence/licence-search.tsx'],
  ['z-100000', 'engine/fields/picture-view.tsx'],
]

it.each(texts)('has %s in one place', (text, file) => {
  // A text within a comment or a longer text is another one.
  const isStyle = /\d(px)?$/.test(text)
  const holders = sources.filter(one => {
    if (isStyle) return one.file === file && one.text.includes(text)
    const code = one.text.replace(/\/\*[\s\S]*?\*\/|\/\/ .*|^\s*#.*/gm, '')
    return [...code.matchAll(/'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g)].some(([literal]) =>
      literal.startsWith('`') ? literal.includes(text) : literal === `'${text}'`,
    )
  })
  expect(holders.map(({ file }) => file)).toEqual([file])
})

const name = { zh: '参数名称', en: 'Parameter name' }
const field = (type: string, options = {}) => ({ type, options, name: 'file' }) as unknown as Field

/** The specification's numbers and what the code that uses them by name has. */
const numbers: readonly (readonly [name: string, actual: unknown, expected: unknown])[] = [
  ['milliseconds of a request', timeLimits.request, 600_000],
  ['milliseconds of a download', timeLimits.download, 3_000_000],
  ['milliseconds of code', codeLimit, 120_000],
  ['milliseconds between errors', errorPace, 2000],
  ['milliseconds before the lock page', lockDelay, 100],
  ['seconds of a token', refreshAge, 3000],
  ['milliseconds between looks at its age', checkEvery, 10_000],
  ['page sizes', pageSizes.offered, [10, 30, 50, 100, 200]],
  ['the default page size', pageSizes.least, 10],
  ['themes', [Object.keys(themes).length, 'theme-bule' in themes], [11, true]],
  ['bytes of a file', bytesOf(field('file')), 2 * 1024 * 1024],
  ['bytes of an avatar', bytesOf(field('image', { maxSize: 0.5 })), 500 * 1024],
  ['files of a field', maxFilesOf(field('file', { many: true })), 5],
  ['documents', extensionsByKind['document'], ['doc', 'docx', 'xls', 'xlsx']],
  ['pictures', extensionsByKind['image'], ['jpg', 'jpeg', 'bmp', 'dib', 'gif', 'png']],
  ['audio and video', extensionsByKind['media'], ['mp4', 'flv', 'mp3', 'wav']],
  ['office files', extensionsByKind['office'], ['pdf', 'doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx']],
  ['the path of files', filesPath, '/image-api/'],
  ['a password of 7 characters', passwordFault('Ab1#567')?.code, 'password.length'],
  ['a password of 17 characters', passwordFault('Ab1#5678901234567')?.code, 'password.length'],
  ['a password of 16 characters', passwordFault('Ab1#567890123456')?.code, undefined],
  ['a missing text', faultMessage(fault('value.enter'), name).zh, '请输入参数名称'],
  ['a missing choice', faultMessage(fault('value.select'), name).zh, '请选择参数名称'],
  ['the title of a deletion', zh.list.deleteTitle, '提示'],
]

it.each(numbers)('has the number of %s', (_name, actual, expected) => expect(actual).toEqual(expected))
