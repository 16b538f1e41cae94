import { expect, it } from 'vitest'
import { isThorough } from '../../tests/support/databases.ts'
import { compile } from './compile.ts'
import { sample } from './language/sample.ts'
import { readYaml } from './read-yaml.ts'
import { entriesOf, itemsOf, type Node, type ScalarNode } from './tree.ts'

const visit = 'resources/field/visit.yaml'
const site = 'resources/field/site.yaml'

it.each(Object.keys(sample))('%s without content is one problem', file => {
  const files = Object.entries({ ...sample, [file]: '\n' })
  const { problems } = compile(files.map(([name, text]) => ({ file: name, text, origin: 'app' })))
  expect(problems.map(({ at, code }) => [at.file, code])).toEqual([[file, 'file.empty']])
})

it('names the file to write where an app without roles.yaml names a role', () => {
  const files = Object.entries(sample).filter(([name]) => name !== 'roles.yaml')
  const { model, problems } = compile(files.map(([name, content]) => ({ file: name, text: content, origin: 'app' })))
  expect(model).toBeDefined()
  expect(problems.map(({ at, code, severity }) => [at.file, at.line, code, severity])).toEqual([
    ['boards/desk.yaml', 2, 'board.home', 'warning'],
    [site, 13, 'role.unknown', 'warning'],
    [visit, 66, 'role.unknown', 'warning'],
  ])
})

/** Unchanged files are parsed and checked once; that this changes no result is tested with the random mistakes. */
const former = compile(Object.entries(sample).map(([file, text]) => ({ file, text, origin: 'app' })))

/** The scalars of a file. */
const scalarsIn = (node: Node): ScalarNode[] =>
  node.kind === 'scalar' ? [node] : [...itemsOf(node), ...entriesOf(node).map(({ value }) => value)].flatMap(scalarsIn)

const wrongValues = ['zzz', ...(isThorough ? ['true', '{ a: b }'] : [])]

it.each(Object.entries(sample))('a wrong value in %s has no problem in another file', (file, text) => {
  const problemsElsewhere = wrongValues.flatMap(put =>
    scalarsIn(readYaml(text).root).flatMap(({ start, end }) => {
      const changed = text.slice(0, start) + put + text.slice(end)
      const files = Object.entries({ ...sample, [file]: changed })
      const sources = files.map(([name, content]) => ({ file: name, text: content, origin: 'app' as const }))
      const { problems } = compile(sources, former)
      const isFound = problems.some(({ at, severity }) => at.file === file && severity === 'error')
      const others = problems.filter(({ at }) => at.file !== file)
      return isFound ? others.map(({ at, code }) => `${put} at ${start}: ${at.file}:${at.line} ${code}`) : []
    }),
  )
  expect(problemsElsewhere).toEqual([])
})
