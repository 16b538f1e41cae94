import type { JsonSchema } from '../../model/model.ts'
import type { DocumentMember } from './openapi-operations.ts'
import { titled } from './openapi-text.ts'

const text: JsonSchema = { type: 'string' }
const json = (schema: object) => ({ 'application/json': { schema } })

/** How a request is authenticated: by the access token, and a token request by the OAuth client. */
export const securitySchemes = {
  token: { type: 'apiKey', in: 'header', name: 'Blade-Auth', description: 'bearer <access token>' },
  client: { type: 'http', scheme: 'basic', description: 'Id and secret of an OAuth client' },
}

/** The tag of token requests. */
export const tokensTag = { name: 'tokens', ...titled('description', { zh: '登录', en: 'Sign-in' }) }

/** The path at which clients get tokens. */
export const tokenPaths: readonly DocumentMember[] = [
  [
    '/api/blade-auth/oauth/token',
    {
      post: {
        operationId: 'tokens_request',
        tags: [tokensTag.name],
        ...titled('summary', {
          zh: '用密码或刷新令牌换取令牌',
          en: 'Gets tokens for a password or a refresh token',
        }),
        security: [{ client: [] }],
        requestBody: {
          required: true,
          content: json({
            type: 'object',
            required: ['grant_type'],
            properties: {
              grant_type: { enum: ['password', 'refresh_token', 'captcha'] },
              tenantId: text,
              username: text,
              password: text,
              refresh_token: text,
              scope: text,
            },
          }),
        },
        responses: {
          200: {
            description: 'The tokens 令牌',
            content: json({
              type: 'object',
              required: ['access_token', 'token_type', 'expires_in'],
              properties: {
                access_token: text,
                refresh_token: text,
                token_type: { const: 'bearer' },
                expires_in: { type: 'integer', description: 'Seconds' },
                must_change_password: { type: 'boolean' },
              },
            }),
          },
          default: {
            description: 'The refusal, as in OAuth 2 错误',
            content: json({ type: 'object', properties: { error: text, error_description: text } }),
          },
        },
      },
    },
  ],
]
