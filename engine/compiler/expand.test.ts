import { expect, it } from 'vitest'
import { compile } from './compile.ts'
import { expand } from './expand.ts'
import { sample } from './language/sample.ts'
import { print } from './problem.ts'

const compiled = (files: Readonly<Record<string, string>>) =>
  compile(Object.entries(files).map(([file, text]) => ({ file, text, origin: 'app' })))

it.each(['visit', 'visitItem', 'site'])(
  'expands %s to a descriptor that compiles to the same without mixins and words',
  name => {
    const { model } = compiled(sample)
    const resource = model?.resources[name]
    if (!resource) throw new Error(`The sample has no ${name}.`)
    const expanded = expand(resource)
    // Examples test a rule and are not part of the model.
    const rules = (expanded['rules'] as { rule: string }[] | undefined)?.map(rule => ({ ...rule, ...examples }))
    const text = JSON.stringify({ ...expanded, ...(rules && { rules }) })
    const again = compiled({ ...sample, [`resources/field/${name}.yaml`]: text })
    expect(again.problems.map(problem => print(problem))).toEqual([])
    expect(again.model?.resources[name]).toEqual(resource)
  },
)

const examples = {
  valid: { startDay: '2026-03-01', endDay: '2026-03-02' },
  invalid: { startDay: '2026-03-02', endDay: '2026-03-01' },
}
