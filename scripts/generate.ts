import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { stringify } from 'yaml'
import { compile } from '../engine/compiler/compile.ts'
import { emitAll } from '../engine/compiler/emit/all.ts'
import { expand } from '../engine/compiler/expand.ts'
import { extendLanguage } from '../engine/compiler/extend.ts'
import { referencePage } from '../engine/compiler/language/page.ts'
import { schemaFiles } from '../engine/compiler/language/schemas.ts'
import { type Problem, print } from '../engine/compiler/problem.ts'
import type { Language, Model } from '../engine/model/model.ts'
import { readSources } from '../engine/server/live/app-files.ts'
import { assureAppDir, SettingError } from '../engine/server/settings.ts'
import { language as ownLanguage } from '../server/language.ts'
import { sentenceOfFileError, withPath } from './file-error.ts'
import { interfaceMembers } from './interface-members.ts'

const usage = `npm run generate -- [--lang zh|en] [--json] [--check] [--expand <entity>]

Compiles the descriptors of APP_DIR (default: this project) and writes APP_DIR/generated/. For a folder outside this
project it also writes APP_DIR/schemas/, by which editors complete and check descriptors; for this project schemas/ and
docs/descriptors.md.

  --lang zh           prints problems in Chinese
  --json              prints problems as JSON, for editors
  --check             writes nothing; fails if a generated file is out of date
  --expand <entity>   prints a resource with its mixins and defaults`

extendLanguage(ownLanguage)

const here = join(dirname(fileURLToPath(import.meta.url)), '..')

process.exitCode = await main().catch(exitCodeOf)

/** 0 for success, 1 for problems or stale files, 2 for invalid arguments. */
async function main(): Promise<number> {
  const { values, positionals } = readArguments()
  if (!values || positionals.length > 0) return finish(usage, 2)
  const appDir = resolve(process.env['APP_DIR'] || here)
  assureAppDir(appDir)
  const schemas = schemasOf(appDir)
  // Before the descriptors are valid, since an editor helps to correct them by the schemas.
  if (!values.check) await write(schemas)
  const { problems, model } = compile(await readSources(appDir))
  const language: Language = values.lang === 'zh' ? 'zh' : 'en'
  if (values.json) console.log(JSON.stringify(problems, null, 2))
  else for (const problem of problems) console.log(print(problem, language))
  if (!model) return values.json ? 1 : finish(summary(problems, language), 1)
  if (values.expand !== undefined) return expanded(model, values.expand)
  const files = new Map([...schemas, ...(await filesOf(model, appDir))])
  return values.check ? stale(files) : written(files)
}

function readArguments() {
  const options = {
    lang: { type: 'string' },
    json: { type: 'boolean' },
    check: { type: 'boolean' },
    expand: { type: 'string' },
  } as const
  try {
    const read = parseArgs({ options, allowPositionals: true })
    return read.values.lang === undefined || ['zh', 'en'].includes(read.values.lang)
      ? read
      : { values: undefined, positionals: [] }
  } catch (error) {
    console.log(error instanceof Error ? error.message : String(error))
    return { values: undefined, positionals: [] }
  }
}

/** The JSON Schemas of the language, by full path: those of this project serve the examples in it, too. */
function schemasOf(appDir: string): ReadonlyMap<string, string> {
  const isExample = appDir.startsWith(resolve(here) + sep)
  return new Map(isExample ? [] : Object.entries(schemaFiles()).map(([file, text]) => [join(appDir, file), text]))
}

/** Every other file to write, by its full path. */
async function filesOf(model: Model, appDir: string): Promise<Map<string, string>> {
  const ours: Record<string, string> = appDir === resolve(here) ? { 'docs/descriptors.md': referencePage() } : {}
  const engine = relative(join(appDir, 'generated'), join(here, 'engine')).split(sep).join('/')
  const theirs = await emitAll(model, interfaceMembers, engine)
  return new Map([
    ...Object.entries(ours).map(([file, text]) => [join(here, file), text] as const),
    ...Object.entries(theirs).map(([file, text]) => [join(appDir, file), text] as const),
  ])
}

async function written(files: ReadonlyMap<string, string>): Promise<number> {
  return finish(`${files.size} files are generated from the descriptors; ${await write(files)} changed.`, 0)
}

/** Writes the files whose texts differ; returns how many. */
async function write(files: ReadonlyMap<string, string>): Promise<number> {
  let changed = 0
  for (const [file, text] of files) {
    if ((await textOf(file)) === text) continue
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text)
    changed++
  }
  return changed
}

async function stale(files: ReadonlyMap<string, string>): Promise<number> {
  const old: string[] = []
  for (const [file, text] of files) if ((await textOf(file)) !== text) old.push(relative('.', file))
  if (old.length === 0) return finish(`${files.size} files are up to date.`, 0)
  return finish(`Out of date; run "npm run generate":\n${old.map(file => `  ${file}`).join('\n')}`, 1)
}

async function textOf(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    return withPath(file)(error as NodeJS.ErrnoException)
  }
}

function expanded(model: Model, name: string): number {
  const resource = Object.hasOwn(model.resources, name) ? model.resources[name] : undefined
  if (!resource) return finish(`There is no resource "${name}". Known: ${Object.keys(model.resources).join(', ')}.`, 1)
  return finish(stringify(expand(resource), { lineWidth: 120, aliasDuplicateObjects: false }).trimEnd(), 0)
}

function summary(problems: readonly Problem[], language: Language): string {
  const count = problems.filter(({ severity }) => severity === 'error').length
  return language === 'zh' ? `共 ${count} 个问题，generated/ 没有改动。` : `${count} problems; generated/ is unchanged.`
}

/** Prints an unusable file as one sentence; other errors are bugs and keep their stack. */
function exitCodeOf(error: unknown): number {
  const sentence = error instanceof SettingError ? error.message : sentenceOfFileError(error)
  if (sentence === undefined) throw error
  return finish(sentence, 1)
}

function finish(text: string, code: number): number {
  console.log(text)
  return code
}
