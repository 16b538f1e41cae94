import { type Ports, recordedMessages } from '../engine/server/services/ports.ts'

/**
 * The adapters of services outside the server. `SMS=record` sends no text message and shows in the send log what it
 * would send, and so does `EMAIL=record` for e-mails; without it no service is configured, and steps that need one are
 * hidden and refused.
 */
export const portsOf = (env: NodeJS.ProcessEnv): Ports => ({
  ...(env['SMS'] === 'record' && { sms: recordedMessages }),
  ...(env['EMAIL'] === 'record' && { email: recordedMessages }),
})
