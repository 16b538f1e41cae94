import { mkdir, readdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type MigratedFile, migrateAll } from '../engine/compiler/migration/migrate.ts'
import { yamlProblem } from '../engine/compiler/migration/migration-problem.ts'
import { print } from '../engine/compiler/problem.ts'
import { warnings } from '../engine/compiler/problem-messages.ts'
import type { Source, SourceFault } from '../engine/compiler/source.ts'
import type { Bilingual, Language } from '../engine/model/model.ts'
import { readSources } from '../engine/server/live/app-files.ts'
import { sentenceOfFileError, withPath } from './file-error.ts'

const usage = `npm run migrate -- [folder] [--check] [--encoding] [--lang zh|en]

Rewrites the descriptors of a folder (default: APP_DIR, otherwise this project) from version 1 of the descriptor language
to version 2. Comments and layout are kept; files of version 2 are not changed.

  --check     writes nothing; fails if a file would change
  --encoding  only converts files in GBK or UTF-16 to UTF-8
  --lang zh   prints messages in Chinese

Exit codes: 0 nothing left to do, 1 something is left to change by hand (with --check: to migrate), 2 invalid arguments.`

const here = join(dirname(fileURLToPath(import.meta.url)), '..')

const both = (zh: string, en: string): Bilingual => ({ zh, en })

const notUtf8 = (file: string) =>
  both(`${file} 不是 UTF-8 编码的文件，请先转换编码。`, `${file} is not a UTF-8 file: convert it first.`)

const messages = {
  refused: both('没有写入任何文件。请先改正以上问题。', 'Nothing was written. Correct these problems first.'),
  none: both('没有需要迁移的文件：描述文件已经是版本 2。', 'Nothing to migrate: the descriptors are in version 2.'),
  converted: (count: number) => both(`已把 ${count} 个文件转换成 UTF-8。`, `Files converted to UTF-8: ${count}.`),
  toConvert: (count: number) => both(`${count} 个文件需要转换成 UTF-8。`, `Files to convert to UTF-8: ${count}.`),
  due: (count: number) => both(`${count} 个文件需要迁移到版本 2。`, `Files to migrate to version 2: ${count}.`),
  done: (count: number) =>
    both(
      `已把 ${count} 个文件迁移到版本 2。接着运行 npm run generate。`,
      `Files migrated to version 2: ${count}. Run npm run generate next.`,
    ),
}

process.exitCode = await main().catch(exitCodeOf)

async function main(): Promise<number> {
  const { values, positionals } = readArguments()
  if (!values || positionals.length > 1) return finish(usage, 2)
  const folder = resolve(positionals[0] || process.env['APP_DIR'] || here)
  const language: Language = values.lang === 'zh' ? 'zh' : 'en'
  if (values.encoding) return convertAll(folder, values.check === true, language)
  const files = await migratedFiles(folder)
  if (typeof files === 'string') return finish(files, 2)
  for (const problem of files.flatMap(({ after }) => after.problems)) console.log(print(problem, language))
  for (const { before } of files) printFault(before, language)
  const foreign = files.filter(({ isText }) => !isText)
  for (const { before } of foreign) if (!before.fault) console.log(notUtf8(before.file)[language])
  if (foreign.length > 0 || files.some(({ after }) => after.refused)) return finish(messages.refused[language], 1)
  const changed = files.filter(({ before, after }) => before !== after.source)
  for (const { before, after } of changed) console.log(nameOf(before, after.source))
  if (changed.length === 0) return finish(messages.none[language], 0)
  if (values.check) return finish(messages.due(changed.length)[language], 1)
  await write(folder, changed)
  const isComplete = files.every(({ after }) => after.problems.length === 0)
  return finish(messages.done(changed.length)[language], isComplete ? 0 : 1)
}

function readArguments() {
  const options = { check: { type: 'boolean' }, encoding: { type: 'boolean' }, lang: { type: 'string' } } as const
  try {
    const read = parseArgs({ options, allowPositionals: true })
    return ['zh', 'en', undefined].includes(read.values.lang) ? read : { values: undefined, positionals: [] }
  } catch (error) {
    console.log(error instanceof Error ? error.message : String(error))
    return { values: undefined, positionals: [] }
  }
}

