import type { Model } from '../../model/model.ts'
import { checkDefinition } from '../../processes/check-process.ts'
import { processFault } from '../../processes/process-faults.ts'
import { type Problem, positionIn } from '../problem.ts'
import type { Source } from '../source.ts'
import type { Workspace } from '../workspace.ts'

/** The problems of the files `processes/<key>.bpmn`, which refuse their deployment; without a Model, those of the XML. */
export const processProblems = ({ processes }: Workspace, model: Model | undefined): Problem[] =>
  [...processes].flatMap(([key, source]) => problemsOf(key, source, model))

function problemsOf(key: string, source: Source, model: Model | undefined): Problem[] {
  const { definition, faults = [] } = source.process ?? {}
  const lines = source.text.split('\n')
  const { line } = positionIn(source, Math.max(0, source.text.search(/<(?:\w+:)?process\b/)))
  const isNamed = definition === undefined || definition.key === key
  const all = [
    ...faults,
    ...(isNamed ? [] : [processFault('process.file', { id: definition.key, line }, definition.key)]),
    ...(definition && model ? checkDefinition(definition, model) : []),
  ]
  return all.map(({ code, level, line, element, zh, en }) => ({
    code,
    severity: level,
    at: { file: source.file, line, column: Math.max(0, lines[line - 1]?.search(/\S/) ?? 0) + 1 },
    message: element ? { zh: `“${element}”：${zh}`, en: `"${element}": ${en}` } : { zh, en },
  }))
}
