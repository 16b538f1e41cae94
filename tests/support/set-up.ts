import { existsSync } from 'node:fs'
import { copyFile, mkdir, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { buildTemplate, templateFile, templateName } from '../../engine/server/database/template.ts'
import { unpackedBrowser } from '../../scripts/browser.ts'
import { startPostgres } from './postgres-server.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A PostgreSQL on which tests make databases; null where there is none. */
    postgresUrl: string | null
    /** Initialised files of the embedded database. */
    embeddedTemplate: string
  }
}

/**
 * Provides what all workers share: a PostgreSQL server for the run, a template for embedded databases, and the unpacked
 * browser.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [server, template] = await Promise.all([serverOfTheRun(), templateOfTheRun(), unpackedBrowser()])
  project.provide('postgresUrl', server?.url ?? null)
  project.provide('embeddedTemplate', template)
  return async () => server?.stop()
}

async function serverOfTheRun(): Promise<{ url: string; stop(): Promise<void> } | undefined> {
  const url = process.env['TEST_DATABASE_URL']
  if (url) return { url, stop: async () => undefined }
  const server = await startPostgres()
  if (server) return server
  const sentence =
    'PostgreSQL: SKIPPED. There is no TEST_DATABASE_URL and no `postgres` binary (Debian: postgresql-15).'
  if (process.env['CI'] === 'true') throw new Error(`${sentence} With CI=true both databases are required.`)
  console.log(`\n*** ${sentence}\n*** Only the embedded database is tested.\n`)
  return undefined
}

async function templateOfTheRun(): Promise<string> {
  const file = join('node_modules', '.cache', 'mingchu', templateName())
  if (existsSync(file)) return file
  // That of `npm run build` or `npm start`.
  if (existsSync(templateFile('.'))) {
    await mkdir(dirname(file), { recursive: true })
    await copyFile(templateFile('.'), `${file}.${process.pid}`)
    await rename(`${file}.${process.pid}`, file)
  } else await buildTemplate(file)
  return file
}
