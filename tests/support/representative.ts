import type { Field, Model, Resource } from '../../engine/model/model.ts'
import { isThorough } from './databases.ts'

/**
 * The resources for generic suites: all in a thorough run, otherwise as few as together have every feature of the Model.
 * They are computed from the Model, so that a feature that first appears in a new resource is tested at once.
 */
export function representative(model: Model, resources: readonly Resource[]): readonly Resource[] {
  return isThorough ? resources : coverOf(model, resources)
}

/** In each round, the resource that adds the most features that no chosen resource has. */
export function coverOf(model: Model, resources: readonly Resource[]): Resource[] {
  const features = new Map(resources.map(resource => [resource, featuresOf(model, resource)]))
  const missing = new Set([...features.values()].flatMap(all => [...all]))
  const gain = (resource: Resource) => [...(features.get(resource) ?? [])].filter(one => missing.has(one)).length
  const chosen: Resource[] = []
  while (missing.size > 0) {
    const best = resources.reduce((one, other) => (gain(other) > gain(one) ? other : one))
    chosen.push(best)
    for (const feature of features.get(best) ?? []) missing.delete(feature)
  }
  return resources.filter(resource => chosen.includes(resource))
}

/** The combination of the resource's own properties, each type and property of its fields, and each kind of rule. */
export function featuresOf(model: Model, resource: Resource): ReadonlySet<string> {
  const { name, shared, guard, readOnly, screens, owner, partOf, tree, lifecycle, allowIf, rules, actions } = resource
  const own = [
    shared && 'shared',
    guard,
    readOnly && 'read-only',
    screens === false && 'without screens',
    name === model.owner ? 'owner' : owner && 'owned',
    partOf && 'lines',
    tree && 'tree',
    lifecycle && 'lifecycle',
    allowIf && `allows ${Object.keys(allowIf)}`,
  ]
  return new Set([
    own.filter(Boolean).join(', '),
    ...rules.slice(0, 1).map(() => 'rules'),
    ...actions.slice(0, 1).map(() => 'actions'),
    ...resource.access.flatMap(rule => Object.keys(rule).map(property => `access ${property}`)),
    ...resource.fields.flatMap(propertiesOf),
  ])
}

function propertiesOf(field: Field): string[] {
  const { type, options, ...properties } = field
  const isSet = ([, value]: [string, unknown]) => value !== undefined && value !== false
  const names = Object.entries(properties)
    .filter(isSet)
    .map(([property]) => `field ${property}`)
  return [
    `type ${type}`,
    ...Object.entries(options)
      .filter(isSet)
      .map(([option]) => `${type} ${option}`),
    ...names,
  ]
}
