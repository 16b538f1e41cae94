import type { Field, Model } from '../../model/model.ts'
import type { CheckContext } from '../check-context.ts'
import { checkFormerNames } from '../former-names.ts'
import { at, itemsOf, type Node, plain, textOf } from '../tree.ts'
import { type DraftEntry, merged } from '../workspace.ts'
import { codeWithoutQuotes, isValueOf } from './values.ts'

/** Checks that each parameter has either one value or dated ones, and that they are of its type. */
export function checkParameters(scene: CheckContext): void {
  const parameters = merged(scene.workspace, 'parameters')
  for (const entry of parameters) checkParameter(entry, scene)
  checkFormerNames(parameters, scene)
}

/** The number that a quoted one means, if it is a value of the field. */
function quotedNumber(node: Node, field: Field, model: Model): { readonly write?: string } {
  const text = textOf(node) ?? ''
  const isNumber = node.kind === 'scalar' && /^-?\d+(\.\d+)?$/.test(text)
  return isNumber && isValueOf({ ...node, value: Number(text) }, field, model) ? { write: text } : {}
}

function checkParameter({ draft, key, keyStart, value }: DraftEntry, { model, report }: CheckContext): void {
  const [one, dated] = [at(value, 'value'), at(value, 'values')]
  if ((one === undefined) === (dated === undefined))
    report(draft, dated?.start ?? keyStart, 'parameter.value-or-values', { name: key })
  const field = model.parameters.find(parameter => parameter.key === key)?.field
  const checkValue = (node: Node | undefined) => {
    const code = node && field && codeWithoutQuotes(node, field, model)
    if (code) report(draft, node.start, ...code)
    else if (node && field && !isValueOf(node, field, model))
      report(draft, node.start, 'parameter.unfit', {
        value: String(plain(node)),
        type: field.type,
        ...quotedNumber(node, field, model),
      })
  }
  checkValue(one)
  const days = new Set<string>()
  for (const item of itemsOf(dated)) {
    checkValue(at(item, 'value'))
    const from = at(item, 'from')
    const day = textOf(from) ?? ''
    if (from && days.has(day)) report(draft, from.start, 'parameter.day-twice', { name: key, value: day })
    days.add(day)
  }
}
