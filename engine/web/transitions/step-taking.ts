import { useNotify } from 'ra-core'
import { useMemo, useRef, useState } from 'react'
import { listSeparator } from '../../model/list-separator.ts'
import type { Field, Resource, Step } from '../../model/model.ts'
import { partChanges, presentName } from '../../model/name-changes.ts'
import { endpointPath, filledPath } from '../../model/names.ts'
import { hasInput, hasPreview, returnsOf, stepsOf } from '../../model/steps.ts'
import { isSameValue } from '../../record/merge-record.ts'
import { warningsIn } from '../data/acknowledgement.ts'
import { addressOf } from '../data/addresses.ts'
import { hasNoResponse, type Sent, useDelivery } from '../data/delivery.ts'
import { useEngine } from '../data/engine-context.ts'
import { RequestFault } from '../data/request-fault.ts'
import { type ResourcePart, useModelIndex } from '../data/resource-part.ts'
import { useDoneNotice } from '../data/use-done-notice.tsx'
import { useRefetch } from '../data/use-refetch.ts'
import type { VersionValues } from '../history/versions.ts'
import { finalState, stateOf } from '../record/available-steps.ts'
import { displayOf } from '../record/display-of.ts'
import { useLanguage } from '../words/i18n.ts'

/** A step that the user began on a record. */
export interface BegunStep {
  readonly step: Step
  /** The record as it was seen then. */
  readonly record: VersionValues
  /** The last known record: includes changes since the beginning that were shown to the user. */
  readonly known: VersionValues
}

/** The state of one step: input, request and refusal. */
export interface StepTaking {
  readonly begun: BegunStep | undefined
  readonly isBusy: boolean
  /** A step without input that no later transition undoes, or that shows its messages: the user confirms it first. */
  readonly isAsking: boolean
  /** It was sent without a response. It is retried automatically and is idempotent. */
  readonly isDisconnected: boolean
  /** The current record, where the step was refused because another user changed it. */
  readonly theirs: VersionValues | undefined
  readonly serverErrors: Readonly<Record<string, string>>
  /** What the last step returned, until it is closed, if the step declares what it returns. */
  readonly answered: StepAnswer | undefined
  closeAnswer(): void
  /** Opens the dialog for the step's input, or runs a step without input. */
  begin(step: Step, record: VersionValues): void
  submit(input: VersionValues): void
  retry(): void
  /** Takes it on the current record. */
  goOn(): void
  /** Returns to the input dialog; a step without input is cancelled. */
  goBack(): void
  giveUp(): void
}

/** A step that was made, and the values that it returned. */
export interface StepAnswer {
  readonly step: Step
  readonly fields: readonly Field[]
  readonly values: VersionValues
}

interface StepRequest {
  readonly step: Step
  readonly body: VersionValues
}

const none: Readonly<Record<string, string>> = {}

/**
 * Takes one step at a time of one resource's records: idempotent under retries, and never silently on a changed record.
 */
export function useStepTaking(part: ResourcePart): StepTaking {
  const { resource, language } = part
  const { session } = useEngine()
  const notify = useNotify()
  const notifyTaken = useStepNotice()
  const refresh = useRefetch()
  const [begunBefore, setBegun] = useState<BegunStep>()
  const begun = usePresentStep(resource, begunBefore)
  const [isAsking, setAsking] = useState(false)
  const [input, setInput] = useState<VersionValues>({})
  const [isBusy, setBusy] = useState(false)
  const [theirs, setTheirs] = useState<VersionValues>()
  const [serverErrors, setServerErrors] = useState(none)
  const [answered, setAnswered] = useState<StepAnswer>()
  const isSending = useRef(false)
  const delivery = useDelivery(
    ({ key, step: { http }, body }: Sent<StepRequest>) => {
      const [path, rest] = filledPath(endpointPath(resource, http), body)
      return session.call(path, { method: http.method, body: rest, headers: { 'idempotency-key': key } })
    },
    () => retry(),
  )

  const end = () => {
    setBegun(undefined)
    setAsking(false)
    setTheirs(undefined)
    setServerErrors(none)
  }
  const attempt = async (step: Step, record: VersionValues | undefined, send: () => Promise<unknown>) => {
    if (isSending.current) return
    isSending.current = true
    setBusy(true)
    setServerErrors(none)
    try {
      const response = await send()
      const what = record ? displayOf(part, record) : ''
      end()
      const fields = returnsOf(step)
      if (fields) setAnswered({ step, fields, values: response as VersionValues })
      else notifyTaken({ step: step.title[language], what }, response)
      refresh()
    } catch (error) {
      refuse(error)
    } finally {
      isSending.current = false
      setBusy(false)
    }
  }
  const refuse = (error: unknown) => {
    if (hasNoResponse(error)) return
    refresh()
    const { errors: all, data } = error instanceof RequestFault ? error.body : {}
    const errors = inputErrors(all)
    const now = error instanceof RequestFault && error.status === 409 ? theirsIn(data) : undefined
    if (now) return setTheirs(now)
    setServerErrors(errors ?? none)
    const isReturned = warningsIn(error) !== undefined
    // Errors of the input are shown at the fields and in the dialog's foot.
    const isShownAtFields = begun !== undefined && hasInput(begun.step) && errors !== undefined
    if (!isShownAtFields && !isReturned)
      notify(error instanceof Error ? error.message : 'notice.unknown', { type: 'error' })
    // A step without input has nothing to correct.
    setBegun(one => (one && hasInput(one.step) ? one : undefined))
  }
  const take = (one: BegunStep, typed: VersionValues) => {
    const { step, known } = one
    setInput(typed)
    const body = { ...onTopOf(one, typed), id: known['id'], version: known['version'] }
    void attempt(step, one.record, () => delivery.send({ step, body }))
  }
  const retry = () => {
    const open = delivery.unanswered()
    if (open) void attempt(open.step, begun?.record, () => delivery.settle())
  }
  const giveUp = () => {
    // The outcome is unknown: the screen must be refetched.
    if (delivery.unanswered()) refresh()
    delivery.drop()
    end()
  }

  return {
    begun,
    isAsking,
    isBusy,
    isDisconnected: delivery.isDisconnected,
    theirs,
    serverErrors,
    answered,
    closeAnswer: () => setAnswered(undefined),
    begin(step, record) {
      const one = { step, record, known: record }
      setBegun(one)
      const isFinal = finalState(part, step, [stateOf(part, record) ?? '']) !== undefined
      const isShown = isFinal || hasPreview(step)
      setAsking(isShown && !hasInput(step))
      if (!hasInput(step) && !isShown) take(one, {})
    },
    submit(typed) {
      setAsking(false)
      if (begun) take(begun, typed)
    },
    retry,
    goOn() {
      if (!begun || !theirs) return
      const one = { ...begun, known: theirs }
      setBegun(one)
      setTheirs(undefined)
      take(one, input)
    },
    goBack() {
      if (!begun || !hasInput(begun.step)) return giveUp()
      setBegun({ ...begun, known: theirs ?? begun.known })
      setTheirs(undefined)
    },
    giveUp,
  }
}

