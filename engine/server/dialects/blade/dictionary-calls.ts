import { done } from '../../errors/envelope.ts'
import type { App } from '../../http/app.ts'
import { parameter } from './blade-parts.ts'
import { idOfCode } from './menu-tree.ts'

/** `dict/dictionary` and `dict-biz/dictionary`: the open entries of a dictionary, in order. */
export function dictionaryCalls(app: App): void {
  for (const kind of ['dict', 'dict-biz']) {
    app.get(`/api/blade-system/${kind}/dictionary`, request => {
      const code = parameter(request, 'code')
      const { dictionaries } = request.ctx.model
      const dictionary = Object.hasOwn(dictionaries, code) ? dictionaries[code] : undefined
      const entries = dictionary?.entries.filter(({ sealed }) => !sealed) ?? []
      return done(
        entries.map(({ key, title }, index) => ({
          id: idOfCode(`${code}/${key}`),
          parentId: idOfCode(code),
          code,
          dictKey: key,
          dictValue: title[request.language],
          sort: index + 1,
          remark: '',
          isSealed: 0,
          isDeleted: 0,
        })),
        request.language,
      )
    })
  }
}
