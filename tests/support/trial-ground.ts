import { typeOf } from '../../engine/fields/index.ts'
import type { Model, Resource } from '../../engine/model/model.ts'
import { apiPath, resourceOf } from '../../engine/model/names.ts'
import { idOfCode } from '../../engine/server/storage/derived-id.ts'
import { goodRecord } from './good-records.ts'
import type { Ground } from './malformed/attempt.ts'
import { adminPassword, type ServerUnderTest } from './server.ts'

/** Saves rows of every resource, masters before their references, and signs in two users. */
export async function layGround(server: ServerUnderTest, calls: readonly string[]): Promise<Ground> {
  const model = server.engine.model()
  const token = await server.signIn('admin', adminPassword)
  const known: Record<string, string[]> = { bladeMenu: [idOfCode(resourceOf(model, 'ward').code)] }
  const post = async (resource: Resource, body: unknown) => {
    const answer = await server.call('POST', `${apiPath(resource)}/save`, { token, body })
    if (answer.status !== 200) throw new Error(`${resource.name}: ${JSON.stringify(answer.body)}`)
    known[resource.name] = [...(known[resource.name] ?? []), answer.body.data.id]
    for (const field of resource.fields) {
      const lines = typeOf(field).lines?.(field)
      if (lines !== undefined)
        known[lines] = [...(known[lines] ?? []), ...answer.body.data[field.name].map((line: { id: string }) => line.id)]
    }
  }
  for (const resource of inOrder(model))
    for (let n = 1; n <= 12; n++) await post(resource, goodRecord(model, resource, known, n))
  await post(resourceOf(model, 'bladeRole'), { roleName: '看门人', roleAlias: 'keeper' })
  await post(resourceOf(model, 'bladeUser'), {
    ...{ account: 'keeper', name: '看门人', realName: '看门人', password: 'Keeper-26' },
    ...{ roleId: [known['bladeRole']?.pop()], deptId: [known['bladeDept']?.[0]], ownerIds: [known['ward']?.[0]] },
  })
  // The users of the sessions must stay intact.
  known['bladeUser']?.pop()
  return { model, known, calls, tokens: [token, await server.signIn('keeper', 'Keeper-26')] }
}

/** Every resource that can be saved on its own, after those that it refers to. */
function inOrder(model: Model): Resource[] {
  const ordered = new Set<Resource>()
  const add = (resource: Resource, above: readonly Resource[]) => {
    for (const field of resource.fields) {
      const of = field.type === 'reference' ? resourceOf(model, String(field.options['of'])) : undefined
      if (of && !above.includes(of) && of !== resource) add(of, [...above, resource])
    }
    // Rows of the descriptors and of the system are not added by users.
    if (!resource.partOf && !resource.readOnly && resource.guard !== 'descriptors') ordered.add(resource)
  }
  for (const resource of Object.values(model.resources)) add(resource, [])
  return [...ordered]
}