/** The step that was begun, as the present Model has it. One that was removed is refused by the server. */
function usePresentStep(resource: Resource, begun: BegunStep | undefined): BegunStep | undefined {
  const former = useRef(resource)
  return useMemo(() => {
    if (begun === undefined || former.current === resource) {
      former.current = resource
      return begun
    }
    const { steps } = partChanges(former.current, resource)
    const name = presentName(steps, begun.step.name)
    const step = stepsOf(resource).find(one => one.name === name)
    return step ? { ...begun, step } : begun
  }, [resource, begun])
}

/** The errors of the step's own input. Those of its effects (`creates.deadline`) have no field in the dialog. */
function inputErrors(errors: Readonly<Record<string, string>> | undefined): typeof errors {
  const own = Object.entries(errors ?? {}).filter(([name]) => !/^(creates|updates)\./.test(name))
  return own.length > 0 ? Object.fromEntries(own) : undefined
}

/** Another user's value is kept for fields of the step that this user left unchanged. */
function onTopOf({ step, record, known }: BegunStep, input: VersionValues): VersionValues {
  const isUnchanged = (name: string, value: unknown) => step.edit.includes(name) && isSameValue(value, record[name])
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => [name, isUnchanged(name, value) ? known[name] : value]),
  )
}

function theirsIn(data: unknown): VersionValues | undefined {
  if (typeof data !== 'object' || data === null || !('theirs' in data)) return undefined
  const { theirs } = data
  return typeof theirs === 'object' && theirs !== null ? (theirs as VersionValues) : undefined
}

/** A record that the step created, as the response names it. */
interface CreatedRecord {
  readonly resource: string
  readonly id: string
  readonly name: string
  /** An earlier step had created it. */
  readonly existed: boolean
}

/** Shows that a step was taken, with the address of the first record that it created. */
function useStepNotice(): (texts: { readonly step: string; readonly what: string }, response: unknown) => void {
  const notify = useNotify()
  const notifyDone = useDoneNotice()
  const resources = useModelIndex()?.resources ?? []
  const language = useLanguage()
  return (texts, response) => {
    const created = createdIn(response)
    const [first] = created
    const of = resources.find(({ name }) => name === first?.resource)
    const done = texts.what === '' ? 'notice.actionDone' : 'notice.stepDone'
    if (!first || !of) return notify(done, { type: 'success', messageArgs: texts })
    notifyDone({
      message: created.every(({ existed }) => existed) ? 'notice.stepLinked' : 'notice.stepCreated',
      messageArgs: {
        ...texts,
        created: `${of.title[language]} ${created.map(({ name }) => name).join(listSeparator(language))}`,
      },
      ...(of.screens !== false && { address: addressOf(of, 'show', first.id) }),
    })
  }
}

function createdIn(response: unknown): readonly CreatedRecord[] {
  if (typeof response !== 'object' || response === null || !('creates' in response)) return []
  return Array.isArray(response.creates) ? response.creates : []
}
