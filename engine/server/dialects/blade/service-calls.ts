import type { FastifyRequest } from 'fastify'
import { doneWithMessage } from '../../errors/envelope.ts'
import { refuse } from '../../errors/refuse.ts'
import type { App } from '../../http/app.ts'
import { idempotencyKey } from '../../http/idempotency-key.ts'
import { assureParameters, type BladeParts, parameter } from './blade-parts.ts'

/** `sms/endpoint/send-message`, by the code of a service. */
export function serviceCalls(app: App, { store }: BladeParts): void {
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
