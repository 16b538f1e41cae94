import type { CellOptions, Match } from '../../model/import-view.ts'
import { administrator } from '../auth/administrator.ts'
import type { Contexts } from '../auth/request-context.ts'
import { Refusal } from '../errors/refuse.ts'
import { cellOptionsIn } from '../services/import/cell-options.ts'
import { importableResource } from '../services/import/importable-resource.ts'
import { type MappingSource, mappingOf } from '../services/import/mapping-choice.ts'
import type { ImportReport } from '../services/import/report.ts'
import { type ImportRun, runImport, undoImport } from '../services/import/run-import.ts'
import { newWork, type WorkParts } from '../store/new-work.ts'
import type { Work } from '../store/work.ts'
import type { OperatorCommand } from './operator-channel.ts'

/** The command `import`: a file, by a path that the server can read, or the rollback of an interrupted import. */
export type ImportInput =
  | { readonly undo: string }
  | {
      readonly resource: string
      readonly file: string
      /** A mapping file, of which the following are complements. */
      readonly mappingFile?: MappingSource
      readonly mapping: Readonly<Record<string, string>>
      readonly match?: Match
      readonly options: CellOptions
      readonly dryRun: boolean
      readonly goodRows: boolean
    }

/** What an import from the command line did. */
export type ImportResult = { readonly undone: number } | { readonly report: ImportReport }

export async function importByCommand(work: Work, input: ImportInput, run: ImportRun = {}): Promise<ImportResult> {
  if ('undo' in input) return { undone: await undoImport(work, input.undo) }
  const { mappingFile, match, ...rest } = input
  const { model } = work.ctx
  const kept = mappingFile && mappingOf(model, importableResource(model, input.resource).name, mappingFile)
  const columns = Object.entries(kept?.columns ?? {}).map(([head, name]) => [head, name ?? ''] as const)
  const chosen = match ?? kept?.match
  const order = {
    ...rest,
    mapping: new Map([...columns, ...Object.entries(input.mapping)]),
    ...(chosen && { match: chosen }),
    options: { ...kept?.options, ...input.options },
  }
  return { report: await runImport(work, order, run) }
}

/** The command in a server, with the account of the first administrator. */
export const importCommand =
  (parts: WorkParts, contexts: Contexts, catchUp: () => Promise<void>): OperatorCommand =>
  async (input, { language, signal }) => {
    const ctx = contexts.command(await administrator(parts.database), 'import-command', language)
    return importByCommand(newWork(parts, ctx), importInputOf(input), { catchUp, signal })
  }

function importInputOf(value: unknown): ImportInput {
  const { undo, resource, file, mappingFile, mapping, match, options, dryRun, goodRows, ...others } = Object(
    value,
  ) as Readonly<Record<string, unknown>>
  if (typeof undo === 'string') return { undo }
  const isKnown =
    typeof resource === 'string' &&
    typeof file === 'string' &&
    (mappingFile === undefined || isMappingSource(mappingFile)) &&
    isMapping(mapping) &&
    (match === undefined || isMatch(match)) &&
    typeof dryRun === 'boolean' &&
    typeof goodRows === 'boolean' &&
    Object.keys(others).length === 0
  if (!isKnown) throw otherVersion()
  return {
    resource,
    file,
    ...(mappingFile && { mappingFile }),
    mapping,
    ...(match && { match }),
    options: cellOptionsIn(options),
    dryRun,
    goodRows,
  }
}

function isMappingSource(value: unknown): value is MappingSource {
  const { file, text } = Object(value) as Readonly<Record<string, unknown>>
  return typeof file === 'string' && typeof text === 'string'
}

const isMapping = (value: unknown): value is Readonly<Record<string, string>> =>
  typeof value === 'object' && value !== null && Object.values(value).every(name => typeof name === 'string')

function isMatch(value: unknown): value is Match {
  const { by, mode, emptyClears } = Object(value) as Readonly<Record<string, unknown>>
  return (
    typeof by === 'string' &&
    (mode === 'update' || mode === 'both') &&
    [true, false, undefined].some(one => one === emptyClears)
  )
}

/** The input is of another version of the engine. */
export const otherVersion = () =>
  new Refusal('command-input', 400, {
    zh: '正在运行的服务器不支持该命令的选项，请用当前版本重新启动服务器',
    en: 'The running server does not support the options of this command; restart it with the current version',
  })
