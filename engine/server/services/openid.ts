import * as openid from 'openid-client'
import { outboundFetch } from './outbound.ts'

/** A provider of identities, as its row describes it. */
export interface IdentityProvider {
  readonly issuer: string
  readonly clientId: string
  readonly secret: string
  readonly scopes: string
}

/** What the browser keeps, sealed, between leaving for a provider and coming back. */
export interface BegunSignIn {
  readonly redirectUri: string
  readonly verifier: string
  readonly state: string
  readonly nonce: string
}

/** What a provider says about a user; `sub` identifies the user there. */
export type UserClaims = Readonly<Record<string, unknown>> & { readonly sub: string }

/** Sign-in by providers of identities: the port `identity`. */
export interface IdentityProviders {
  /** The address at which the provider asks the user to sign in. */
  begin(provider: IdentityProvider, redirectUri: string): Promise<BegunSignIn & { readonly url: string }>
  /** Exchanges what the provider added to the address to which it sent the user back. Throws if it is not in order. */
  finish(provider: IdentityProvider, begun: BegunSignIn, answer: Readonly<Record<string, string>>): Promise<UserClaims>
}

/** Providers of OpenID Connect on the allowed hosts: the authorization code flow with PKCE. */
export const openidProviders = (hosts: readonly string[]): IdentityProviders => ({
  async begin(provider, redirectUri) {
    const config = await configOf(provider, hosts)
    const [verifier, state, nonce] = [openid.randomPKCECodeVerifier(), openid.randomState(), openid.randomNonce()]
    const url = openid.buildAuthorizationUrl(config, {
      ...{ redirect_uri: redirectUri, scope: provider.scopes, state, nonce },
      ...{ code_challenge: await openid.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' },
    })
    return { url: url.href, redirectUri, verifier, state, nonce }
  },
  async finish(provider, { redirectUri, verifier, state, nonce }, answer) {
    const config = await configOf(provider, hosts)
    const tokens = await openid.authorizationCodeGrant(
      config,
      new URL(`${redirectUri}?${new URLSearchParams(answer)}`),
      {
        ...{ pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true },
      },
    )
    const claims = tokens.claims()
    if (!claims) throw new Error('The provider sent no ID token.')
    const { userinfo_endpoint: more } = config.serverMetadata()
    return { ...(more && (await openid.fetchUserInfo(config, tokens.access_token, claims.sub))), ...claims }
  },
})

/** Discovers a provider, each time: its keys and addresses may change. */
function configOf({ issuer, clientId, secret }: IdentityProvider, hosts: readonly string[]) {
  const [server, seconds] = [new URL(issuer), 10]
  // Without TLS its answers could be forged, except on this machine.
  const isHere = server.protocol === 'http:' && ['localhost', '127.0.0.1'].includes(server.hostname)
  const outbound = outboundFetch(hosts)
  const checked: openid.CustomFetch = (url, options) => outbound(url, options as RequestInit)
  return openid.discovery(server, clientId, undefined, openid.ClientSecretPost(secret), {
    ...{ timeout: seconds, [openid.customFetch]: checked },
    ...(isHere && { execute: [openid.allowInsecureRequests] }),
  })
}
