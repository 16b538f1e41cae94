import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compile } from '../engine/compiler/compile.ts'
import { typeOf } from '../engine/fields/index.ts'
import { tenantResource } from '../engine/model/account-resources.ts'
import type { Match } from '../engine/model/import-view.ts'
import type { Resource } from '../engine/model/model.ts'
import { codeOf, codesOf, rightsOf } from '../engine/model/names.ts'
import type { UserActor } from '../engine/server/auth/actor.ts'
import { ofAdministrators } from '../engine/server/auth/authority-guard.ts'
import type { Database } from '../engine/server/database/database.ts'
import { readSources } from '../engine/server/live/app-files.ts'
import { exportFile } from '../engine/server/services/export/export-file.ts'
import { checkStaged } from '../engine/server/services/import/check-staged.ts'
import { importAccess } from '../engine/server/services/import/import-access.ts'
import type { ImportSteps } from '../engine/server/services/import/import-steps.ts'
import { guessColumns } from '../engine/server/services/import/match-columns.ts'
import { openTable } from '../engine/server/services/import/read-table.ts'
import { stageFile } from '../engine/server/services/import/stage-file.ts'
import { importOf } from '../engine/server/services/import/staged-import.ts'
import { countRows } from '../engine/server/services/import/staged-outcomes.ts'
import { linesParts, recordTargets } from '../engine/server/services/import/targets.ts'
import { importTemplateFile } from '../engine/server/services/import/template-file.ts'
import { writeStaged } from '../engine/server/services/import/write-staged.ts'
import { createIds } from '../engine/server/storage/ids.ts'
import { newWork } from '../engine/server/store/new-work.ts'
import type { Work } from '../engine/server/store/work.ts'
import { databasesWalked } from './support/databases.ts'
import { fillRows } from './support/filled-rows.ts'
import { needOthers } from './support/good-records.ts'
import { representative } from './support/representative.ts'
import { actor, addAdministrator, administrator, contextOf, type StoreUnderTest, storeOn } from './support/store.ts'

const { model } = compile(await readSources('.'))
if (!model) throw new Error('The product does not compile.')
// Users do not write the rows of the others.
const resources = Object.values(model.resources).filter(({ readOnly }) => !readOnly)
const hasLines = (resource: Resource) => linesParts(model, resource).length > 0
/** Write-only, never exported: an exported file lacks them. */
const needsSecret = ({ fields }: Resource) => fields.some(field => field.required && typeOf(field).secret)
const imported = resources.filter(one => !one.partOf)
/** Rows of the descriptors are not added by users. */
const isAdded = ({ name, guard, approval }: Resource) =>
  guard !== 'descriptors' && approval === undefined && !needOthers.includes(name)
const rowed = imported.filter(one => !needsSecret(one) && isAdded(one))
const tested = representative(model, rowed)

