import { stringify } from 'yaml'
import { cellOptionRules, isCellOption } from '../../model/cell-options.ts'
import type { CellOptions, Match } from '../../model/import-view.ts'
import type { Bilingual, Field, Model, Resource } from '../../model/model.ts'
import { near } from '../../rules/near.ts'
import { type Problem, positionIn, problem } from '../problem.ts'
import { readYaml } from '../read-yaml.ts'
import { type Entry, type MapNode, type Node, plain } from '../tree.ts'
import type { YamlFault } from '../yaml-fault.ts'

/** How the files of one source are imported: a file that is kept and used again. */
export interface MappingFile {
  readonly resource: string
  /** The field of each head; null for a column that is not imported. */
  readonly columns: Readonly<Record<string, string | null>>
  readonly match?: Match
  readonly options: CellOptions
}

/** A problem of a mapping file, with its position and what would be right. */
export type MappingProblem = Pick<Problem, 'at' | 'message' | 'hint'> & { readonly code: string }

interface MappingSource {
  readonly file: string
  readonly text: string
}

export type ReadMapping =
  | { readonly mapping: MappingFile; readonly problems: readonly [] }
  | { readonly problems: readonly MappingProblem[] }

/**
 * Reads a mapping file. Former names of the resource and its fields are read as the present ones. All problems are
 * returned.
 */
export function readMappingFile(source: MappingSource, model: Model): ReadMapping {
  const { root, faults } = readYaml(source.text)
  if (faults.length > 0) return { problems: faults.map(fault => ofYaml(source, fault)) }
  return new MappingReader(source, model).read(root)
}

const ofYaml = (source: MappingSource, { code, offset, words }: YamlFault): Problem =>
  problem(code, positionIn(source, offset), { file: source.file, ...words })

/** The text of a mapping file. */
export const writeMappingFile = ({ resource, columns, match, options }: MappingFile): string =>
  stringify({ resource, columns, ...(match && { match }), ...(Object.keys(options).length > 0 && { options }) })

const keys = ['resource', 'columns', 'match', 'options'] as const

class MappingReader {
  readonly #source: MappingSource
  readonly #model: Model
  readonly #problems: MappingProblem[] = []

  constructor(source: MappingSource, model: Model) {
    this.#source = source
    this.#model = model
  }

  read(root: Node): ReadMapping {
    const entries = this.#mapOf(root, this.#source.file)
    for (const { key, keyStart } of entries) if (!keys.some(one => one === key)) this.#unknown(keyStart, key, keys)
    const found = (key: (typeof keys)[number]) => entries.find(one => one.key === key)?.value
    const resource = this.#resource(root, found('resource'))
    const columns = this.#columns(found('columns'), resource)
    const match = this.#match(found('match'), resource)
    const options = this.#options(found('options'))
    if (this.#problems.length > 0 || !resource) return { problems: this.#problems }
    return { mapping: { resource: resource.name, columns, ...(match && { match }), options }, problems: [] }
  }

  #resource(root: Node, node: Node | undefined): Resource | undefined {
    const name = node && plain(node)
    const all = Object.values(this.#model.resources)
    const resource = all.find(one => one.name === name) ?? all.find(one => one.renamedFrom?.includes(String(name)))
    if (resource) return resource
    const known = all.map(one => one.name)
    if (name === undefined) this.#report(root.start, 'mapping.resource-missing', messages.resourceMissing)
    else this.#unknown(node?.start ?? 0, String(name), known)
    return undefined
  }

  #columns(node: Node | undefined, resource: Resource | undefined): MappingFile['columns'] {
    const columns: Record<string, string | null> = {}
    for (const { key, value } of node ? this.#mapOf(node, 'columns') : []) {
      const name = plain(value)
      if (name === null) columns[key] = null
      else if (resource) columns[key] = this.#field(value, resource) ?? null
    }
    return columns
  }

