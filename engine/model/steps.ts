import type { Action, DeclaredQuery, Field, Resource, SendEffect, Step, Transition } from './model.ts'

/** The steps of a resource: its transitions, then its actions. */
export const stepsOf = ({
  lifecycle,
  actions,
}: Pick<Resource, 'lifecycle' | 'actions'>): readonly (Transition | Action)[] => [
  ...(lifecycle?.transitions ?? []),
  ...actions,
]

/** Whether a job makes a step at a day or time. */
export const isTimed = ({ after }: Pick<Step, 'after'>): boolean => after !== undefined

/** Whether no user makes a step: it has no endpoint, permission code or button. */
export const isAutomatic = (step: Pick<Step, 'after' | 'auto'>): boolean => isTimed(step) || step.auto === true

/** The steps that writes of a resource may cause. */
export const autoStepsOf = (resource: Pick<Resource, 'lifecycle' | 'actions'>): readonly (Transition | Action)[] =>
  stepsOf(resource).filter(({ auto }) => auto)

export const hasAutoSteps = (resource: Pick<Resource, 'lifecycle' | 'actions'>): boolean =>
  autoStepsOf(resource).length > 0

/** The steps that users make: its transitions, then its actions. */
export const userSteps = (resource: Pick<Resource, 'lifecycle' | 'actions'>): readonly (Transition | Action)[] =>
  stepsOf(resource).filter(step => !isAutomatic(step))

/** Whether a step runs code of the product, or needs a service outside of it. */
export const runsCode = ({ handler, needs }: Pick<Step, 'handler' | 'needs'>): boolean =>
  handler !== undefined || needs !== undefined

/** Whether a step writes other records, sends messages, starts a process or runs effects of parts. */
export const hasEffects = ({ updates, creates, sends, starts, runs }: Step): boolean =>
  [updates, creates, sends, starts, runs].some(one => one !== undefined)

/** Whether records of a resource have processes: they are decided by one, or a step starts one. */
export const hasProcesses = (resource: Pick<Resource, 'approval' | 'lifecycle' | 'actions'>): boolean =>
  resource.approval !== undefined || stepsOf(resource).some(({ starts }) => starts !== undefined)

/** Whether a request chooses the message of an effect, by `templateId`. */
export const isChoice = ({ messages, open }: SendEffect): boolean => open === true || messages.length > 1

/** The effect whose message a request chooses. */
export const choosingEffect = ({ sends = [] }: Pick<Step, 'sends'>): SendEffect | undefined => sends.find(isChoice)

/** The messages of files of which a request for the step chooses one. A single one is the default. */
export const messageChoices = (step: Pick<Step, 'sends'>): readonly string[] => choosingEffect(step)?.messages ?? []

/** Whether a step changes the state. */
export const isTransition = (step: Step): step is Transition => 'to' in step

/** Whether a step is made in a dialog, because it has something to enter. */
export const hasInput = ({ input, edit }: Pick<Step, 'input' | 'edit'>): boolean => input.length > 0 || edit.length > 0

/** The inputs of the step with the name; none of other operations. */
export const inputsOfStep = (resource: Pick<Resource, 'lifecycle' | 'actions'>, name: string): readonly Field[] =>
  stepsOf(resource).find(step => step.name === name)?.input ?? []

/** The inputs of all steps. */
export const allInputsOf = (resource: Pick<Resource, 'lifecycle' | 'actions'>): readonly Field[] =>
  stepsOf(resource).flatMap(({ input }) => input)

/** Whether a step belongs to no record. */
export const isOnCollection = (step: Step | Action): boolean => 'on' in step && step.on === 'collection'

/** What the response to a step, or to a query with a handler, contains by its declaration. */
export const returnsOf = (one: Step | Action | DeclaredQuery): readonly Field[] | undefined =>
  'returns' in one && typeof one.returns !== 'string' ? one.returns : undefined

/** Whether a step shows its messages before they are sent. */
export const hasPreview = ({ sends = [] }: Pick<Step, 'sends'>): boolean =>
  sends.some(({ preview }) => preview !== undefined)

/** An endpoint that shows the messages of a step before they are sent. */
export interface Preview {
  readonly path: string
  readonly step: Transition | Action
  readonly effect: SendEffect
}

/** The previews of a resource's steps. */
export const previewsOf = (resource: Pick<Resource, 'lifecycle' | 'actions'>): Preview[] =>
  userSteps(resource).flatMap(step =>
    (step.sends ?? []).flatMap(effect => (effect.preview ? [{ path: effect.preview, step, effect }] : [])),
  )
