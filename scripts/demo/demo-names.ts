import type { Model, Resource } from '../../engine/model/model.ts'
import { stepsOf } from '../../engine/model/steps.ts'
import type { Demo, Rows } from './demo.ts'
import type { SeededRows } from './seeded-rows.ts'

/** What `seeds/demo.yaml` says of resources, fields, states and actions that there are not; they get no values. */
export function unknownInDemo(model: Model, { resources, lines }: Demo): SeededRows[] {
  const unknown = Object.entries(resources).flatMap(([name, rows]) => {
    const resource = model.resources[name]
    return resource ? unknownIn(model, resource, rows).map(part => `${name}.${part}`) : [name]
  })
  return unknown.map(path => ({
    resource: path.split('.')[0] ?? path,
    rows: 0,
    lines: 0,
    givenUp: 1,
    why: `seeds/demo.yaml:${lines?.get(path) ?? 1}: there is no "${path.split('.').at(-1)}"`,
  }))
}

function unknownIn(model: Model, resource: Resource, { each, states = {}, actions = {}, fields = {} }: Rows): string[] {
  const { lifecycle } = resource
  const known = new Set([
    ...[...resource.fields, ...stepsOf(resource).flatMap(({ input }) => input), ...resource.binds].map(
      ({ name }) => name,
    ),
  ])
  const knownStates = [lifecycle?.initial, ...(lifecycle?.transitions ?? []).map(({ to }) => to)]
  return [
    ...(each !== undefined && !model.resources[each] ? ['each'] : []),
    ...Object.keys(fields)
      .filter(name => !known.has(name))
      .map(name => `fields.${name}`),
    ...Object.keys(states)
      .filter(name => !knownStates.includes(name))
      .map(name => `states.${name}`),
    ...Object.keys(actions)
      .filter(name => !resource.actions.some(one => one.name === name))
      .map(name => `actions.${name}`),
  ]
}
