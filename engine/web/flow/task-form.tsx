import { useEffect, useMemo, useState } from 'react'
import type { Step } from '../../model/model.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { afterPointerRelease } from '../form/after-pointer-release.ts'
import { RecordForm } from '../form/form.tsx'
import { createFormState } from '../form/form-state.ts'
import { useTargetContext } from '../record/use-target-context.ts'
import { askedResource, checkOfStep, sourcesOfStep } from '../transitions/dialog-check.ts'

interface TaskFormProps {
  readonly id: string
  readonly part: ResourcePart
  readonly record: Readonly<Record<string, unknown>>
  /** The fields that the task writes. */
  readonly edit: readonly string[]
  onSubmit(values: object): void
}

/** The fields of the record that a task writes, with the form and the checks of a step of the record. */
export function TaskForm({ id, part, record, edit, onSubmit }: TaskFormProps) {
  const { resource, model, language, sources } = part
  const context = useTargetContext(resource.name)
  const step = useMemo(() => stepOf(edit), [edit])
  const asked = useMemo(() => askedResource(resource, step), [resource, step])
  const check = useMemo(() => checkOfStep(part, asked, step, record, context), [part, asked, step, record, context])
  const own = useMemo(() => sourcesOfStep(sources, step, record), [sources, step, record])
  const [state] = useState(() => {
    const initial = edit.flatMap(name => [name, `${name}Name`]).map(name => [name, record[name]] as const)
    return createFormState(asked, check, Object.fromEntries(initial), afterPointerRelease)
  })
  useEffect(() => state.follow(asked, check), [state, asked, check])
  return (
    <div className="inset">
      <RecordForm
        id={id}
        resource={asked}
        groups={asked.form}
        model={model}
        language={language}
        sources={own}
        check={check}
        state={state}
        onSubmit={onSubmit}
      />
    </div>
  )
}

/** What a task writes, like the fields of a transition. */
const stepOf = (edit: readonly string[]): Step => ({
  name: 'task',
  title: { zh: '', en: '' },
  input: [],
  edit,
  set: {},
  http: { method: 'POST', path: '' },
})
