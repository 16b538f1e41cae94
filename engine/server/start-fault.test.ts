import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { databasesUnderTest, type PlaceHere, testZone } from '../../tests/support/databases.ts'
import { adminPassword, writeApp, writeIn } from '../../tests/support/server.ts'
import { FolderLocked } from './database/lock-file.ts'
import { createEngine, type Engine } from './engine.ts'
import { DatabaseUnavailable } from './errors/database-errors.ts'
import { refuse } from './errors/refuse.ts'
import { NothingToServe } from './live/live-model.ts'
import { InvalidDescriptors } from './open-work.ts'
import { SeedFault } from './services/seed/seed-files.ts'
import { readSettings, SettingError } from './settings.ts'
import { isOfOperator } from './start-fault.ts'
import { LossNotAllowed } from './storage/apply.ts'
import { StepFault } from './storage/step-fault.ts'

const text = { zh: '字', en: 'text' }

/** An error of each class that the compiler, the planner or a start throws. */
const ofOperator: Readonly<Record<string, Error>> = {
  FolderLocked: new FolderLocked('data', 1),
  InvalidDescriptors: new InvalidDescriptors('text'),
  LossNotAllowed: new LossNotAllowed([]),
  NothingToServe: new NothingToServe([]),
  Refusal: refuse.conflict('duplicate', text),
  SeedFault: new SeedFault('seeds/a.csv:1', text),
  SettingError: new SettingError('text'),
  StepFault: new StepFault(text),
  DatabaseUnavailable: new DatabaseUnavailable('busy', 'text'),
}

/** Those that no start throws. */
const ofOthers: Readonly<Record<string, string>> = {
  BodyTimeout: 'of a request',
  LeaseLost: 'of a job',
  MessageRefused: 'of a message',
  OauthFault: 'of a sign-in',
  PublishConflicts: 'of a call',
  StoredMeanwhile: 'caught where descriptors are applied',
}

it('covers every class of error of the server', () => {
  const sources = readdirSync('engine', { recursive: true, encoding: 'utf8' }).filter(
    file => /^(compiler|rules|record|model|server)\//.test(file) && /(?<!\.test)\.ts$/.test(file),
  )
  const classes = sources.flatMap(file =>
    [...readFileSync(join('engine', file), 'utf8').matchAll(/^(?:export )?class (\w+) extends \w*Error\b/gm)].map(
      ([, name = '']) => name,
    ),
  )
  expect(classes.sort()).toEqual([...Object.keys(ofOperator), ...Object.keys(ofOthers)].sort())
})

it.each(Object.entries(ofOperator))('prints %s without its stack', (_, error) => {
  expect(isOfOperator(error)).toBe(true)
})

it('prints a bug with its stack', () => {
  expect(isOfOperator(new TypeError('text'))).toBe(false)
})

const title = 'title: { zh: 名, en: Name }'
const slip = 'resources/city/slip.yaml'
const slipWith = (mark: string) =>
  `${title}\ndisplay: note\nfields:\n  note: { type: text, ${title} }\n  mark: { type: text, max: 20${mark}, ${title} }\n`
const computed = `, compute: "note + '!'", stored: true`
const app = { 'app.yaml': `language: 2\n${title}\n` }

describe.each(databasesUnderTest())('a start ($kind)', kind => {
  const started = (place: PlaceHere, appDir: string, more: NodeJS.ProcessEnv = {}): Promise<Engine> =>
    createEngine({
      settings: {
        ...readSettings({ APP_DIR: appDir, ADMIN_PASSWORD: adminPassword, LIVE: 'off', ...more }),
        dataDir: join(appDir, 'data'),
        zone: testZone,
        ...(place.url !== undefined && { databaseUrl: place.url }),
      },
      log: pino({ level: 'silent' }),
      ...(place.instance && { instance: place.instance }),
    })
  /** What a start prints: a sentence, or for a bug its stack. */
  const printed = (place: PlaceHere, appDir: string, more?: NodeJS.ProcessEnv) =>
    started(place, appDir, more).then(
      async engine => {
        await engine.close()
        return 'started'
      },
      error => (isOfOperator(error) ? error.message : error.stack),
    )
  const within = async (
    files: Readonly<Record<string, string>>,
    work: (place: PlaceHere, appDir: string) => Promise<void>,
  ) => {
    const [place, appDir] = [await kind.placeHere(), writeApp(files)]
    try {
      await work(place, appDir)
    } finally {
      await place.remove()
      rmSync(appDir, { recursive: true, force: true })
    }
  }

  it('names the rows that prevent a change of the descriptors', async () => {
    await within({ ...app, [slip]: slipWith(computed) }, async (place, appDir) => {
      const engine = await started(place, appDir)
      await sql`insert into slip (tenant_id, id, note, mark) values ('000000', 1, 'a', 'a!'), ('000000', 2, 'a', 'a!')`.execute(
        engine.database.kysely,
      )
      await engine.close()
      writeIn(appDir, slip, slipWith(`${computed}, unique: true`))
      expect(await printed(place, appDir)).toMatch(/^The computed values of mark of slip cannot be unique/)
    })
  })

  it('names a table of other software', async () => {
    await within(app, async (place, appDir) => {
      const engine = await started(place, appDir)
      await sql`create table slip (id int)`.execute(engine.database.kysely)
      await engine.close()
      writeIn(appDir, slip, slipWith(''))
      expect(await printed(place, appDir)).toBe(
        'The table "slip" in the database was not created by this application: rename or drop it, or use another database.',
      )
    })
  })

  it.each([
    ['slip.yaml', 'seeds/slip.yaml: it is not read.', 'slip.csv'],
    ['slip.json', 'seeds/slip.json: it is not read.', 'slip.csv'],
    ['demo.yml', 'seeds/demo.yml: it is not read.', 'demo.yaml'],
  ])('names the seed %s, which is in a format that is not read', async (file, message, right) => {
    await within({ ...app, [slip]: slipWith(''), [`seeds/${file}`]: 'slip: []\n' }, async (place, appDir) => {
      const found = await printed(place, appDir)
      expect(found.slice(0, message.length)).toBe(message)
      expect(found).toContain(`such as ${right}.`)
    })
  })
})
