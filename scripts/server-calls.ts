import type { Call } from './demo-records.ts'

/** Signs in through the web's sign-in endpoint, and returns a function that calls endpoints as this user. */
export async function callsAs(address: string, account: string, password: string): Promise<Call> {
  const answer = await fetch(`${address}/api/blade-auth/oauth/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa('mingchu:')}`, 'content-type': 'application/json' },
    body: JSON.stringify({ tenantId: '000000', username: account, password, grant_type: 'password' }),
  })
  const { access_token: token } = (await answer.json()) as { access_token?: string }
  if (token === undefined) throw new Error(`${account} could not sign in: ${answer.status}`)
  return async (method, path, body) => {
    const response = await fetch(address + path, {
      method,
      headers: { 'blade-auth': `bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const { data, msg, errors } = (await response.json()) as { data: unknown; msg: string; errors?: object }
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${msg} ${JSON.stringify(errors ?? {})}`)
    return data
  }
}
