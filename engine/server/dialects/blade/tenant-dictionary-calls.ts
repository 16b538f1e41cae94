import type { FastifyRequest } from 'fastify'
import type { Dictionary } from '../../../model/model.ts'
import { resourceOf } from '../../../model/names.ts'
import { fieldOf } from '../../../model/system-fields.ts'
import { rootKey, tenantDictionaryRows } from '../../../record/overlaid-rows.ts'
import { demand } from '../../auth/access.ts'
import type { RequestContext } from '../../auth/request-context.ts'
import type { Row } from '../../database/shape.ts'
import { done } from '../../errors/envelope.ts'
import { refuse } from '../../errors/refuse.ts'
import type { App } from '../../http/app.ts'
import { dictionaryId, entryId } from '../../live/described-rows.ts'
import { isAddedDictionary } from '../../store/aspects/guard-described-rows.ts'
import type { Store } from '../../store/operations.ts'
import { pageOfRows } from './blade-page.ts'
import {
  assureNames,
  assureParameters,
  type BladeParts,
  bodyRecordOf,
  idsOf,
  isSent,
  parameter,
} from './blade-parts.ts'
import { fromBladeRecord, rootId } from './blade-record.ts'
import { nested } from './blade-tree.ts'
import { resourceRequest, submit } from './resource-calls.ts'

const path = '/api/blade-system/dict-biz'

/**
 * `dict-biz/…`: the dictionaries of the tenant's Model and their entries. Their ids are those of the system dictionary;
 * a change of one is stored as an edit of the tenant, and deleting it deletes the edit. The ids of edits are accepted too.
 */
export function tenantDictionaryCalls(app: App, { store }: BladeParts): void {
  app.get(`${path}/parent-list`, request => {
    const [code, title] = [parameter(request, 'code'), parameter(request, 'dictValue')]
    const records = rootsIn(request.ctx).filter(
      record => (code === '' || record.code === code) && record.dictValue.includes(title),
    )
    return done(pageOfRows(records, parameter(request, 'current'), parameter(request, 'size')), request.language)
  })
  app.get(`${path}/child-list`, request => {
    const parentId = parameter(request, 'parentId')
    return done(
      recordsIn(request.ctx).filter(record => record.parentId === parentId && parentId !== rootId),
      request.language,
    )
  })
  app.get(`${path}/tree`, request =>
    done(
      nested(
        recordsIn(request.ctx).map(({ id, parentId, dictValue }) => ({
          id,
          parentId,
          title: dictValue,
          key: id,
          value: id,
        })),
        'parentId',
      ),
      request.language,
    ),
  )
  app.get(`${path}/detail`, async request => {
    const { ctx } = request
    const [id = ''] = idsOf(request, 'id')
    const record = recordsIn(ctx).find(one => one.id === id)
    if (record) return done(record, request.language)
    const { show } = askedOf(request, store)
    return done(show(await store.get(ctx, tenantDictionaryRows, id)), request.language)
  })
  app.post(`${path}/submit`, async request => {
    assureNames(request.query as object, [])
    const body = bodyRecordOf(request)
    const asked = askedOf(request, store)
    const record = isSent(body['id']) ? recordsIn(request.ctx).find(({ id }) => id === String(body['id'])) : undefined
    if (!record) return done(await submit(asked, placedIn(request.ctx, body)), request.language)
    const changed = changesIn(body, record, request.ctx)
    if (Object.keys(changed).length === 0) return done({}, request.language)
    const edit = await editOf(request, store, record)
    // A new row with the key of an entry is an edit here.
    const editing = { ...asked, ctx: request.ctx.unasked() }
    const row = placedIn(request.ctx, { ...changed, ...(edit ? { id: edit['id'] } : placeOf(record)) })
    return done(await submit(editing, row), request.language)
  })
  app.post(`${path}/remove`, async request => {
    const { ctx } = request
    assureParameters(request, ['ids'])
    const records = recordsIn(ctx)
    const edits: string[] = []
    for (const id of idsOf(request, 'ids')) {
      const record = records.find(one => one.id === id)
      const edit = record && (await editOf(request, store, record))
      if (record && !edit) throw refuse.conflict('described-row', notEdited(record))
      edits.push(String(edit?.['id'] ?? id))
    }
    await store.remove(ctx, tenantDictionaryRows, edits)
    return done({}, request.language)
  })
}

