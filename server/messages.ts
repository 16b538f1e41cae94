import { refuse } from '../engine/server/errors/refuse.ts'

/** The door to text messages: the one place where a provider is called. */
export interface MessageGateway {
  send(phone: string, content: string): Promise<void>
}

/** Stands where no provider is set up: nobody is told that a message went out which did not. */
export const noGateway: MessageGateway = {
  async send() {
    throw refuse.conflict('message.no-gateway', {
      zh: '尚未配置短信服务，请联系管理员',
      en: 'No text message service is set up; see your administrator',
    })
  },
}

/** The engine's ports that a gateway serves: steps that need another are hidden and refused. */
export const portsOf = (messages: MessageGateway): readonly string[] => (messages === noGateway ? [] : ['sms'])
