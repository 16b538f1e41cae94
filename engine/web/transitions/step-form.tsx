import { useMemo } from 'react'
import type { Step } from '../../model/model.ts'
import { contextOfPart, type RecordContext } from '../../record/expressions.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { RecordForm } from '../form/form.tsx'
import { defaultsOf } from '../form/new-record.ts'
import { useFormState } from '../form/use-form-state.ts'
import { useTargetContext } from '../record/use-target-context.ts'
import { askedResource, checkOfStep, sourcesOfStep } from './dialog-check.ts'

type Values = Readonly<Record<string, unknown>>

/** The fields, the checks and the state of what a step of one record, or of several, asks for. */
export function useStepForm(part: ResourcePart, step: Step, record: Values, records?: readonly Values[]) {
  const { resource, model } = part
  // A task of a process writes the record like a step, but has no name.
  const ofStep = step.name === '' ? part.sources : part.sources.of(resource.name, step.name)
  const sources = useMemo(
    () => sourcesOfStep(ofStep, step, records ? undefined : record),
    [ofStep, step, record, records],
  )
  const context = useTargetContext(resource.name)
  const asked = useMemo(() => askedResource(resource, step), [resource, step])
  const check = useMemo(
    () => checkOfStep(part, asked, step, record, context, records),
    [part, asked, context, step, record, records],
  )
  const state = useFormState(asked, check, () => initialOf(step, record, contextOfPart(model, context())))
  return { part, asked, sources, check, state }
}

interface StepFormProps {
  readonly id: string
  readonly form: ReturnType<typeof useStepForm>
  onSubmit(input: Values): void
}

/** The form of a step. */
export const StepForm = ({ id, form: { part, asked, ...form }, onSubmit }: StepFormProps) => (
  <RecordForm
    id={id}
    resource={asked}
    groups={asked.form}
    model={part.model}
    language={part.language}
    {...form}
    onSubmit={onSubmit}
  />
)

const initialOf = ({ edit, input }: Step, record: Values, context: RecordContext): Values => ({
  ...Object.fromEntries(edit.flatMap(name => [name, `${name}Name`]).map(name => [name, record[name]])),
  ...defaultsOf(input, context),
})
