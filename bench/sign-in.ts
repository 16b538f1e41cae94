import { generateSync } from 'otplib'
import { password, startCity } from './city.ts'
import { type Measure, median, milliseconds, type Section } from './section.ts'

const each = 40
const basic = `Basic ${Buffer.from('mingchu:').toString('base64')}`

/** The time of refused sign-ins, which must not show the reason. */
export async function refusedSignIns(): Promise<Section> {
  const city = await startCity()
  const post = async (
    path: string,
    body: object,
    headers: Readonly<Record<string, string>> = { authorization: basic },
  ) => {
    const init = {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }
    const response = await fetch(`http://127.0.0.1:${city.port}${path}`, init)
    return JSON.parse(await response.text())
  }
  const grant = (body: object) => post('/api/blade-auth/oauth/token', body)
  const byPassword = (username: string, text: string) =>
    grant({ tenantId: '000000', username, password: text, grant_type: 'password' })
  const reasons: Readonly<Record<string, (ticket: string) => Promise<{ readonly error?: string }>>> = {
    'wrong password': () => byPassword('admin', 'Wrong#2026'),
    'unknown account': () => byPassword('stranger', 'Wrong#2026'),
    'wrong code of a second factor': ticket => grant({ grant_type: 'second_factor', ticket, code: '000000' }),
  }
  try {
    const factor = '/api/engine/second-factor'
    const headers = await city.signIn('admin')
    const { secret } = (await post(factor, {}, headers)).data
    await post(`${factor}/confirm`, { code: generateSync({ secret }) }, headers)
    const times = Object.fromEntries(Object.keys(reasons).map(reason => [reason, [] as number[]]))
    for (let round = -5; round < each; round++)
      for (const [reason, attempt] of Object.entries(reasons)) {
        // Before each, so that what precedes is the same.
        const { ticket } = await byPassword('admin', password)
        // Otherwise the account would be locked out.
        await city.database.query('delete from engine_sign_in_failure')
        const start = performance.now()
        const { error } = await attempt(ticket)
        const time = performance.now() - start
        if (error !== 'invalid_grant') throw new Error(`A sign-in with ${reason} was answered with ${error}.`)
        if (round >= 0) times[reason]?.push(time)
      }
    const medians = Object.entries(times).map(([reason, all]) => [reason, median(all)] as const)
    const base = medians[0]?.[1] ?? Number.NaN
    const ratios = medians.slice(1).map(([reason, time]): Measure => {
      const ratio = time / base
      return {
        what: `${reason} to wrong password`,
        figure: ratio.toFixed(2),
        bound: '0.90 to 1.10',
        holds: ratio >= 0.9 && ratio <= 1.1,
      }
    })
    return {
      title: 'Refused sign-ins',
      how: `One after another, medians of ${each} of each reason, alternating. The three have one answer; their times should not differ either.`,
      rows: [...medians.map(([what, time]) => ({ what, figure: milliseconds(time) })), ...ratios],
    }
  } finally {
    await city.stop()
  }
}
