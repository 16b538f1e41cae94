import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parseProcess } from '../processes/parse-process.ts'
import { compile } from './compile.ts'
import { sample } from './language/sample.ts'
import { type Problem, print } from './problem.ts'
import { codes } from './problem-messages.ts'
import type { Source } from './source.ts'

const title = 'title: { zh: 甲, en: A }'

/** A file with many fields: more than a hint lists, and more than a table of PostgreSQL may have. */
const wide = (count: number, top = '') =>
  `resources/field/wide.yaml » * » ${title}\\n${top}fields:\\n${Array.from({ length: count }, (_, at) => `  f${at}: { type: text, ${title} }\\n`).join('')}`

const mistakes = [
  ...readFileSync('engine/compiler/mistakes.txt', 'utf8')
    .split('\n')
    .filter(line => line !== '' && !line.startsWith('#')),
  `2:1 resource.columns » ${wide(1600)}`,
  `2:19 field.unknown » ${wide(45, 'list: { columns: [zzzzzzz] }\\n')}`,
]

/** A process about supplies, with a variable and one that is a field. */
const process = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:app="urn:app:process" id="d" targetNamespace="t">
  <process id="order" app:resource="supply" isExecutable="true">
    <extensionElements><app:variables><app:variable name="amount" type="integer"/><app:variable name="day" type="date"/></app:variables></extensionElements>
    <startEvent id="s"/><sequenceFlow id="f" sourceRef="s" targetRef="e"/><endEvent id="e"/></process></definitions>`

const sources: readonly Source[] = [
  ...Object.entries(sample).map(([file, text]) => ({ file, text, origin: 'app' as const })),
  { file: 'processes/order.bpmn', text: process, origin: 'app', process: await parseProcess(process) },
]
const ofSample = compile(sources)

/** A file of the sample is named without its folder. */
const nameOf = (file: string) => (Object.hasOwn(sample, file) ? (/(\w+)\.yaml$/.exec(file)?.[1] ?? file) : file)
const fileNamed = (name: string) => Object.keys(sample).find(file => nameOf(file) === name) ?? name

const unescaped = (text: string) =>
  text.replaceAll(/\\(?:u([0-9a-f]{4})|(.))/g, (_, code?: string, other?: string) =>
    code ? String.fromCharCode(Number.parseInt(code, 16)) : other === 'n' ? '\n' : (other ?? ''),
  )

/** The problems of the sample with the changes of a mistake, and the file of the first change. */
function problemsOf(changes: readonly string[]): { readonly first: string; readonly problems: readonly Problem[] } {
  const files = new Map(sources.map(source => [source.file, source]))
  let file = ''
  for (let at = 0; at < changes.length; at += 3) {
    const [name = '', from = '', to = ''] = changes.slice(at, at + 3)
    if (name !== '') file = fileNamed(name)
    const source = files.get(file) ?? { file, text: from === '!' ? (sample['roles.yaml'] ?? '') : '', origin: 'app' }
    if (from === '*') files.set(file, { ...source, text: unescaped(to) })
    else if (from === '!') files.set(file, { ...source, fault: { offset: 0, ...JSON.parse(to) } })
    else {
      expect(source.text).toContain(unescaped(from))
      files.set(file, { ...source, text: source.text.replace(unescaped(from), () => unescaped(to)) })
    }
  }
  return { first: fileNamed(changes[0] ?? ''), problems: compile([...files.values()], ofSample).problems }
}

describe('problem', () => {
  const texts = new Map<string, Map<string, Problem>>(codes.map(code => [code, new Map()]))

  it.each(mistakes.map(line => ({ name: line.slice(0, 200), line })))('$name', ({ line }) => {
    const [expected = '', ...changes] = line.split(' »').map(part => part.replace(/^ /, ''))
    const { first, problems } = problemsOf(changes)
    const found = problems.map(({ at, code }) => {
      const where = `${at.line}:${at.column} ${code}`
      return at.file === first ? where : `${nameOf(at.file)} ${where}`
    })
    expect(found.join(', ')).toBe(expected.trim())
    for (const problem of problems)
      texts.get(problem.code)?.set(JSON.stringify([problem.message, problem.hint]), problem)
  })

  it('of every code occurs above and is on the reference page', () => {
    const page = readFileSync('docs/descriptors.md', 'utf8')
    expect(codes.filter(code => texts.get(code)?.size === 0 || !page.includes(`| \`${code}\` |`))).toEqual([])
  })

  it('has texts in both languages', async () => {
    const without = (text: string) => text.replaceAll(/[{[(].*?[}\])]|".*?"|“.*?”|`.*?`|\w+: .*/gs, '')
    const isChinese = (text: string) => /\p{Script=Han}/u.test(text)
    const every = [...texts.values()].flatMap(all => [...all.values()])
    const all = every.flatMap(({ message, hint }) => (hint ? [message, hint] : [message]))
    expect(all.filter(({ zh, en }) => en === '' || !isChinese(zh) || without(zh).includes(', '))).toEqual([])
    const snapshot = [...texts].flatMap(([code, of]) =>
      [...of.values()].map(({ message, hint }) =>
        [code, message.en, hint?.en, message.zh, hint?.zh].flatMap(line => line ?? []).join('\n  '),
      ),
    )
    await expect(`${snapshot.join('\n\n')}\n`).toMatchFileSnapshot('problem-messages.snap.txt')
  })

  it('is printed with its position', () => {
    const { problems } = compile([{ file: 'resources/a/b.yaml', text: 'title: { zh: 甲 }\n', origin: 'app' }])
    expect(problems.map(problem => print(problem, 'zh').split('\n')[0])).toContain(
      'resources/a/b.yaml:1:8 text.language-missing',
    )
  })
})
