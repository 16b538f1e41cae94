import { acknowledgedHeader } from '../engine/model/warning.ts'
import type { Call } from './demo-records.ts'

/**
 * Signs in through the web's sign-in endpoint, and returns a function that calls endpoints as this user. It acknowledges
 * the warnings of a change.
 */
export async function callsAs(address: string, account: string, password: string): Promise<Call> {
  const answer = await fetch(`${address}/api/blade-auth/oauth/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa('mingchu:')}`, 'content-type': 'application/json' },
    body: JSON.stringify({ tenantId: '000000', username: account, password, grant_type: 'password' }),
  })
  const { access_token: token } = (await answer.json()) as { access_token?: string }
  if (token === undefined) throw new Error(`${account} could not sign in: ${answer.status}`)
  const send = (method: string, path: string, body: object | undefined, warnings: string) =>
    fetch(address + path, {
      method,
      headers: {
        'blade-auth': `bearer ${token}`,
        ...(body && { 'content-type': 'application/json' }),
        ...(warnings && { [acknowledgedHeader]: warnings }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
  const call = async (method: string, path: string, body?: object, acknowledged = ''): Promise<unknown> => {
    const response = await send(method, path, body, acknowledged)
    const { data, msg, errors, warnings } = (await response.json()) as Answer
    if (response.ok) return data
    if (warnings && acknowledged === '') return call(method, path, body, warnings.map(({ name }) => name).join())
    throw new Error(`${method} ${path}: ${response.status} ${msg} ${JSON.stringify(errors ?? {})}`)
  }
  return call
}

interface Answer {
  readonly data: unknown
  readonly msg: string
  readonly errors?: object
  readonly warnings?: readonly { readonly name: string }[]
}
