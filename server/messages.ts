import { refuse } from '../engine/server/errors/refuse.ts'
import type { Ports, TextMessages } from '../engine/server/services/ports.ts'

/** Used without a provider. It refuses, so that no user believes that a message was sent. */
export const noGateway: TextMessages = {
  async send() {
    throw refuse.conflict('message.no-gateway', {
      zh: '尚未配置短信服务，请联系管理员',
      en: 'No text message service is configured. Contact an administrator.',
    })
  },
}

/** The engine's ports that a gateway serves: steps that need another are hidden and refused. */
export const portsOf = (messages: TextMessages): Ports => (messages === noGateway ? {} : { sms: messages })
