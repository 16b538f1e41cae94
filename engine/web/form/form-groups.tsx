import { type ReactNode, useSyncExternalStore } from 'react'
import { typeOf } from '../../fields/index.ts'
import { hasLines } from '../../fields/traits.ts'
import type { Field, FormGroup } from '../../model/model.ts'
import { fieldOf } from '../../model/system-fields.ts'
import type { FormContext } from './form-context.ts'
import { isShortField } from './short-field.ts'

interface FormGroupsProps {
  /** Replacements of fields, by name. */
  readonly contents: ReadonlyMap<string, ReactNode>
  readonly context: FormContext
}

/** The groups of a record: title and description on the left, fields in 24 columns on the right. */
export function FormGroups({ contents, context }: FormGroupsProps) {
  const { groups } = context
  const hasHeads = groups.some(({ title, help }) => title ?? help)
  return groups.map(group => (
    <Group key={group.fields.join()} group={group} hasHeads={hasHeads} contents={contents} context={context} />
  ))
}

interface GroupProps extends FormGroupsProps {
  readonly group: FormGroup
  /** Used if some group has a title or description; the other groups then keep that column free. */
  readonly hasHeads: boolean
}

function Group({ group, hasHeads, contents, context }: GroupProps) {
  const { resource, language, state } = context
  // A string, so that the group is rendered again only when another field is shown.
  const shown = useSyncExternalStore(state.watch, () => group.fields.filter(state.isShown).join())
  const parts = shown.split(',').flatMap((name): Part[] => {
    const content = contents.get(name)
    const field = fieldOf(resource, name)
    return content && field ? [{ field, content }] : []
  })
  if (parts.length === 0) return null
  const lines = parts.find(isLines)?.field
  // Lines have a title of their own: it is not repeated.
  const title = group.title && group.title[language] !== lines?.title[language] ? group.title : undefined
  const isWide = lines !== undefined || !hasHeads
  return (
    <section className={`form-group ruled grid inset gap-x-40 max-w-1360${isWide ? ' wide' : ''}`}>
      {(title || group.help || !isWide) && (
        <header>
          {title && <h2>{title[language]}</h2>}
          {group.help && <p className="quiet text-13">{group.help[language]}</p>}
        </header>
      )}
      {runsOf(parts).map(run => (
        <div
          key={run[0]?.field.name}
          className="form-grid grid columns-24 gap-y-22 gap-x-16 columns-2-phone gap-y-22-phone gap-x-12-phone"
        >
          {run.map(({ field, content }) => (
            <div key={field.name} className={classOf(field, context)}>
              {content}
            </div>
          ))}
        </div>
      ))}
    </section>
  )
}

interface Part {
  readonly field: Field
  readonly content: ReactNode
}

const isLines = (part: Part | undefined) => part !== undefined && hasLines(part.field)

const classOf = (field: Field, { model, language }: FormContext) =>
  [`span-${typeOf(field).span(field)}`, isShortField(field, model, language) && 'form-brief', field.when && 'form-when']
    .filter(Boolean)
    .join(' ')

/** Lines have a row of their own between the fields of their group. */
function runsOf(parts: readonly Part[]): Part[][] {
  const runs: Part[][] = []
  for (const part of parts) {
    const last = runs.at(-1)
    if (last && !isLines(part) && !isLines(last[0])) last.push(part)
    else runs.push([part])
  }
  return runs
}
