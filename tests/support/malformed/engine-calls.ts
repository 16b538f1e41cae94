import type { Field, Resource } from '../../../engine/model/model.ts'
import { badValue, oddTexts } from '../bad-values.ts'
import type { Random } from '../random.ts'
import type { Header } from '../raw-http.ts'
import type { Draft, Ground, Maker } from './attempt.ts'
import { anyField, anyResource, badIds, encoded, json, knownId, oddName, queryOf, stepsOf } from './odd-parts.ts'
import { spoilt } from './spoilt-records.ts'

/** A request of the web to the engine's endpoints. */
export const engineCall: Maker = (ground, random, n) => {
  const resource = anyResource(ground, random)
  const field = anyField(resource, random)
  const name = random.chance(0.85) ? resource.name : encoded(oddName(resource, random).slice(0, 90) || 'x')
  const fieldName = random.chance(0.85) ? field.name : encoded(oddName(resource, random).slice(0, 90) || 'x')
  const references = resource.fields.filter(({ type }) => type === 'reference')
  const reference = references.length > 0 && random.chance(0.8) ? random.pick(references).name : fieldName
  const id = random.chance(0.5) ? knownId(ground, random, resource) : encoded(random.pick(oddTexts) || '0')
  return random.pick<() => Draft>([
    () => ({
      target: `/api/engine/options/${name}/${reference}?${queryOf([[random.pick(['search', 'parent', 'x']), badValue(random)]])}`,
    }),
    () => ({
      target: `/api/engine/options/${name}/${reference}`,
      body: json({
        search: badValue(random),
        parent: random.chance(0.3) ? badValue(random) : undefined,
        record: random.chance(0.7) ? spoilt(ground, random, resource, n, true) : badValue(random),
      }),
    }),
    () => ({ target: `/api/engine/labels/${name}?${queryOf([['ids', badIds(ground, random, resource)]])}` }),
    () => ({
      target: `/api/engine/branch/${name}?${queryOf(
        [
          ['parent', badIds(ground, random, resource)],
          ['from', badValue(random)],
        ].slice(0, random.pick([1, 2])) as [string, string][],
      )}`,
    }),
    () => ({ target: `/api/engine/found/${name}?${queryOf([[random.pick(['search', 'x']), badValue(random)]])}` }),
    () => ({ target: `/api/engine/find?${queryOf([[random.pick(['search', 'search', 'x']), badValue(random)]])}` }),
    () => ({ target: `/api/engine/below/${name}?${queryOf([['parent', badIds(ground, random, resource)]])}` }),
    () => ({
      target: `/api/engine/counts/${name}`,
      body: json({
        field: random.chance(0.8) ? reference : badValue(random),
        ids: random.chance(0.6)
          ? [knownId(ground, random, resource)]
          : random.chance(0.5)
            ? [id, badValue(random)]
            : badValue(random),
        withBelow: random.chance(0.5) ? true : badValue(random),
      }),
    }),
    () => ({ target: `/api/engine/history/${name}/${id}` }),
    () => ({
      target: `/api/engine/history/${name}/${id}?${queryOf([[random.pick(['before', 'size', 'x']), badValue(random)]])}`,
    }),
    () => ({ target: `/api/engine/related/${name}/${id}` }),
    () => ({
      target: `/api/engine/related/${name}/${id}/${fieldName}?${queryOf([[random.pick(['current', 'size', 'below', fieldName]), badValue(random)]])}`,
    }),
    () => ({
      target: `/api/engine/neighbours/${name}/${id}?${queryOf([[random.chance(0.5) ? random.pick(['ascs', 'descs', 'current', 'size']) : random.chance(0.5) ? field.name : oddName(resource, random), random.chance(0.5) ? fieldName : badValue(random)]])}`,
    }),
    () => bulkCall(name, field, id, resource, random, oddName(resource, random)),
    () => ({
      target: `/api/engine/bin/${name}?${queryOf([[random.chance(0.5) ? field.name : random.pick(['current', 'size', 'descs', oddName(resource, random)]), badValue(random)]])}`,
    }),
    () => ({ target: `/api/engine/restore/${name}`, body: json(restoreBody(ground, resource, random)) }),
    () => exportCall(name, field, id, random, oddName(resource, random)),
    () => ({
      target: `/api/engine/${n % 3 === 0 ? 'evidence' : 'pdf'}/${name}/${id}`,
      headers: random.chance(0.3) ? [['Host', random.pick(['x'.repeat(9000), 'a"b', '[::1]', '中'])]] : [],
    }),
    () => importCall(name, id, field, random),
    () => ({
      target: `/api/engine/import/${name}?${queryOf([
        ['name', badValue(random)],
        ['sheet', badValue(random)],
      ])}`,
      headers: random.chance(0.9) ? [['Content-Type', 'application/octet-stream']] : [],
      body: badFile(resource, random),
    }),
    () => ({ target: `/api/engine/views/${name}?${queryOf([[oddName(resource, random), badValue(random)]])}` }),
    () => ({
      target: `/api/engine/views/${name}`,
      body: json({
        name: badValue(random),
        query: { [random.chance(0.6) ? field.name : oddName(resource, random)]: badValue(random) },
        sort: { field: random.chance(0.6) ? field.name : badValue(random), descending: badValue(random) },
        columns: random.chance(0.5) ? [field.name, badValue(random)] : badValue(random),
        roleIds: badValue(random),
      }),
    }),
    () => ({
      method: random.pick(['PUT', 'DELETE']),
      target: `/api/engine/views/${name}/${id}`,
      body: json(random.chance(0.5) ? { name: badValue(random), query: badValue(random) } : badValue(random)),
    }),
    () => ({
      method: 'PUT',
      target: `/api/engine/choices/${name}`,
      body: json(
        random.pick<unknown>([
          { start: badValue(random) },
          { pageSize: badValue(random) },
          { relatedSize: badValue(random) },
          { columns: [field.name], widths: { [field.name]: badValue(random) } },
          { columns: badValue(random) },
          badValue(random),
        ]),
      ),
    }),
    () => ({
      target: `/api/engine/resource/${name}`,
      headers: [['If-None-Match', random.pick(oddTexts).replace(/[^ -~]/g, '')]],
    }),
    () => ({ target: `/api/engine/index?${queryOf([[oddName(resource, random), 'x']])}` }),
  ])()
}

