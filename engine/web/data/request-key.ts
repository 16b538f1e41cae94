/**
 * A key by which the server knows a request again. `randomUUID` is known on secure origins only; a bureau's intranet may
 * have none.
 */
export const newRequestKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')
