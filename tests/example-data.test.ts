import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compile } from '../engine/compiler/compile.ts'
import { isReference } from '../engine/fields/traits.ts'
import type { Field, Model, Resource } from '../engine/model/model.ts'
import { readSources } from '../engine/server/live/app-files.ts'
import { readMapping } from '../engine/server/services/import/match-columns.ts'
import { runImport } from '../engine/server/services/import/run-import.ts'
import { databasesUnderTest } from './support/databases.ts'
import { type ImportWork, openImportWork } from './support/import-work.ts'
import { isRest } from './support/rest-of-run.ts'

/** One `npm run import` of an example's README. */
interface Command {
  readonly entity: string
  readonly file: string
  readonly map: string
  readonly match: string | undefined
}

const commandsOf = (app: string): readonly Command[] =>
  [...readFileSync(`examples/${app}/README.md`, 'utf8').matchAll(/^ {4}npm run import -- (.*)$/gm)].map(
    ([, line = '']) => {
      const { positionals, values } = parseArgs({
        args: line.split(' '),
        allowPositionals: true,
        options: { map: { type: 'string' }, match: { type: 'string' }, 'only-update': { type: 'boolean' } },
      })
      const [entity = '', file = ''] = positionals
      return { entity, file, map: values.map ?? '', match: values.match }
    },
  )

/** What an import leaves out of a file: columns without a field, and by column the cells with other differences. */
interface Difference {
  readonly without?: readonly string[]
  readonly spaces?: Readonly<Record<string, number>>
  /** Of times: more than whole seconds. */
  readonly fractions?: Readonly<Record<string, number>>
}

const differences: Readonly<Record<string, Readonly<Record<string, Difference>>>> = {
  music: { 'customer.csv': { spaces: { city: 1 } }, 'invoice.csv': { spaces: { billing_city: 7 } } },
  trading: { 'categories.csv': { without: ['picture'] }, 'employees.csv': { without: ['photo'] } },
  rentals: {
    'address.csv': { spaces: { district: 603, phone: 603 } },
    'customer.csv': { without: ['activebool'] },
    'film_actor.csv': { without: ['last_update'] },
    'film_category.csv': { without: ['last_update'] },
    'language.csv': { spaces: { name: 6 } },
    'staff.csv': { without: ['password', 'picture'] },
  },
}

type Cells = Readonly<Record<string, string>>
type Row = Readonly<Record<string, unknown>>

