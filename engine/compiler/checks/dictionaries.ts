import { equalTitles } from '../../fields/dictionary/equal-titles.ts'
import { foldedText } from '../../fields/text-value.ts'
import { isDictionary } from '../../fields/traits.ts'
import type { DictionaryEntry, Field, Model } from '../../model/model.ts'
import { stepsOf } from '../../model/steps.ts'
import type { CheckContext, Report } from '../check-context.ts'
import type { Draft } from '../draft.ts'
import { checkFormerNames } from '../former-names.ts'
import { at, entriesOf, itemsOf, plain } from '../tree.ts'

/** Finds keys and titles that two entries share, keys that are not allowed, ambiguous aliases, and dictionaries that no field uses. */
export function checkDictionaries({ workspace, model, views, report }: CheckContext): void {
  const used = new Set<unknown>()
  const use = (fields: readonly Field[]) => {
    for (const field of fields) if (isDictionary(field)) used.add(field.options['of'])
  }
  for (const { fields } of Object.values(model.resources)) use(fields)
  for (const { resource } of views) for (const { input } of stepsOf(resource)) use(input)
  const parts = [...workspace.dictionaries].map(([key, draft]) => ({ draft, key, keyStart: 0, value: draft.root }))
  checkFormerNames(parts, { report })
  for (const [code, draft] of workspace.dictionaries) {
    const seen = new Set<string>()
    for (const { key: name, keyStart, value } of entriesOf(at(draft.root, 'entries'))) {
      const keyNode = at(value, 'key')
      const key = keyNode ? String(plain(keyNode)) : name
      if (seen.has(key)) report(draft, keyNode?.start ?? keyStart, 'dictionary.key-twice', { name: key })
      if (key.includes(',')) report(draft, keyNode?.start ?? keyStart, 'dictionary.key-comma', { name: key })
      seen.add(key)
    }
    const stored = entriesOf(at(draft.root, 'entries')).map(({ key, keyStart, value }) => {
      const node = at(value, 'key')
      return { draft, key: node ? String(plain(node)) : key, keyStart, value }
    })
    checkFormerNames(stored, { report })
    checkAliases(draft, model.dictionaries[code]?.entries ?? [], report)
    checkTitles(draft, model.dictionaries[code]?.entries ?? [], report)
    checkSealed(draft, model, report)
    // Programs read one with remarks.
    const isRead = model.dictionaries[code]?.entries.some(({ remark }) => remark !== undefined)
    if (!used.has(code) && !isRead && draft.source.origin === 'app')
      report(draft, 0, 'dictionary.unused', { name: code })
  }
}

/** An entry that new records or transitions receive is a new value of theirs, so it cannot be sealed. */
function checkSealed(draft: Draft, { resources, dictionaries }: Model, report: Report): void {
  const sealed = dictionaries[draft.name]?.entries.filter(entry => entry.sealed) ?? []
  if (sealed.length === 0) return
  const users = new Map<string, string>()
  for (const { name, fields, lifecycle } of Object.values(resources))
    for (const field of fields) {
      if (!isDictionary(field) || field.options['of'] !== draft.name) continue
      const { initial, transitions } = lifecycle?.field === field.name ? lifecycle : { initial: '', transitions: [] }
      const states = [initial, ...transitions.map(({ to }) => to)]
      for (const entry of sealed)
        if (states.includes(entry.name) || [field.default].flat().includes(entry.key))
          users.set(entry.name, `${name}.${field.name}`)
    }
  for (const { key, value } of entriesOf(at(draft.root, 'entries'))) {
    const [other, node] = [users.get(key), at(value, 'sealed')]
    if (other !== undefined && node) report(draft, node.start, 'dictionary.entry-sealed', { name: key, other })
  }
}

/** Users cannot distinguish entries with one title, nor does an import that contains it. */
function checkTitles(draft: Draft, entries: readonly DictionaryEntry[], report: Report): void {
  for (const { first, second, language } of equalTitles(entries)) {
    const node = at(at(draft.root, 'entries'), second.name)
    const title = at(at(node, 'title'), language)
    if (title) report(draft, title.start, 'dictionary.title-twice', { name: second.title[language], other: first.name })
  }
}

/** A text has one meaning: an alias is no other entry's key, title, name or alias. */
function checkAliases(draft: Draft, entries: readonly DictionaryEntry[], report: Report): void {
  if (!entries.some(({ aliases }) => aliases)) return
  const owners = new Map<string, Set<string>>()
  for (const { name, key, title, aliases = [] } of entries)
    for (const text of [key, title.zh, title.en, name, ...aliases].map(foldedText))
      owners.set(text, (owners.get(text) ?? new Set()).add(name))
  for (const { value } of entriesOf(at(draft.root, 'entries')))
    for (const item of itemsOf(at(value, 'aliases'))) {
      const alias = String(plain(item))
      if ((owners.get(foldedText(alias))?.size ?? 0) > 1)
        report(draft, item.start, 'dictionary.alias-taken', { name: alias })
    }
}
