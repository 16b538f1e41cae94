import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

/** A provider of OpenID Connect, which signs in at once whom the test names. */
export interface ProviderUnderTest {
  readonly issuer: string
  readonly host: string
  readonly client: { readonly clientId: string; readonly secret: string }
  /** Who signs in next, and the claims about them. */
  readonly person: { sub: string; claims: Readonly<Record<string, unknown>> }
  /** Registers the address to which it sends users back, before the first of them. */
  sendsBackTo(redirectUri: string): void
  close(): Promise<void>
}

/** Starts a provider on a free port. */
export async function startProvider(): Promise<ProviderUnderTest> {
  const client = { clientId: 'mingchu', secret: 'a-secret-of-the-provider-for-tests' }
  const person: ProviderUnderTest['person'] = { sub: 'no-user', claims: {} }
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const issuer = `http://${host}`
  const listen = (redirectUri: string) => {
    const provider = new Provider(issuer, {
      clients: [
        {
          client_id: client.clientId,
          client_secret: client.secret,
          token_endpoint_auth_method: 'client_secret_post',
          redirect_uris: [redirectUri],
        },
      ],
      claims: { openid: ['sub'], profile: ['name', 'role'] },
      cookies: { keys: ['for tests'] },
      pkce: { required: () => true },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_ctx: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
      findAccount: (_ctx: unknown, sub: string) => ({ accountId: sub, claims: () => ({ sub, ...person.claims }) }),
      async loadExistingGrant(ctx: { oidc: { client: { clientId: string }; session: { accountId: string } } }) {
        const { clientId } = ctx.oidc.client
        const grant = new provider.Grant({ clientId, accountId: ctx.oidc.session.accountId })
        grant.addOIDCScope('openid profile')
        await grant.save()
        return grant
      },
    })
    const answer = provider.callback()
    server.on('request', (request, response) => {
      if (request.url?.startsWith('/interaction/'))
        void provider.interactionFinished(request, response, { login: { accountId: person.sub, remember: false } })
      else answer(request, response)
    })
  }
  return {
    ...{ issuer, host, client, person },
    sendsBackTo: listen,
    close: () => new Promise(resolve => server.close(() => resolve())),
  }
}
