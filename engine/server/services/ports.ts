import type { Storage } from './files/storage.ts'

/** Sends text messages. */
export interface TextMessages {
  send(phone: string, content: string): Promise<void>
}

/** Adapters of services outside the server. Steps that need a missing one (`needs: sms`) are hidden and refused. */
export interface Ports {
  readonly sms?: TextMessages
  /** The storage of uploaded files; by default a folder of the data directory. */
  readonly files?: Storage
}

/** The names of the ports with an adapter. */
export const connectedPorts = (ports: Ports): ReadonlySet<string> =>
  new Set(Object.entries(ports).flatMap(([name, adapter]) => (adapter === undefined ? [] : [name])))
