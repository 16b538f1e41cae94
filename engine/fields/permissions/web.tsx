import { useMemo } from 'react'
import { listSeparator } from '../../model/list-separator.ts'
import type { Language, Model, Permission } from '../../model/model.ts'
import { codesBelow, permissionPaths, permissionsOf } from '../../model/permissions.ts'
import { ariaOf } from '../aria.ts'
import { isNothing, Nothing, WordsCell } from '../cells.tsx'
import type { Branch, FieldContext, FieldSources, FieldWeb, InputProps, Option } from '../field-web.ts'
import { TreeBox } from '../reference/tree-box.tsx'
import { foldedText } from '../text-value.ts'
import { previousValueOf } from '../unread-text.ts'
import { words } from '../words.ts'

type Codes = readonly string[]
type CellProps = FieldContext & { readonly value: Codes }

export const permissionsWeb: FieldWeb<Codes> = {
  Cell: ({ value, model, language }: CellProps) =>
    isNothing(value) ? (
      <Nothing />
    ) : (
      <WordsCell
        value={linesOf(wholeOptions(value, model, language), language).join(language === 'zh' ? '；' : '; ')}
      />
    ),
  Whole: ({ value, model, language }: CellProps) =>
    isNothing(value) ? (
      <Nothing />
    ) : (
      <span>
        {linesOf(wholeOptions(value, model, language), language).map(line => (
          <div key={line}>{line}</div>
        ))}
      </span>
    ),
  Input: PermissionsInput,
}

/** The codes from the tree of the menu: a branch is chosen with all codes below it. */
function PermissionsInput(props: InputProps<Codes>) {
  const { id, field, model, language, value, unread, record, sources, disabled, invalid, onChange, onBlur } = props
  const codes = new Set(value ?? (unread?.chosen as Codes | undefined) ?? [])
  const own = useMemo(() => treeSources(sources, model, language), [sources, model, language])
  const whole = wholeOptions([...codes], model, language)
  const choose = (next: readonly Option[]) => {
    const isIn = (list: readonly Option[], { id }: Option) => list.some(one => one.id === id)
    for (const option of whole) if (!isIn(next, option)) for (const code of codesOf(option, model)) codes.delete(code)
    for (const option of next) {
      if (isIn(whole, option)) continue
      const below = codesOf(option, model)
      const isRemoved = below.every(code => codes.has(code))
      for (const code of below) isRemoved ? codes.delete(code) : codes.add(code)
    }
    onChange(codes.size === 0 ? null : [...codes].sort())
  }
  return (
    <TreeBox
      id={id}
      language={language}
      field={field}
      record={record}
      sources={own}
      isMany
      most={12}
      chosen={whole.map(option => ({ ...option, label: namesOf(option, language).join(' · ') }))}
      marked={optionsIn(permissionsOf(model), [], language).filter(option =>
        codesOf(option, model).every(code => codes.has(code)),
      )}
      placeholder={words.choose[language]}
      disabled={disabled}
      invalid={invalid}
      aria={ariaOf(props)}
      unread={unread}
      onChange={choose}
      onUnread={next => onChange(previousValueOf(next, props))}
      onRestore={() => onChange((unread?.before ?? null) as Codes | null)}
      {...(onBlur && { onBlur })}
    />
  )
}

/** The sources of a choice from the tree, which is part of the model. */
function treeSources(sources: FieldSources, model: Model, language: Language): FieldSources {
  const all = optionsIn(permissionsOf(model), [], language)
  const branchOf = (one: Permission): Branch => ({
    id: one.id,
    label: one.title[language],
    hasChildren: one.children !== undefined,
  })
  return {
    ...sources,
    options: async (_field, search) => {
      const text = foldedText(search)
      const isFound = (option: Option) => foldedText(namesOf(option, language).join(' · ')).includes(text)
      return all.filter(isFound).slice(0, mostFound)
    },
    level: async (_field, parent) => {
      const within = parent === undefined ? permissionsOf(model) : permissionPaths(model).get(parent)?.at(-1)?.children
      return (within ?? []).map(branchOf)
    },
    chose: () => undefined,
  }
}

/** As many as the box shows. */
const mostFound = 100

const optionsIn = (list: readonly Permission[], path: readonly Option[], language: Language): Option[] =>
  list.flatMap(({ id, title, children = [] }) => {
    const option: Option = { id, label: title[language], path }
    return [option, ...optionsIn(children, [...path, { id, label: title[language] }], language)]
  })

/** The parts of the tree all of whose codes are among these, without what such a part contains; and codes of no part. */
function wholeOptions(codes: Codes, model: Model, language: Language): Option[] {
  const granted = new Set(codes)
  const within = (list: readonly Permission[]): readonly Permission[] =>
    list.flatMap(one => (codesBelow(one).every(code => granted.has(code)) ? [one] : within(one.children ?? [])))
  const whole = new Set(within(permissionsOf(model)).map(({ id }) => id))
  const known = optionsIn(permissionsOf(model), [], language).filter(({ id }) => whole.has(id))
  const unknown = codes.filter(code => !permissionPaths(model).has(code))
  return [...known, ...unknown.map(id => ({ id, label: id }))]
}

const codesOf = ({ id }: Option, model: Model): Codes => {
  const part = permissionPaths(model).get(id)?.at(-1)
  return part ? codesBelow(part) : [id]
}

/** The name of a resource or a group, and that of a code there, or that it has all of them. */
const namesOf = ({ id, label, path = [] }: Option, language: Language): readonly string[] =>
  id.includes('/') ? [label, words.all[language]] : [path.at(-1)?.label ?? [], label].flat()

/** One line for each resource, with the names of its codes. */
function linesOf(options: readonly Option[], language: Language): string[] {
  const lines = new Map<string, readonly string[]>()
  for (const option of options) {
    const [of = '', own] = namesOf(option, language)
    lines.set(of, [...(lines.get(of) ?? []), ...(own === undefined ? [] : [own])])
  }
  return [...lines].map(([of, own]) =>
    own.length === 0 ? of : `${of}${language === 'zh' ? '：' : ': '}${own.join(listSeparator(language))}`,
  )
}
