import type { CreateEffect, LinesEffect, Step } from '../model/model.ts'
import { at, entriesOf, itemsOf, type Node, plain, textOf } from './tree.ts'

/** The effects of a step on other records. */
export function buildEffects(step: Node): Pick<Step, 'creates'> {
  const creates = effectNodes(at(step, 'creates')).map(createEffect)
  return creates.length > 0 ? { creates } : {}
}

/** An effect is written as a map, several as a list of maps. */
export const effectNodes = (node: Node | undefined): readonly Node[] =>
  node === undefined ? [] : node.kind === 'list' ? node.items : [node]

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
    fields: itemsOf(at(node, 'fields')).map(item => textOf(item) ?? ''),
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
