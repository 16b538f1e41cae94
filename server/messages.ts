import { refuse } from '../engine/server/errors/refuse.ts'

/** Sends text messages: the one place where a provider is called. */
export interface MessageGateway {
  send(phone: string, content: string): Promise<void>
}

/** Used without a provider. It refuses, so that no user believes that a message was sent. */
export const noGateway: MessageGateway = {
  async send() {
    throw refuse.conflict('message.no-gateway', {
      zh: '尚未配置短信服务，请联系管理员',
      en: 'No text message service is configured. Contact an administrator.',
    })
  },
}

/** The engine's ports that a gateway serves: steps that need another are hidden and refused. */
export const portsOf = (messages: MessageGateway): readonly string[] => (messages === noGateway ? [] : ['sms'])