const folder = mkdtempSync(join(tmpdir(), 'mingchu-import-all-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe.each(databasesWalked('postgres'))('import into every resource on $kind', ({ open }) => {
  let database: Database
  let under: StoreUnderTest
  let rows: ReadonlyMap<string, string>
  let end: () => Promise<unknown>
  let ids: Work['ids']
  const everything = (more: Partial<Omit<UserActor, 'codes'>> = {}, without: readonly string[] = []) =>
    actor({
      ...more,
      codes: resources.flatMap(one => codesOf(one)).filter(code => !without.includes(code)),
    })
  const stepsAs = (by: UserActor, resource: Resource): ImportSteps => {
    const ctx = contextOf(by, model, new Date('2026-11-21T02:00:00Z'))
    const work = newWork({ database, ids, hashPassword: async plain => plain }, ctx)
    const owner = { tenantId: by.tenantId, userId: by.userId, resource: resource.name }
    return { work, resource, access: importAccess(ctx, resource), owner, renewedActor: async () => by }
  }
  /** The stored row of a resource as a file, as exported by a user who may see everything. */
  const rowAsFile = async (resource: Resource): Promise<string> => {
    const stream = await under.store.stream(under.ctx(administrator), resource.name, {
      query: {},
      ids: [String(rows.get(resource.name))],
      columns: ['*'],
    })
    const format = hasLines(resource) ? 'xlsx' : 'csv'
    const path = join(folder, `${resource.name}.${format}`)
    writeFileSync(path, await buffer(exportFile(stream, 'zh', format).bytes))
    return path
  }
  const checkedAs = async (by: UserActor, resource: Resource, path: string, match: Match | null = null) => {
    const steps = stepsAs(by, resource)
    const { queries } = steps.work
    const taken = await stageFile(steps, { path, name: 'row.csv' }, new AbortController().signal)
    for await (const _step of await checkStaged(steps, taken, { columns: taken.details.columns, match }));
    return { steps, taken, queries }
  }
  /** The numbers of valid rows of the file and of written ones. */
  const importAs = async (by: UserActor, resource: Resource, path: string) => {
    const { steps, taken, queries } = await checkedAs(by, resource, path)
    const { rows: all, wrong } = await countRows(queries, taken.id)
    if (wrong === all) return { right: 0, written: 0 }
    const staged = await importOf(queries, steps.owner, taken.id)
    for await (const _step of await writeStaged(steps, staged, true));
    return { right: all - wrong, written: (await countRows(queries, taken.id)).written }
  }

  beforeAll(async () => {
    database = await open()
    under = await storeOn(database, model)
    const own = await createIds(database)
    ids = own
    end = async () => {
      await own.close()
      await under.close()
      await database.close()
    }
    await under.run(addAdministrator)
    rows = await fillRows(under, model)
  })
  afterAll(() => end())

  it('has resources to import into', () => expect(rowed.length).toBeGreaterThan(20))

  describe.each(representative(model, imported).map(one => [one.name, one] as const))('%s', (name, resource) => {
    it('accepts its own template in both languages', async () => {
      const hidden = new Set<string>()
      const parts = linesParts(model, resource)
      const targets = recordTargets(resource, { inline: parts })
      for (const language of ['zh', 'en'] as const) {
        const path = join(folder, `${name}-template.csv`)
        writeFileSync(path, await buffer(importTemplateFile({ resource, parts, hidden, model }, language, 'csv')))
        const table = await openTable(path)
        const found = guessColumns(targets, table.head, new Map())
        expect(Object.values(found)).toEqual(targets.map(target => target.name))
        for await (const row of table.rows()) throw new Error(`${row.row} is no row to import.`)
      }
    })

    it('is refused without the permission to import, or with neither that to add nor to edit', () => {
      const held = rightsOf(model, resource)
      for (const lacking of [['import'], ['add', 'edit'], ['add', 'view']])
        expect(() =>
          stepsAs(
            everything(
              {},
              lacking.map(name => codeOf(held, name)),
            ),
            resource,
          ),
        ).toThrow(expect.objectContaining({ status: 403 }))
    })

    it("is refused to all but the platform's administrators, where all tenants share it", () => {
      if (!resource.shared) return
      for (const by of [
        everything(),
        everything({ tenantId: '999999' }),
        actor({ ...administrator, tenantId: '999999' }),
      ])
        expect(() => stepsAs(by, resource)).toThrow(
          expect.objectContaining({ status: resource.platform && by.tenantId === '999999' ? 404 : 403 }),
        )
    })
  })

  describe.each(tested.map(one => [one.name, one] as const))('row of %s', (name, resource) => {
    it('is written for permitted users, within their own rows', async () => {
      const path = await rowAsFile(resource)
      const table = `"${resource.table}"`
      const bin = (isGone: number) =>
        under.run(`update ${table} set is_deleted = ${isGone} where id = ${rows.get(name)}`)
      const count = async () => Number((await under.run(`select count(*)::int as n from ${table}`))[0]?.['n'])
      // The row from which the file was made has its unique values.
      await bin(1)
      // The number of a deleted tenant is not given again.
      if (name === tenantResource)
        await under.run(`update ${table} set tenant_id = '700001' where id = ${rows.get(name)}`)
      const before = await count()
      if (rightsOf(model, resource).owner !== undefined) {
        const stranger = everything({ userId: '12', ownerIds: ['77'] })
        // An owner that no user enters is missing in the file: the write alone refuses the row.
        const isEntered = !resource.fields.some(({ name, readOnly }) => name === resource.owner && readOnly)
        expect(await importAs(stranger, resource, path)).toMatchObject({ ...(isEntered && { right: 0 }), written: 0 })
      }
      if (!resource.shared && resource.fields.some(field => field.type === 'reference' && field.required)) {
        // The row refers to another tenant's rows.
        const elsewhere = everything({ userId: '13', tenantId: '999999' })
        const isRefused = ownReferences(resource) || ofAdministrators.has(resource.name)
        expect((await importAs(elsewhere, resource, path)).written).toBe(isRefused ? 0 : 1)
      }
      expect(await count()).toBe(before)
      const admin = actor({ ...administrator, userId: '1' })
      expect(await importAs(admin, resource, path)).toEqual({ right: 1, written: 1 })
      expect(await count()).toBe(before + 1)
      for (const { resource: of, link } of linesParts(model, resource))
        await under.run(`delete from "${of.table}" where "${link.column}" <> ${rows.get(name)}`)
      await under.run(`delete from ${table} where id <> ${rows.get(name)}`)
      await bin(0)
    })
  })

  describe.each(
    tested
      .filter(({ fields, owner }) => fields.some(({ name, required }) => name === owner && required))
      .map(one => [one.name, one] as const),
  )("row of %s without the owner's column", (name, resource) => {
    it('belongs to the owner of its user, and to none where that is unknown', async () => {
      const owner = String(resource.owner)
      const own = String(rows.get(model.owner ?? ''))
      const path = await rowAsFile(resource)
      await under.run(`update "${resource.table}" set is_deleted = 1 where id = ${rows.get(name)}`)
      const stagedAs = async (by: UserActor) => {
        const steps = stepsAs(by, resource)
        const taken = await stageFile(steps, { path, name: 'row.csv' }, new AbortController().signal)
        const { columns } = taken.details
        const others = Object.fromEntries(Object.entries(columns).filter(([, field]) => field !== owner))
        for await (const _step of await checkStaged(steps, taken, { columns: others }));
        return under.run(
          `select record ->> '${owner}' as owner, problems from engine_import_row where import_id = ${taken.id}`,
        )
      }
      expect(await stagedAs(everything({ userId: '14', ownerIds: [own] }))).toEqual([{ owner: own, problems: null }])
      await expect(stagedAs(everything({ userId: '15', ownerIds: [own, '77'] }))).rejects.toMatchObject({ status: 400 })
      await under.run(`update "${resource.table}" set is_deleted = 0 where id = ${rows.get(name)}`)
    })
  })

  describe.each(tested.map(one => [one.name, one] as const))('change of %s', (name, resource) => {
    it('finds the row for users who see it and may edit but not add, and for no other', async () => {
      const path = await rowAsFile(resource)
      const match = { by: 'id', mode: 'update' } as const
      const found = async (by: UserActor) => {
        const { taken, queries } = await checkedAs(by, resource, path, match)
        // A row inserted without the store has no computed values: it counts as changed.
        const { wrong, same, updates } = await countRows(queries, taken.id)
        return { wrong, found: same + updates }
      }
      const admin = actor({ ...administrator, userId: '1' })
      expect(await found(admin)).toEqual({ wrong: 0, found: 1 })
      if (resource.shared || ofAdministrators.has(resource.name)) return
      const editor = everything({}, [codeOf(rightsOf(model, resource), 'add')])
      expect(await found(editor)).toEqual({ wrong: 0, found: 1 })
      for (const other of [null, { by: 'id', mode: 'both' }] as const)
        await expect(checkedAs(editor, resource, path, other)).rejects.toMatchObject({ status: 403 })
      if (rightsOf(model, resource).owner !== undefined)
        expect(await found(everything({ userId: '12', ownerIds: ['77'] }))).toEqual({ wrong: 1, found: 0 })
      expect(await found(everything({ userId: '13', tenantId: '999999' }))).toEqual({ wrong: 1, found: 0 })
      for (const name of ['edit', 'view'])
        await expect(found(everything({}, [codeOf(rightsOf(model, resource), name)]))).rejects.toMatchObject({
          status: 403,
        })
      expect(await under.run(`select version from "${resource.table}" where id = ${rows.get(name)}`)).toEqual([
        { version: 1 },
      ])
    })
  })

  /** Whether a row must refer to rows of its own tenant. */
  const ownReferences = (resource: Resource): boolean =>
    resource.fields.some(
      field =>
        field.type === 'reference' && field.required && model?.resources[String(field.options['of'])]?.shared === false,
    )
})