  #match(node: Node | undefined, resource: Resource | undefined): Match | undefined {
    if (!node) return undefined
    const entries = this.#mapOf(node, 'match')
    const names = ['by', 'mode', 'emptyClears']
    for (const { key, keyStart } of entries) if (!names.includes(key)) this.#unknown(keyStart, key, names)
    const [by, mode, emptyClears] = names.map(name => entries.find(({ key }) => key === name)?.value)
    const chosen = mode ? plain(mode) : 'both'
    const clears = emptyClears ? plain(emptyClears) : false
    if (chosen !== 'update' && chosen !== 'both') this.#invalid(mode, both('update 或 both', 'update or both'))
    if (typeof clears !== 'boolean') this.#invalid(emptyClears, both('true 或 false', 'true or false'))
    if (!by) this.#report(node.start, 'mapping.by-missing', messages.byMissing)
    const field = by && resource && this.#field(by, resource)
    if (field === undefined) return undefined
    return { by: field, mode: chosen === 'update' ? 'update' : 'both', ...(clears === true && { emptyClears: true }) }
  }

  #options(node: Node | undefined): CellOptions {
    const options: Record<string, unknown> = {}
    for (const { key, keyStart, value } of node ? this.#mapOf(node, 'options') : []) {
      if (!isCellOption(key)) this.#unknown(keyStart, key, Object.keys(cellOptionRules))
      else if (cellOptionRules[key].is(plain(value))) options[key] = plain(value)
      else this.#invalid(value, cellOptionRules[key])
    }
    return options
  }

  /** The present name of a field, or of a field of a line (`items.price`). */
  #field(node: Node, resource: Resource): string | undefined {
    const text = String(plain(node))
    const [first = '', second] = text.split('.', 2)
    const field = fieldNamed(resource, first)
    const part = second === undefined ? undefined : resource.fields.find(({ name }) => name === field?.name)
    const of = part && this.#model.resources[String(part.options['of'])]
    const inner = of && second !== undefined ? fieldNamed(of, second) : undefined
    if (field && second === undefined) return field.name
    if (field && inner) return `${field.name}.${inner.name}`
    this.#unknown(node.start, text, ['id', ...resource.fields.map(({ name }) => name)])
    return undefined
  }

  #mapOf(node: Node, name: string): readonly Entry[] {
    if (isMap(node)) return node.entries
    this.#report(node.start, 'mapping.no-map', messages.noMap(name))
    return []
  }

  #unknown(offset: number, name: string, known: readonly string[]): void {
    const right = near(name, known)
    this.#report(offset, 'mapping.unknown', messages.unknown(name), messages.known(right, known))
  }

  #invalid(node: Node | undefined, right: Bilingual): void {
    this.#report(node?.start ?? 0, 'mapping.invalid', messages.invalid, right)
  }

  #report(offset: number, code: string, message: Bilingual, hint?: Bilingual): void {
    this.#problems.push({
      code,
      at: positionIn(this.#source, offset),
      message,
      ...(hint && { hint: both(`应为：${hint.zh}。`, `Expected: ${hint.en}.`) }),
    })
  }
}

const isMap = (node: Node): node is MapNode => node.kind === 'map'

/** A field by its present name, or by a former one. */
function fieldNamed({ fields }: Resource, name: string): Pick<Field, 'name'> | undefined {
  if (name === 'id') return { name }
  return fields.find(field => field.name === name) ?? fields.find(field => field.renamedFrom?.includes(name))
}

const maxNamed = 12

function both(zh: string, en: string): Bilingual {
  return { zh, en }
}

const messages = {
  resourceMissing: both('没有写 resource。', '`resource` is missing.'),
  byMissing: both('match 里没有写 by。', '`by` is missing in `match`.'),
  noMap: (name: string) => both(`${name} 不是映射。`, `${name} is not a map.`),
  unknown: (name: string) => both(`没有“${name}”。`, `There is no "${name}".`),
  invalid: both('值不正确。', 'The value is invalid.'),
  known(right: string | undefined, known: readonly string[]): Bilingual {
    if (right !== undefined) return both(right, right)
    const rest = known.length - maxNamed
    const some = known.slice(0, maxNamed)
    return both(
      some.join('、') + (rest > 0 ? ` 等 ${known.length} 个` : ''),
      some.join(', ') + (rest > 0 ? ` and ${rest} more` : ''),
    )
  },
}