/** Writes files of a known encoding in UTF-8. */
async function convertAll(folder: string, isCheck: boolean, language: Language): Promise<number> {
  const sources = (await readSources(folder)).filter(({ origin, fault }) => origin === 'app' && fault)
  const foreign = sources.filter(({ fault }) => fault?.words['encoding'])
  const left = sources.filter(source => !foreign.includes(source))
  for (const source of left) printFault(source, language)
  for (const { file, text, fault } of foreign) {
    console.log(`${file} (${fault?.words['encoding']})`)
    if (!isCheck) await writeWhole(await realpath(join(folder, file)), text)
  }
  const { toConvert, converted } = messages
  const isDone = left.every(({ fault }) => fault && isWarning(fault)) && (!isCheck || foreign.length === 0)
  return finish((isCheck ? toConvert : converted)(foreign.length)[language], isDone ? 0 : 1)
}

function isWarning({ code }: SourceFault): boolean {
  return warnings.includes(code)
}

function printFault(source: Source, language: Language): void {
  if (source.fault) console.log(print(yamlProblem(source, source.fault), language))
}

interface FileOfApp {
  readonly before: Source
  readonly after: MigratedFile
  /** Whether the file is UTF-8, so that writing it changes nothing else. */
  readonly isText: boolean
}

/** The files of the app, with what they become; a sentence if there is no such folder. */
async function migratedFiles(folder: string): Promise<FileOfApp[] | string> {
  try {
    const sources = [...(await readSources(folder)), ...(await stepsOf(folder))]
    const migrated = migrateAll(sources).map((after, index) => ({ before: sources[index] as Source, after }))
    const ofApp = migrated.filter(({ before }) => before.origin === 'app')
    return Promise.all(
      ofApp.map(async ({ before, after }) => {
        if (before.fault) return { before, after, isText: isWarning(before.fault) }
        const bytes = await readFile(join(folder, before.file))
        return { before, after, isText: bytes.equals(Buffer.from(before.text)) }
      }),
    )
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return `There is no folder ${folder}.`
    throw error
  }
}

/** The SQL files of version 1, and those of version 2, whose names they may not take. */
async function stepsOf(folder: string): Promise<Source[]> {
  const all = await Promise.all(
    ['steps', 'migrations'].map(async name => {
      const files = await readdir(join(folder, name)).catch(() => [])
      return files.filter(file => file.endsWith('.sql')).map(file => `${name}/${file}`)
    }),
  )
  return Promise.all(
    all.flat().map(async file => {
      const path = join(folder, file)
      return { file, text: await readFile(path, 'utf8').catch(withPath(path)), origin: 'app' as const }
    }),
  )
}

/** Writes each file whole. `app.yaml` is the last one: until then, an interrupted migration can be repeated. */
async function write(folder: string, files: readonly FileOfApp[]): Promise<void> {
  const isLast = ({ before }: FileOfApp) => before.file === 'app.yaml'
  for (const { before, after } of [...files.filter(file => !isLast(file)), ...files.filter(isLast)]) {
    const from = await realpath(join(folder, before.file))
    const to = before.file === after.source.file ? from : join(folder, after.source.file)
    await mkdir(dirname(to), { recursive: true })
    await writeWhole(to, after.source.text, (await stat(from)).mode)
    if (to !== from) await rm(join(folder, before.file))
  }
}

async function writeWhole(path: string, text: string, mode?: number): Promise<void> {
  await writeFile(`${path}.new`, text, { mode: mode ?? (await stat(path)).mode })
  await rename(`${path}.new`, path)
}

function nameOf(before: Source, after: Source): string {
  return before.file === after.file ? before.file : `${before.file} -> ${after.file}`
}

/** Prints an unusable file as one sentence; other errors are bugs and keep their stack. */
function exitCodeOf(error: unknown): number {
  const sentence = sentenceOfFileError(error)
  if (sentence === undefined) throw error
  return finish(sentence, 1)
}

function finish(text: string, code: number): number {
  console.log(text)
  return code
}
