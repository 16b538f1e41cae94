import { chartOfText } from '../../../compiler/kinds/chart.ts'
import { isPersonal } from '../../../fields/traits.ts'
import { type Chart, chartKinds } from '../../../model/chart.ts'
import type { Bilingual, Model, Resource } from '../../../model/model.ts'
import { fieldOf } from '../../../model/system-fields.ts'
import { refuse } from '../../errors/refuse.ts'

const name = 'by:'

/** The file of the chart that the words of a user describe: `group`, `split`, `measure` and `chart` as in a descriptor. */
export interface WrittenChart {
  readonly chart: Chart
  readonly text: string
}

/**
 * The chart of a list that a user has chosen, checked like that of a file. Its name has its groups, which the condition of
 * the list of a mark needs. A measure is a number of records, or a function of a field that is not personal.
 */
export function listChart(model: Model, resource: Resource, words: URLSearchParams): WrittenChart {
  const groups = (words.get('group') ?? '').split(',').filter(text => text !== '')
  const [split, measure, kind] = [words.get('split'), words.get('measure') ?? 'count()', words.get('chart')]
  const paths = [...groups, ...(split ? [split] : [])]
  const [, of, argument] = /^(count|distinct|sum|avg|min|max)\((\w*)\)$/.exec(measure) ?? []
  const field = argument === undefined || argument === '' ? undefined : fieldOf(resource, argument)
  const isMeasure = argument !== undefined && (argument === '' || (field?.column !== undefined && !isPersonal(field)))
  if (paths.length > 3 || !paths.every(path => /^[a-z]\w*(\.\w+){0,2}$/.test(path))) throw wrong('group')
  if (!isMeasure) throw wrong('measure')
  if (kind !== null && !chartKinds.some(one => one === kind)) throw wrong('chart')
  const lines = [
    `of: ${resource.name}`,
    ...(groups.length > 0 ? [`group: ${groups.length > 1 ? `[${groups.join(', ')}]` : groups[0]}`] : []),
    ...(split ? [`split: ${split}`] : []),
    ...(field && of
      ? [`measure: { value: { compute: ${measure}, title: ${flow(measureTitle(of, field.title))} } }`]
      : []),
    ...(kind === null ? [] : [`chart: ${kind}`]),
  ].join('\n')
  const { chart, problems } = chartOfText(lines, model)
  const [problem] = problems
  if (problem) throw refuse.input({ chart: problem.message })
  const { at: _at, ...own } = chart
  return { chart: { ...own, name: `${name}${groups}${split ? `:${split}` : ''}` }, text: lines }
}

/** A bilingual text as a file writes it. */
export const flow = ({ zh, en }: Bilingual): string => `{ zh: ${JSON.stringify(zh)}, en: ${JSON.stringify(en)} }`

/** What a function of a field is called. */
export const measureTitle = (of: string, { zh, en }: Bilingual): Bilingual =>
  ({
    sum: { zh: `${zh}合计`, en: `Sum of ${en}` },
    avg: { zh: `${zh}平均`, en: `Average of ${en}` },
    min: { zh: `${zh}最小`, en: `Least ${en}` },
    max: { zh: `${zh}最大`, en: `Greatest ${en}` },
  })[of] ?? { zh: `不同的${zh}`, en: `Different: ${en}` }

/** The chart whose name a condition of a list has; undefined of the name of a file. */
export function listChartNamed(model: Model, resource: Resource, text: string): Chart | undefined {
  if (!text.startsWith(name)) return undefined
  const [group = '', split = ''] = text.slice(name.length).split(':')
  return listChart(model, resource, new URLSearchParams({ group, split, chart: 'table' })).chart
}

const wrong = (word: 'group' | 'measure' | 'chart') =>
  refuse.input({
    [word]: { zh: `不能这样画图：${word}`, en: `A chart of a list has no such ${word}` },
  })
