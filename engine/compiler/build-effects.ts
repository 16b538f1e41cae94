import type { CreateEffect, LinesEffect, SendEffect, Step, UpdateEffect } from '../model/model.ts'
import { at, entriesOf, itemsOf, type Node, plain, textOf } from './tree.ts'

/** The effects of a step: other records, messages and a process. */
export function buildEffects(step: Node): Pick<Step, 'updates' | 'creates' | 'sends' | 'starts' | 'runs'> {
  const updates = effectNodes(at(step, 'updates')).map(updateEffect)
  const creates = effectNodes(at(step, 'creates')).map(createEffect)
  const sends = effectNodes(at(step, 'sends')).map(sendEffect)
  const starts = at(step, 'starts')
  const runs = entriesOf(at(step, 'runs')).map(({ key, value }) => [key, valuesOf(value)] as const)
  return {
    ...(runs.length > 0 && { runs: Object.fromEntries(runs) }),
    ...(updates.length > 0 && { updates }),
    ...(creates.length > 0 && { creates }),
    ...(sends.length > 0 && { sends }),
    ...(starts && {
      starts: { process: textOf(at(starts, 'process') ?? starts) ?? '', with: valuesOf(at(starts, 'with')) },
    }),
  }
}

/** An effect is written as a map, several as a list of maps. */
export const effectNodes = (node: Node | undefined): readonly Node[] =>
  node === undefined ? [] : node.kind === 'list' ? node.items : [node]

const usualLimit = 100

function updateEffect(node: Node): UpdateEffect {
  const [record, of, where] = [textOf(at(node, 'record')), textOf(at(node, 'of')), textOf(at(node, 'where'))]
  const [sort, transition, limit] = [textOf(at(node, 'sort')), textOf(at(node, 'transition')), at(node, 'limit')]
  return {
    ...(record !== undefined && { record }),
    ...(of !== undefined && { of }),
    ...(where !== undefined && { where }),
    ...(sort !== undefined && { sort: { field: sort.replace(/^-/, ''), descending: sort.startsWith('-') } }),
    limit: limit?.kind === 'scalar' && typeof limit.value === 'number' ? limit.value : usualLimit,
    with: valuesOf(at(node, 'with')),
    fields: namesIn(at(node, 'fields')),
    ...(transition !== undefined && { transition }),
  }
}

const namesIn = (node: Node | undefined): string[] => itemsOf(node).map(item => textOf(item) ?? '')

function createEffect(node: Node): CreateEffect {
  const values = entriesOf(at(node, 'with'))
  const [each, condition] = [textOf(at(node, 'each')), textOf(at(node, 'if'))]
  const once = at(node, 'once')
  return {
    of: textOf(at(node, 'of')) ?? '',
    with: valuesOf(at(node, 'with')),
    lines: Object.fromEntries(
      values.flatMap(({ key, value }) => (value.kind === 'map' ? [[key, linesEffect(value)]] : [])),
    ),
    fields: namesIn(at(node, 'fields')),
    ...(each !== undefined && { each }),
    ...(condition !== undefined && { if: condition }),
    once: once !== undefined && plain(once) === true,
  }
}

function linesEffect(node: Node): LinesEffect {
  const where = textOf(at(node, 'where'))
  return {
    each: textOf(at(node, 'each')) ?? '',
    ...(where !== undefined && { where }),
    with: valuesOf(at(node, 'with')),
  }
}

/** Fields and their expressions. A YAML number or boolean is an expression as well. */
const valuesOf = (node: Node | undefined): Record<string, string> =>
  Object.fromEntries(
    entriesOf(node).flatMap(({ key, value }) => (value.kind === 'scalar' ? [[key, String(value.value)]] : [])),
  )

const inputPrefix = 'input.'

/** The messages of the resource are added when the Model is complete. */
function sendEffect(node: Node): SendEffect {
  const [message, to, text] = [at(node, 'message'), at(node, 'to'), textOf(at(node, 'text'))]
  const [preview, condition] = [textOf(at(node, 'preview')), textOf(at(node, 'if'))]
  const input = textOf(to)?.slice(inputPrefix.length)
  const one = textOf(message)
  return {
    messages: one === undefined ? namesIn(message) : [one],
    ...(to && { to: input === undefined ? namesIn(to) : { input } }),
    ...(text !== undefined && { text }),
    ...(preview !== undefined && { preview }),
    ...(condition !== undefined && { if: condition }),
  }
}
