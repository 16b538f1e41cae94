import type { FastifyReply } from 'fastify'
import type { Model, Resource } from '../../model/model.ts'
import { stepsOf } from '../../model/steps.ts'
import { refuse } from '../errors/refuse.ts'

/**
 * Refuses a write of a resource whose rows only the system writes. No method exists at its path, so the header Allow is
 * empty; the message names the resources whose steps create the rows.
 */
export function refuseWrite(reply: FastifyReply, model: Model, { name, title }: Resource): never {
  const isWriter = (other: Resource) => stepsOf(other).some(({ creates }) => creates?.some(({ of }) => of === name))
  const writers = Object.values(model.resources).filter(isWriter)
  reply.header('allow', '')
  throw refuse.readOnly(
    title,
    writers.map(writer => writer.title),
  )
}
