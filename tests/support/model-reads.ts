import { join, relative } from 'node:path'
import { type Node, SyntaxKind } from 'typescript/unstable/ast'
import {
  isBindingElement,
  isIdentifier,
  isObjectBindingPattern,
  isPropertyAccessExpression,
} from 'typescript/unstable/ast/is'
import { API, type Project, type Symbol as TypeSymbol } from 'typescript/unstable/sync'

const model = join('engine', 'model', 'model.ts')
const server = join('engine', 'server')

/** The files of the server that read each property of the types of the Model: `Resource.shared`, `Resource.partOf.field`. */
export function modelReads(): ReadonlyMap<string, readonly string[]> {
  const config = join(import.meta.dirname, 'server-words.tsconfig.json')
  const root = join(import.meta.dirname, '..', '..')
  const api = new API({ cwd: root })
  try {
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config)
    if (!project) throw new Error(`"${config}" is not a project.`)
    const found = new Map<string, Set<string>>()
    const nameOf = namesIn(project)
    for (const file of project.program.getSourceFileNames()) {
      const path = relative(root, file)
      if (!path.startsWith(server)) continue
      for (const name of readsOf(project, file).flatMap(nameOf)) {
        const files = found.get(name) ?? new Set<string>()
        found.set(name, files.add(relative(server, path)))
      }
    }
    return new Map([...found].map(([name, files]) => [name, [...files].sort()]))
  } finally {
    api.close()
  }
}

/** The symbols of the properties that a file reads: `one.name`, and `{ name }` of a pattern. */
function readsOf({ program, checker }: Project, file: string): (TypeSymbol | undefined)[] {
  const names: Node[] = []
  const patterns: { readonly pattern: Node; readonly names: readonly string[] }[] = []
  const visit = (node: Node): void => {
    if (isPropertyAccessExpression(node)) names.push(node.name)
    if (isObjectBindingPattern(node))
      patterns.push({
        pattern: node,
        names: node.elements.flatMap(element => {
          const name = isBindingElement(element) && !element.dotDotDotToken && (element.propertyName ?? element.name)
          return name && isIdentifier(name) ? [name.text] : []
        }),
      })
    node.forEachChild(visit)
  }
  const source = program.getSourceFile(file)
  if (!source) throw new Error(`"${file}" is not in the program.`)
  visit(source)
  const types = checker.getTypeAtLocation(patterns.map(({ pattern }) => pattern))
  const ofPatterns = patterns.flatMap(({ names: own }, index) => {
    const type = types[index]
    return type ? own.map(name => checker.getPropertyOfType(type, name)) : []
  })
  return [...checker.getSymbolAtLocation(names), ...ofPatterns]
}

/** The names of a property by its declarations in the Model: more than one for a property of a union. */
function namesIn(project: Project): (symbol: TypeSymbol | undefined) => readonly string[] {
  const known = new Map<string, string | undefined>()
  return symbol =>
    (symbol?.declarations ?? []).flatMap(declaration => {
      if (!declaration.path.endsWith(model)) return []
      const key = String(declaration.index)
      if (!known.has(key)) known.set(key, pathOf(declaration.resolve(project)))
      return known.get(key) ?? []
    })
}

/** `Resource.partOf.field`; undefined for what is not a property. */
function pathOf(node: Node | undefined): string | undefined {
  const names: string[] = []
  for (let at = node; at; at = at.parent) {
    const isType = at.kind === SyntaxKind.InterfaceDeclaration || at.kind === SyntaxKind.TypeAliasDeclaration
    if (isType || at.kind === SyntaxKind.PropertySignature)
      names.unshift((at as unknown as { name: { text: string } }).name.text)
    else if (names.length === 0) return undefined
    if (isType) return names.join('.')
  }
  return undefined
}
