import { refuse } from '../errors/refuse.ts'

/** A `fetch` that connects to the hosts only, and follows no redirect by default. */
export const outboundFetch =
  (hosts: readonly string[]): typeof fetch =>
  async (url, options) => {
    const { host } = new URL(url instanceof Request ? url.url : url)
    if (hosts.includes(host)) return fetch(url, { redirect: 'error', ...options })
    throw refuse.conflict('host-not-allowed', {
      zh: `服务器的设置 OUTBOUND_HOSTS 不包含“${host}”，请联系运维人员`,
      en: `The setting OUTBOUND_HOSTS of the server does not contain "${host}". Contact the operator.`,
    })
  }
