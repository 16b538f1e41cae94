import type { Scene } from '../scene.ts'
import { at, entriesOf, plain } from '../tree.ts'

/** Keys that two entries share, and dictionaries that no field uses. */
export function checkDictionaries({ workspace, model, views, report }: Scene): void {
  const inputs = views.flatMap(({ resource }) =>
    [...(resource.lifecycle?.moves ?? []), ...resource.actions].flatMap(({ ask }) =>
      ask?.kind === 'inputs' ? ask.fields : [],
    ),
  )
  const fields = [...Object.values(model.resources).flatMap(resource => resource.fields), ...inputs]
  const used = new Set(fields.filter(field => field.type === 'dictionary').map(field => field.options['of']))
  for (const [code, draft] of workspace.dictionaries) {
    const seen = new Set<string>()
    for (const { key: name, keyStart, value } of entriesOf(at(draft.root, 'entries'))) {
      const said = at(value, 'key')
      const key = said ? String(plain(said)) : name
      if (seen.has(key)) report(draft, said?.start ?? keyStart, 'dictionary.key-twice', { name: key })
      seen.add(key)
    }
    if (!used.has(code) && draft.source.origin === 'app') report(draft, 0, 'dictionary.unused', { name: code })
  }
}
