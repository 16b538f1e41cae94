import { startCity, startServer } from './city.ts'
import { callers, perSecond, race, rounds, seconds } from './race.ts'
import type { Section } from './section.ts'

/** The cheapest request of a user, by servers on one database with and without the limit of requests. */
export async function limiter(): Promise<Section> {
  // The first server runs the jobs; the other two do nothing but what is measured.
  const city = await startCity()
  const start = (rate: string) => startServer({ DATABASE_URL: city.url, DATA_DIR: city.dataDir, RATE_LIMIT: rate })
  const free = await start('off')
  // More units than the measurement uses: each request is counted, and none is refused.
  const limited = await start('999999999')
  try {
    const headers = await city.signIn('admin')
    const target = ({ port }: { readonly port: number }) => ({ port, path: '/api/engine/pages', headers })
    const { engine, bare } = await race(target(limited), target(free))
    return {
      title: 'Rate limit',
      how:
        `An authenticated request that reads no row, ${callers} concurrent clients, medians of ${rounds} rounds of ${seconds} s, alternating ` +
        'between two servers on one database: one with `RATE_LIMIT=off`, one that counts the units of each request.',
      rows: [
        { what: 'without rate limit', figure: perSecond(bare) },
        { what: 'with rate limit', figure: perSecond(engine) },
        {
          what: 'ratio of with to without rate limit',
          figure: (engine / bare).toFixed(2),
          bound: '≥ 0.95',
          holds: engine / bare >= 0.95,
        },
      ],
    }
  } finally {
    await limited.stop()
    await free.stop()
    await city.stop()
  }
}
