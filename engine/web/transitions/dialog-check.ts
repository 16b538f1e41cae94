import { enteredFields } from '../../fields/entered-fields.ts'
import type { FieldSources } from '../../fields/field-web.ts'
import type { Resource, Step } from '../../model/model.ts'
import { brokenStepRules, brokenStepWarnings } from '../../record/broken-rules.ts'
import type { EvaluationContext, RecordContext } from '../../record/expressions.ts'
import { type StepConditions, stepConditions } from '../../record/step-conditions.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { type RecordCheck, recordCheck } from '../form/record-check.ts'

type Values = Readonly<Record<string, unknown>>

/** The input fields as a resource, so that the same form and checks apply. */
export function askedResource(resource: Resource, step: Step): Resource {
  const asked = enteredFields(resource, step)
  const rules = step.edit.length > 0 ? resource.rules : []
  return { ...resource, fields: asked, rules, lifecycle: undefined, form: [{ fields: asked.map(field => field.name) }] }
}

/**
 * The checks of a step's dialog. Its conditions and rules read the record with the edited fields, and the inputs. For
 * several records, an input is shown, and required, if it is for one of them: the server refuses those for which it is not.
 */
export function checkOfStep(
  { model, resource, language }: Pick<ResourcePart, 'model' | 'resource' | 'language'>,
  asked: Resource,
  step: Step,
  record: Values,
  context: () => EvaluationContext,
  records: readonly Values[] = [record],
): RecordCheck {
  const edited = (values: Values, of = record) => ({ ...of, ...among(step.edit, values) })
  const inputs = (values: Values, { input }: Pick<Step, 'input'> = step) =>
    among(
      input.map(({ name }) => name),
      values,
    )
  const conditions = (ctx: RecordContext, values: Values): StepConditions => {
    const all = (records.length > 0 ? records : [record]).map(of =>
      stepConditions(ctx, resource, step, edited(values, of), inputs(values)),
    )
    return {
      isShown: field => all.some(one => one.isShown(field)),
      isRequired: field => all.some(one => one.isShown(field) && one.isRequired(field)),
    }
  }
  return recordCheck(model, asked, language, context, undefined, {
    conditions,
    broken(ctx, values) {
      const shown = { input: step.input.filter(conditions(ctx, values).isShown) }
      return brokenStepRules(ctx, resource, step, edited(values), inputs(values, shown))
    },
    warned(ctx, values) {
      const shown = { input: step.input.filter(conditions(ctx, values).isShown) }
      return brokenStepWarnings(ctx, resource, step, edited(values), inputs(values, shown))
    },
  })
}

const among = (names: readonly string[], values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)))

/** Sources whose choices depend on the record of a step, with its edited fields; of several records, on none. */
export function sourcesOfStep(sources: FieldSources, { edit }: Step, record?: Values): FieldSources {
  const around = (read?: Values) => read && record && { ...read, ...among(names(read, edit), record) }
  return {
    ...sources,
    options: (field, search, read) => sources.options(field, search, around(read)),
    level: (field, parent, read, from) => sources.level(field, parent, around(read), from),
    matchTexts: (field, texts, read) => sources.matchTexts(field, texts, around(read)),
  }
}

const names = (read: Values, edit: readonly string[]) => Object.keys(read).filter(name => !edit.includes(name))