/** What a client changed in a record that it read, with names that no record has, which are refused. */
function changesIn(body: Row, record: Entry, ctx: RequestContext): Row {
  const resource = resourceOf(ctx.model, tenantDictionaryRows)
  const given = fromBladeRecord(body, resource, ctx, 'edit')
  const isKnown = (name: string) => Object.hasOwn(record, name) || fieldOf(resource, name) !== undefined
  const isChanged = ([name, value]: [string, unknown]) =>
    Object.hasOwn(given, name) && (!isKnown(name) || String(value ?? '') !== String(record[name] ?? ''))
  return Object.fromEntries(Object.entries(body).filter(isChanged))
}

/** A dictionary that the tenant added has no system dictionary above its entries: its code names it. */
function placedIn({ model }: RequestContext, body: Row): Row {
  const own = Object.values(model.dictionaries).find(({ code }) => dictionaryId(code) === String(body['parentId']))
  return own && isAddedDictionary(model, own) ? { ...body, parentId: null, code: own.code } : body
}

/** A dictionary, or an entry. */
interface Entry extends Row {
  readonly id: string
  readonly tenantId: string
  readonly parentId: string
  readonly code: string
  readonly dictKey: string
  readonly dictValue: string
  readonly sort: number
  readonly isSealed: 0 | 1
  readonly isDeleted: 0
}

/** Every dictionary, followed by its entries. The actor needs the right to view the edits of the tenant. */
function recordsIn(ctx: RequestContext): Entry[] {
  demand(ctx, resourceOf(ctx.model, tenantDictionaryRows), 'view')
  return Object.values(ctx.model.dictionaries).flatMap((dictionary, index) => recordsOf(ctx, dictionary, index))
}

const rootsIn = (ctx: RequestContext): Entry[] => recordsIn(ctx).filter(({ dictKey }) => dictKey === rootKey)

function recordsOf({ actor }: RequestContext, { code, title, entries }: Dictionary, index: number): Entry[] {
  const common = { tenantId: actor.tenantId, code, isDeleted: 0 } as const
  const id = dictionaryId(code)
  const root = { id, parentId: rootId, dictKey: rootKey, dictValue: title.zh, sort: index + 1, isSealed: 0 } as const
  const rest = entries.map(
    ({ key, title, sealed }, at): Entry => ({
      ...common,
      id: entryId(code, key),
      parentId: id,
      dictKey: key,
      dictValue: title.zh,
      sort: at + 1,
      isSealed: sealed ? 1 : 0,
    }),
  )
  return [{ ...common, ...root }, ...rest]
}

const placeOf = ({ code, dictKey }: Entry) => ({ parentId: dictionaryId(code), dictKey })

/** The tenant's edit of a dictionary or an entry. */
async function editOf({ ctx }: FastifyRequest, store: Store, { code, dictKey }: Entry): Promise<Row | undefined> {
  const [edit] = await store.list(ctx, tenantDictionaryRows, { code_in: code, dictKey_in: dictKey })
  return edit
}

const askedOf = (request: FastifyRequest, store: Store) =>
  resourceRequest(store, resourceOf(request.ctx.model, tenantDictionaryRows), request)

const notEdited = ({ dictValue }: Entry) => ({
  zh: `“${dictValue}”来自系统字典，本租户没有修改过，不能删除`,
  en: `"${dictValue}" is from the system dictionary and was not changed in this tenant: it cannot be deleted`,
})
