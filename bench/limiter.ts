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
      title: 'The limit of requests',
      how:
        `A signed-in request that reads no row, ${callers} callers, medians of ${rounds} rounds of ${seconds} s taken ` +
        'in turn by two servers on one database: one with `RATE_LIMIT=off`, one that counts the units of each request.',
      rows: [
        { what: 'without the limit', figure: perSecond(bare) },
        { what: 'with the limit', figure: perSecond(engine) },
        {
          what: 'with to without',
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