const restoreBody = (ground: Ground, resource: Resource, random: Random): unknown =>
  random.chance(0.8) ? { ids: badIds(ground, random, resource) } : badValue(random)

/** A bulk operation with wrong rows, operation or parameters. */
function bulkCall(name: string, field: Field, id: string, resource: Resource, random: Random, odd: string): Draft {
  const step = random.pick([...stepsOf(resource).map(one => one.name), odd])
  const select = random.pick<() => unknown>([
    () => ({ ids: [id] }),
    () => ({ ids: [id, badValue(random)] }),
    () => ({ ids: badValue(random) }),
    () => ({ query: { [random.chance(0.6) ? field.name : odd]: badValue(random) } }),
    () => ({ query: badValue(random) }),
    () => badValue(random),
  ])()
  const wish = random.pick<() => unknown>([
    () => ({ kind: random.pick(['remove', 'restore']) }),
    () => ({ kind: 'update', values: { [random.chance(0.8) ? field.name : odd]: badValue(random) } }),
    () => ({ kind: 'update', values: badValue(random) }),
    () => ({ kind: random.pick(['transition', 'action']), name: step, input: badValue(random) }),
    () => ({ kind: badValue(random) }),
    () => badValue(random),
  ])()
  return {
    target: `/api/engine/bulk/${name}`,
    body: json(random.chance(0.9) ? { select, do: wish } : badValue(random)),
  }
}

/** An export with wrong columns, conditions or rows. */
function exportCall(name: string, field: Field, id: string, random: Random, odd: string): Draft {
  const target = `/api/engine/export/${name}`
  const format = random.chance(0.8) ? random.pick(['csv', 'xlsx']) : badValue(random)
  const columns = random.pick<() => unknown>([() => field.name, () => odd, () => '*', () => badValue(random)])()
  const condition = [random.chance(0.5) ? field.name : odd, badValue(random)] as const
  const headers: Header[] = random.chance(0.3) ? [['Accept', 'application/vnd.mingchu.frames']] : []
  if (random.chance(0.5))
    return { target: `${target}?${queryOf([['format', format], ['columns', columns], condition])}`, headers }
  const body = {
    format,
    columns: random.chance(0.5) ? [columns] : columns,
    query: random.chance(0.6) ? Object.fromEntries([condition]) : badValue(random),
    ids: random.pick<() => unknown>([() => undefined, () => [id], () => badValue(random)])(),
  }
  return { target, headers, body: json(random.chance(0.9) ? body : badValue(random)) }
}

/** A step of an import that may not exist. */
function importCall(name: string, id: string, field: Field, random: Random): Draft {
  const path = `/api/engine/import/${name}/${id}`
  return random.pick<() => Draft>([
    () => ({ method: random.pick(['GET', 'DELETE']), target: path }),
    () => ({ target: `/api/engine/import/${name}/template?${queryOf([['format', badValue(random)]])}` }),
    () => ({
      target: `${path}/problems?${queryOf([[random.pick(['field', 'current', 'size', 'x']), badValue(random)]])}`,
    }),
    () => ({ target: `${path}/report?${queryOf([['of', badValue(random)]])}` }),
    () => ({
      target: `${path}/${random.pick(['check', 'write', 'stop', 'undo'])}`,
      body: json(
        random.pick<unknown>([
          { columns: { [random.below(5)]: random.chance(0.5) ? field.name : badValue(random) } },
          { columns: badValue(random) },
          { correction: { field: field.name, from: badValue(random), to: badValue(random) } },
          { goodRows: badValue(random) },
          badValue(random),
        ]),
      ),
    }),
  ])()
}

/** A file that is not importable, or not completely. */
const badFile = (resource: Resource, random: Random): Buffer =>
  random.pick([
    () => Buffer.from([0x50, 0x4b, 0x03, 0x04, ...Array.from({ length: 200 }, () => random.below(256))]),
    () => Buffer.from(Array.from({ length: 300 }, () => random.below(256))),
    () => Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
    () => Buffer.alloc(0),
    () => Buffer.from(`"${resource.fields[0]?.name}\nx`),
    () =>
      Buffer.from(`${resource.fields.map(({ name }) => name).join()}\n${random.pick(oddTexts)},${'x'.repeat(3000)}\n`),
  ])()