describe.each(['music', 'trading', 'rentals'])('the data of examples/%s', app => {
  const commands = commandsOf(app)

  describe.each(databasesOf(app))('on $kind', kind => {
    let model: Model
    let target: ImportWork

    beforeAll(async () => {
      const { model: compiled, problems } = compile(await readSources(`examples/${app}`))
      expect(problems).toEqual([])
      if (!compiled) throw new Error('The example does not compile.')
      model = compiled
      target = await openImportWork(kind.open, model)
    }, 60_000)
    afterAll(() => target.close())

    it('is imported without an error', async () => {
      for (const { entity, file, map, match } of commands) {
        const order = { resource: entity, file, mapping: readMapping(map), dryRun: false, goodRows: false }
        const matching = match === undefined ? {} : { match: { by: match, mode: 'update' } as const }
        const { problems, rows } = await runImport(target.work, { ...order, ...matching })
        expect({ file, problems, rows }).toEqual({ file, problems: [], rows: cellsOf(file).length })
      }
    }, 600_000)

    it('is stored as each cell of the source states', async () => {
      for (const command of commands) {
        const { entity, file, map } = command
        const [name = '', link] = entity.split('.')
        const resource = model.resources[name]
        if (!resource) throw new Error(`No resource ${name}.`)
        if (link !== undefined) {
          expect(await linksOf(resource, link), file).toEqual(pairsIn(file, name))
          continue
        }
        const columns = columnsOf(resource, file, map)
        expect(columns.length, file).toBeGreaterThan(1)
        expect(await storedOf(resource, columns)).toEqual(
          cellsOf(file)
            .map(cells => expectedOf(cells, columns))
            .sort(byText),
        )
      }
    }, 600_000)

    it('leaves out the columns and spaces that are listed, and nothing else', () => {
      const found: Record<string, Difference> = {}
      for (const { entity, file, map } of commands) {
        const resource = model.resources[entity]
        const cells = cellsOf(file)
        const columns = resource ? columnsOf(resource, file, map) : []
        const known = resource ? columns.map(([head]) => head) : headsOfLinks(cells[0] ?? {}, entity)
        const heads = Object.keys(cells[0] ?? {}).filter(head => !known.includes(head))
        const count = (isDifferent: (text: string, field: Field) => boolean) =>
          Object.fromEntries(
            columns
              .map(([head, field]) => [head, cells.filter(row => isDifferent(row[head] ?? '', field)).length] as const)
              .filter(([, number]) => number > 0),
          )
        const difference = {
          without: heads,
          spaces: count(text => text !== text.trim()),
          fractions: count((text, { type }) => type === 'datetime' && !/^.{19}(\.0+)?$|^$/.test(text)),
        }
        const [name = ''] = file.split('/').slice(-1)
        found[name] = Object.fromEntries(
          Object.entries(difference).filter(([, value]) => Object.keys(value).length > 0),
        ) as Difference
        if (Object.keys(found[name] ?? {}).length === 0) delete found[name]
      }
      expect(found).toEqual(differences[app])
    })

    /** The field of each column that has one. */
    function columnsOf(resource: Resource, file: string, map: string): readonly (readonly [string, Field])[] {
      const mapping = readMapping(map)
      return Object.keys(cellsOf(file)[0] ?? {}).flatMap(head => {
        const name = mapping.get(head) ?? head.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
        const field = resource.fields.find(one => one.name === name)
        return field ? [[head, field] as const] : []
      })
    }

    /** The links of a bind or of a reference with several values, as pairs of the unique values of both records. */
    async function linksOf(resource: Resource, link: string): Promise<readonly string[]> {
      const bind = resource.binds.find(one => one.name === link)
      const field = resource.fields.find(one => one.name === link)
      const to = model.resources[bind?.of ?? String(field?.options['of'])]
      if (!to) throw new Error(`${resource.name} has no links ${link}.`)
      const links = bind
        ? `select left_id, right_id from "${bind.table}"`
        : `select id as left_id, unnest("${field?.column}") as right_id from "${resource.table}"`
      const rows: readonly Row[] = await target.run(
        `select "left"."${keyOf(resource)}"::text as one, "right"."${keyOf(to)}"::text as other from (${links}) links
         join "${resource.table}" "left" on "left".id = left_id join "${to.table}" "right" on "right".id = right_id`,
      )
      return rows.map(({ one, other }) => `${one} ${other}`).sort(byText)
    }

    /** The column with the identifying value of the source. */
    function keyOf({ name, fields }: Resource): string {
      const key = fields.find(one => one.unique && /(No|Code)$/.test(one.name))?.column
      if (key === undefined) throw new Error(`${name} has no number.`)
      return key
    }

    async function storedOf(resource: Resource, columns: readonly (readonly [string, Field])[]) {
      const selected = columns.map(([head, field]) => `${columnSql(field)} as "${head}"`)
      const rows: readonly Row[] = await target.run(
        `select ${selected.join(', ')} from "${resource.table}" mine where is_deleted = 0`,
      )
      return rows
        .map(row =>
          expectedOf(
            Object.fromEntries(Object.entries(row).map(([head, value]) => [head, value === null ? '' : String(value)])),
            columns,
          ),
        )
        .sort(byText)
    }

    /** The stored value as text; of a reference, the unique value of its target that the source has. */
    function columnSql(field: Field): string {
      const to = isReference(field) ? model.resources[String(field.options['of'])] : undefined
      if (!to) return `mine."${field.column}"::text`
      return `(select "${keyOf(to)}"::text from "${to.table}" target
        where target.tenant_id = mine.tenant_id and target.id = mine."${field.column}")`
    }
  })
})

/** The rest of `.ci/run` imports each data set into one database, the smallest into the slower embedded one. */
const databasesOf = (app: string) =>
  databasesUnderTest().filter(({ kind }) => !isRest || (kind === 'embedded') === (app === 'music'))

const cellsOf = (file: string): readonly Cells[] => parse(readFileSync(file), { columns: true })

/** The two columns of a file of links, such as `film.actors`. */
function headsOfLinks(cells: Cells, entity: string): readonly string[] {
  const own = `${entity.split('.')[0]}_id`
  return [own, ...Object.keys(cells).filter(head => head !== own)].slice(0, 2)
}

/** The links of a file: the number of the record, then the other one. */
const pairsIn = (file: string, resource: string): readonly string[] =>
  cellsOf(file)
    .map(({ [`${resource}_id`]: left, ...others }) => `${left} ${Object.values(others)[0]}`)
    .sort(byText)

/** A row as text, in one notation for the source and the table. */
const expectedOf = (cells: Cells, columns: readonly (readonly [string, Field])[]): string =>
  columns.map(([head, field]) => `${field.name}=${inOneNotation(cells[head] ?? '', field)}`).join('\n')

function inOneNotation(text: string, { type, options }: Field): string {
  if (text.trim() === '') return ''
  if (type === 'integer' || type === 'money' || type === 'decimal') return String(Number(text))
  if (type === 'datetime') return text.slice(0, 19)
  if (type === 'date') return text.slice(0, 10)
  if (type === 'boolean') return String(['t', 'true', '1'].includes(text))
  if (options['many']) return text.replace(/[{}"]/g, '')
  return text.trim()
}

const byText = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)
