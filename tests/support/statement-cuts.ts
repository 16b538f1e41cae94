import type { PGlite } from '@electric-sql/pglite'
import { type DatabaseProxy, startDatabaseProxy } from './database-proxy.ts'
import type { DatabaseUnderTest } from './databases.ts'

/** Cuts a server off its database at a statement, as if its process had been killed there. */
export interface StatementCuts {
  /** The database under test, behind what counts its statements. */
  readonly kind: DatabaseUnderTest
  /** From the next statement with this number on, none reaches the database. */
  cutAt(number: number): void
  /** Lets statements pass again; returns whether one was cut off. The open transaction is rolled back. */
  restore(): Promise<boolean>
}

export function statementCuts(kind: DatabaseUnderTest): StatementCuts {
  let left = Number.POSITIVE_INFINITY
  let instance: PGlite | undefined
  let proxy: DatabaseProxy | undefined
  const isCut = () => {
    left -= 1
    return left <= 0
  }
  const passed =
    <Args extends unknown[], Result>(run: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      if (isCut()) throw new Error('The database was cut off.')
      return run(...args)
    }
  return {
    kind: {
      ...kind,
      async placeHere() {
        const place = await kind.placeHere()
        const { url, instance: pglite } = place
        if (pglite) {
          instance = pglite
          const query = passed(pglite.query.bind(pglite) as PGlite['query'])
          const exec = passed(pglite.exec.bind(pglite))
          const counted = new Proxy(pglite, {
            get(target, name) {
              if (name === 'query') return query
              if (name === 'exec') return exec
              const value = Reflect.get(target, name)
              return typeof value === 'function' ? value.bind(target) : value
            },
          })
          return { ...place, instance: counted }
        }
        const opened = await startDatabaseProxy(String(url), isCut)
        proxy = opened
        return {
          url: opened.url,
          async remove() {
            await opened.close()
            await place.remove()
          },
        }
      },
    },
    cutAt(number) {
      left = number
    },
    async restore() {
      const wasCut = left <= 0
      left = Number.POSITIVE_INFINITY
      if (wasCut) await instance?.exec('rollback')
      proxy?.resume()
      return wasCut
    },
  }
}
