import { type MappingFile, readMappingFile, writeMappingFile } from '../../../compiler/mapping/mapping-file.ts'
import { print } from '../../../compiler/problem.ts'
import type { CellOptions, Chosen, ImportView, MappingChoice, Match } from '../../../model/import-view.ts'
import type { Language, Model } from '../../../model/model.ts'
import { Refusal, refuse } from '../../errors/refuse.ts'

/** A mapping file as it was sent: its name, for messages, and its text. */
export interface MappingSource {
  readonly file: string
  readonly text: string
}

/** Reads a mapping file for a resource; refused (400) with all its problems, or if it is that of another resource. */
export function mappingOf(model: Model, resource: string, source: MappingSource): MappingFile {
  const read = readMappingFile(source, model)
  if (!('mapping' in read)) {
    const list = (language: Language) => read.problems.map(one => print(one, language)).join('\n')
    throw new Refusal('mapping-invalid', 400, { zh: list('zh'), en: list('en') })
  }
  const { mapping } = read
  if (mapping.resource !== resource)
    throw new Refusal('mapping-of-other', 400, {
      zh: `${source.file} 是“${mapping.resource}”的映射文件，不能用于“${resource}”`,
      en: `${source.file} is a mapping file of "${mapping.resource}" and cannot be used for "${resource}"`,
    })
  return mapping
}

/** The choices of a mapping file for an uploaded file. Columns that the mapping file does not name keep their fields. */
export function mappingChoice(
  view: Pick<ImportView, 'head' | 'targets' | 'columns' | 'options'>,
  mapping: MappingFile,
): MappingChoice {
  const { head, targets } = view
  const columns: Record<string, string> = {}
  const isTaken = (name: string) => Object.values(columns).includes(name)
  const unused: string[] = []
  for (const [source, name] of Object.entries(mapping.columns)) {
    const index = head.indexOf(source)
    const isField = name === null || targets.some(target => target.name === name)
    if (index < 0 || !isField || (name !== null && isTaken(name))) unused.push(source)
    else if (name !== null) columns[index] = name
  }
  for (const [index, name] of Object.entries(view.columns))
    if (!Object.hasOwn(mapping.columns, head[Number(index)] ?? '') && !isTaken(name)) columns[index] = name
  // The file was read already.
  const { encoding, headerRow } = view.options
  const asRead = { ...mapping.options, encoding, headerRow }
  const options = Object.fromEntries(Object.entries(asRead).filter(([, value]) => value !== undefined))
  return { columns, match: mapping.match ?? null, options, unused }
}

/** The mapping file of the choices for an uploaded file; refused (400) if a field cannot be imported. */
export function mappingText(
  resource: string,
  { head, targets }: Pick<ImportView, 'head' | 'targets'>,
  chosen: { readonly columns: Chosen; readonly match?: Match | null; readonly options?: CellOptions },
): string {
  const { columns, match, options = {} } = chosen
  const names = [...Object.values(columns), ...(match ? [match.by] : [])]
  const unknown = names.find(name => !targets.some(target => target.name === name))
  if (unknown !== undefined)
    throw refuse.input({
      columns: { zh: `没有可导入的字段“${unknown}”`, en: `There is no field "${unknown}" that can be imported` },
    })
  return writeMappingFile({ resource, columns: columnsByHead(head, columns), ...(match && { match }), options })
}

/** The field of each head, null where it is not imported. Of equal heads, the one with a field. */
export function columnsByHead(head: readonly string[], columns: Chosen): Record<string, string | null> {
  const named = head.flatMap((source, index) => (source === '' ? [] : [[source, columns[index] ?? null] as const]))
  return Object.fromEntries([
    ...named.filter(([, name]) => name === null),
    ...named.filter(([, name]) => name !== null),
  ])
}
