import type { FastifyRequest } from 'fastify'
import { offeredEntries } from '../../../model/offered-entries.ts'
import type { Row } from '../../database/shape.ts'
import { done } from '../../errors/envelope.ts'
import type { App } from '../../http/app.ts'
import { dictionaryId, entryId } from '../../live/described-rows.ts'
import { parameter } from './blade-parts.ts'

const path = '/api/blade-system'

/** The open entries of a dictionary, in order, as records and as choices. `dict-biz` returns the same entries. */
export function dictionaryCalls(app: App): void {
  for (const kind of ['dict', 'dict-biz']) {
    app.get(`${path}/${kind}/dictionary`, { config: { anyPassword: true } }, request =>
      done(openEntries(request), request.language),
    )
    app.get(`${path}/${kind}/dictionary-tree`, request =>
      done(
        openEntries(request).map(({ id, dictValue }) => ({ id, parentId: '0', title: dictValue, key: id, value: id })),
        request.language,
      ),
    )
  }
}

function openEntries(request: FastifyRequest): Row[] {
  const code = parameter(request, 'code')
  const { dictionaries } = request.ctx.model
  const entries = (Object.hasOwn(dictionaries, code) && dictionaries[code]?.entries) || []
  return offeredEntries(entries).map(({ key, title, remark = '' }, index) => ({
    id: entryId(code, key),
    parentId: dictionaryId(code),
    code,
    dictKey: key,
    dictValue: title[request.language],
    sort: index + 1,
    remark,
    isSealed: 0,
    isDeleted: 0,
  }))
}
