import type { FastifyRequest } from 'fastify'
import { done, doneWithMessage } from '../../errors/envelope.ts'
import { refuse } from '../../errors/refuse.ts'
import type { App } from '../../http/app.ts'
import { idempotencyKey } from '../../http/idempotency-key.ts'
import { assureParameters, type BladeParts, idsOf, parameter } from './blade-parts.ts'

/** `blade-resource/oss/enable` and `sms/enable` by id, and `sms/endpoint/send-message`. */
export function serviceCalls(app: App, { store }: BladeParts): void {
  for (const [name, resource] of [
    ['oss', 'bladeOss'],
    ['sms', 'bladeSms'],
  ] as const)
    app.post(`/api/blade-resource/${name}/enable`, async request => {
      assureParameters(request, ['id'])
      const [id = ''] = idsOf(request, 'id')
      await store.act(request.ctx, resource, id, 'enable', {}, idempotencyKey(request))
      return done(null, request.language)
    })
  app.post('/api/blade-resource/sms/endpoint/send-message', async (request: FastifyRequest) => {
    const { ctx, language } = request
    assureParameters(request, ['code', 'phones', 'params'])
    const [row] = await store.list(ctx, 'bladeSms', { smsCode_equal: parameter(request, 'code') })
    if (!row) throw refuse.notFound({ zh: '短信配置', en: 'text message service' })
    const input = { phones: parameter(request, 'phones'), content: contentIn(parameter(request, 'params')) }
    await store.act(ctx, 'bladeSms', String(row['id']), 'send', input, idempotencyKey(request))
    return doneWithMessage({ zh: '发送成功', en: 'Sent' }, language)
  })
}

/** The text of a message: the values of the JSON object of parameters. */
function contentIn(params: string): string {
  try {
    return Object.values(Object(JSON.parse(params))).join(' ')
  } catch {
    throw refuse.input({ params: { zh: 'params 须为 JSON 对象', en: 'params must be a JSON object' } })
  }
}
