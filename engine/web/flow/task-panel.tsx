import Button from '@mui/material/Button'
import type { RJSFSchema, UiSchema } from '@rjsf/utils'
import { ArrowLeft, Check, Undo2, UserPlus, UserRoundPlus } from 'lucide-react'
import { useNotify } from 'ra-core'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { emptyModel } from '../../model/empty-model.ts'
import type { FlowTaskDetail } from '../../model/flow-views.ts'
import type { Step } from '../../model/model.ts'
import { ScreenHead } from '../components/screen-head.tsx'
import { SheetFault, SheetLoading } from '../components/sheet-state.tsx'
import { RequestFault } from '../data/request-fault.ts'
import { type ResourcePart, useFieldSources, useResourcePart } from '../data/resource-part.ts'
import { DetailGrid } from '../detail/detail-grid.tsx'
import { submitForm } from '../form/edited-form.tsx'
import { EngineForm } from '../form/engine-form.tsx'
import type { Values } from '../form/form-context.ts'
import { schemaForm } from '../form/schema-fields.ts'
import { keysText } from '../frame/keys-shown.tsx'
import { useShell } from '../frame/shell-context.ts'
import { useShortcut } from '../frame/shortcuts.ts'
import { StepForm, useStepForm } from '../transitions/step-form.tsx'
import { useLanguage } from '../words/i18n.ts'
import { useFlowChange, useFlowQuery } from './flow-calls.ts'
import { FlowProcess } from './flow-process.tsx'
import { type FlowWord, useFlowWords } from './flow-words.ts'
import { FormDialog, type FormDialogProps, peopleUi, starterDialog } from './form-dialog.tsx'
import '../detail/record-detail.css'
import '../form/form.css'

interface TaskPanelProps {
  readonly id: string
  /** Where the list is not beside it. */
  readonly onBack?: (() => void) | undefined
  /** The task is no longer the user's: the next one is shown. */
  onDone(): void
}

/** A task: the record, the opinion and the decision; beside or below them the diagram with the history. */
export function TaskPanel({ id, onBack, onDone }: TaskPanelProps) {
  const words = useFlowWords()
  const { data, error, refetch } = useFlowQuery<FlowTaskDetail>(`tasks/${encodeURIComponent(id)}`)
  const back = onBack && { label: words('back'), onClick: onBack }
  if (data) return <Task detail={data} back={back} onDone={onDone} />
  if (!error) return <SheetLoading />
  return (
    <section className="flow-task stack flex-1 min-0 min-h-0 scroll-1200">
      <ScreenHead title={words('task')} {...(back && { back })} />
      <SheetFault error={error} retry={() => void refetch()} />
    </section>
  )
}

interface TaskProps {
  readonly detail: FlowTaskDetail
  readonly back: { readonly label: string; onClick(): void } | undefined
  onDone(): void
}

function Task({ detail, back, onDone }: TaskProps) {
  const words = useFlowWords()
  const { task, record, may, next, filled } = detail
  const work = useTaskWork(detail, onDone)
  const title = record?.display || task.definition.name
  return (
    <section className="flow-task stack flex-1 min-0 min-h-0 scroll-1200" aria-label={title}>
      <ScreenHead title={title} {...(back && { back })}>
        {task.onBehalfOf && (
          <span className="flow-tag px-8 round-6 size-13 nowrap self-center">
            {words('onBehalf', { name: task.onBehalfOf.name })}
          </span>
        )}
        <span className="flow-tag px-8 round-6 size-13 nowrap self-center">{task.name}</span>
        {task.dueAt && (
          <span className={`text-13 num ${task.isOverdue ? 'late' : 'muted'}`}>{task.dueAt.slice(5, 16)}</span>
        )}
      </ScreenHead>
      <div className="flow-task-columns grid flex-1 min-h-0 block-1200">
        <div className="stack flex-1 min-0 min-h-0">
          <div className="grow scroll">
            {record && <RecordOfTask edit={may.complete ? record.edit : []} work={work} />}
            {filled && <Filled {...filled} />}
            {may.complete ? (
              <Opinion detail={detail} work={work} />
            ) : (
              <p className="inset muted text-13">
                {task.assignee ? words('takenBy', { name: task.assignee.name }) : words('unclaimedYet')}
              </p>
            )}
            {next.length > 0 && (
              <p className="inset text-13 muted py-12">
                {words('next')}
                {next.map(({ flow, name, who }) => (
                  <span className="ml-12" key={flow}>
                    <strong className="medium">{name}</strong> {who.join(', ')}
                  </span>
                ))}
              </p>
            )}
          </div>
          <Decisions detail={detail} work={work} onDone={onDone} />
        </div>
        <aside className="min-0 scrolls ruled-left unruled-left-1200 ruled-1200">
          <FlowProcess definition={detail.instance.definition.id} detail={detail} />
        </aside>
      </div>
    </section>
  )
}

const recordForm = 'flow-record-form'
const opinionForm = 'flow-opinion-form'

/** What the user enters of a task and how it is decided. */
function useTaskWork({ task, record, model, form, formData }: FlowTaskDetail, onDone: () => void) {
  const words = useFlowWords()
  const notify = useNotify()
  const { mutate, isPending, error } = useFlowChange()
  const { data: part, error: partError } = useResourcePart(record?.resource ?? '', model)
  // Who has a part in a process reads its record by this call, without a right to the resource.
  const read = useFlowQuery<Values & { readonly id: string }>(
    `/api/blade-desk/process/${record?.resource}/detail`,
    { businessId: record?.id },
    record !== undefined,
  )
  const shown = part && read.data && { part, record: read.data }
  const hasNoRecord = (partError ?? read.error) !== null
  const isEdited = record !== undefined && record.edit.length > 0 && !hasNoRecord
  const values = useRef<Values>({ ...formData })
  const written = useRef<Values>(undefined)
  const [isMissing, setMissing] = useState(false)
  const path = `tasks/${encodeURIComponent(task.id)}`
  const send = (what: string, body: object, done: FlowWord, isLeft = true) =>
    mutate(
      { path: `${path}/${what}`, body },
      {
        onSuccess() {
          notify(words(done), { type: 'success' })
          if (isLeft) onDone()
        },
      },
    )
  const opinionOf = ({ comment, files, ...variables }: Values) => ({
    opinion: {
      ...(typeof comment === 'string' && comment.trim() !== '' && { comment }),
      ...(Array.isArray(files) && files.length > 0 && { files }),
    },
    variables,
  })
  /** The opinion, which a refusal and a remark need too, without the rest of the form. */
  const withOpinion = (act: (opinion: object) => void) => {
    const { opinion } = opinionOf(values.current)
    setMissing(!('comment' in opinion))
    if ('comment' in opinion) act(opinion)
  }
  return {
    isPending,
    isMissing,
    error,
    /** The record, once it is read. */
    shown,
    hasNoRecord,
    /** Whether the forms are there that an agreement submits. */
    isReady: !isEdited || shown !== undefined,
    values,
    /** With the values of the forms, once they have no errors. */
    agree(input: Values) {
      const { opinion, variables } = opinionOf(input)
      const more = { ...(form && { variables }), ...(written.current && { record: written.current }) }
      send('complete', { pass: true, ...opinion, ...more }, 'completed')
    },
    agreeWithRecord(input: Values) {
      written.current = input
      submitForm(opinionForm)
    },
    pressAgree: () => submitForm(isEdited ? recordForm : opinionForm),
    refuse: () => withOpinion(opinion => send('complete', { pass: false, ...opinion }, 'completed')),
    comment: () => withOpinion(opinion => send('comment', opinion, 'saved', false)),
    claim: () => send('claim', {}, 'claimed', false),
    unclaim: () => send('unclaim', {}, 'saved'),
  }
}

type TaskWork = ReturnType<typeof useTaskWork>

/** The record as it is, and the form of the fields that the task edits. */
function RecordOfTask({ edit, work }: { readonly edit: readonly string[]; readonly work: TaskWork }) {
  const words = useFlowWords()
  const { shown, hasNoRecord, agreeWithRecord } = work
  if (hasNoRecord) return <p className="inset muted text-13">{words('noRecord')}</p>
  if (!shown) return <SheetLoading />
  return (
    <>
      <DetailGrid {...shown} />
      {edit.length > 0 && <EditOfTask {...shown} edit={edit} onSubmit={agreeWithRecord} />}
    </>
  )
}

interface EditOfTaskProps {
  readonly part: ResourcePart
  readonly record: Values
  readonly edit: readonly string[]
  onSubmit(values: Values): void
}

function EditOfTask({ part, record, edit, onSubmit }: EditOfTaskProps) {
  const [step] = useState<Step>({ ...noStep, edit })
  return <StepForm id={recordForm} form={useStepForm(part, step, record)} onSubmit={onSubmit} />
}

const noStep: Step = {
  name: '',
  title: { zh: '', en: '' },
  input: [],
  edit: [],
  set: {},
  http: { method: 'POST', path: '' },
}

/** What was entered in the forms of a process without a record. */
function Filled({ schema, values }: NonNullable<FlowTaskDetail['filled']>) {
  const language = useLanguage()
  const sources = useFieldSources('')
  const part = useMemo(
    () => ({ ...schemaForm(schema, {}, emptyModel), language, sources, may: [], primary: [], refusals: {} }),
    [schema, language, sources],
  )
  return <DetailGrid part={part} record={{ ...values, id: '' }} />
}

const phrases = ['agreeText', 'agreeWithCare', 'askMore'] as const

/** The form of a task without a record, the opinion and its files. */
function Opinion({ detail: { form, people }, work }: { readonly detail: FlowTaskDetail; readonly work: TaskWork }) {
  const words = useFlowWords()
  // A phrase begins the form again with what was entered.
  const [start, setStart] = useState(() => ({ values: work.values.current, count: 0 }))
  const schema = useMemo<RJSFSchema>(
    () => ({
      type: 'object',
      required: [...((form?.['required'] ?? []) as readonly string[]), 'comment'],
      properties: {
        ...(form?.['properties'] as RJSFSchema['properties']),
        comment: { type: 'string', title: words('opinion'), maxLength: 500 },
        files: { type: 'array', title: words('files'), maxItems: 20, items: { type: 'string', format: 'link' } },
      },
    }),
    [form, words],
  )
  const uiSchema = useMemo(() => ({ ...opinionUi, ...peopleUi(people) }), [people])
  const missing = work.isMissing ? { comment: words('opinionNeeded') } : noErrors
  const refused = work.error instanceof RequestFault ? work.error.body.errors : undefined
  return (
    <div className="flow-form">
      <p className="inset row wrap gap-8">
        {phrases.map(phrase => (
          <button
            key={phrase}
            type="button"
            className="flow-phrase px-8 round-6 hovered size-13 line-28"
            onClick={() => {
              work.values.current = { ...work.values.current, comment: words(phrase) }
              setStart({ values: work.values.current, count: start.count + 1 })
            }}
          >
            {words(phrase)}
          </button>
        ))}
      </p>
      <EngineForm
        key={start.count}
        id={opinionForm}
        schema={schema}
        uiSchema={uiSchema}
        formData={start.values}
        extraErrors={refused ?? missing}
        disabled={work.isPending}
        onChange={values => {
          work.values.current = values
        }}
        onSubmit={work.agree}
      >
        {false}
      </EngineForm>
    </div>
  )
}

const noErrors = {}
const opinionUi: UiSchema = {
  comment: { 'ui:widget': 'longtext' },
  files: { 'ui:options': { accept: ['image', 'office'], maxSize: 10 } },
}

/** The decision, and the other ways to pass a task on. */
function Decisions({
  detail,
  work,
  onDone,
}: {
  readonly detail: FlowTaskDetail
  readonly work: TaskWork
  onDone(): void
}) {
  const words = useFlowWords()
  const { isPhone } = useShell()
  const { may, task, instance, returnTo } = detail
  const [asked, ask] = useState<Omit<FormDialogProps, 'onClose'>>()
  const path = `tasks/${encodeURIComponent(task.id)}`
  const when = may.complete
  const askPerson = (word: 'delegate' | 'sign') =>
    ask({
      title: words(word),
      form: {
        required: ['userId'],
        properties: {
          userId: { type: 'string', title: words('toWhom') },
          ...(word === 'delegate' && { back: { type: 'boolean', title: words('comesBack'), default: false } }),
        },
      },
      people: ['userId'],
      change: body => ({ path: `${path}/${word}`, body }),
      ...(word === 'delegate' && { onDone }),
    })
  const askReturn = () =>
    ask({
      title: words('return'),
      form: {
        required: ['element', 'comment'],
        properties: {
          element: {
            type: 'string',
            title: words('returnTo'),
            oneOf: returnTo.map(({ element, name }) => ({ const: element, title: name || element })),
          },
          comment: { type: 'string', title: words('opinion'), maxLength: 500 },
        },
      },
      values: { element: returnTo[0]?.element, ...work.values.current },
      done: 'completed',
      change: ({ element, comment }) => ({ path: `${path}/return`, body: { element, comment } }),
      onDone,
    })
  const mayReturn = may.return && returnTo.length > 0
  useShortcut({ keys: 'mod+enter', title: words('agree'), when: when && work.isReady }, work.pressAgree)
  useShortcut({ keys: 'b', title: words('return'), when: mayReturn }, askReturn)
  useShortcut({ keys: 'a', title: words('sign'), when: may.sign }, () => askPerson('sign'))
  const button = (isShown: boolean, word: FlowWord, icon: ReactNode, act: () => void) =>
    isShown && (
      <Button variant="outlined" color="inherit" startIcon={icon} disabled={work.isPending} onClick={act}>
        {words(word)}
      </Button>
    )
  return (
    <footer className="sheet-foot flow-decisions wrap gap-y-8! py-10! flex items-center ruled fixed wrap-phone">
      {button(mayReturn, 'return', <Undo2 size={16} />, askReturn)}
      {button(may.delegate, 'delegate', <UserRoundPlus size={16} />, () => askPerson('delegate'))}
      {button(may.sign, 'sign', <UserPlus size={16} />, () => askPerson('sign'))}
      {button(when, 'comment', undefined, work.comment)}
      {button(when && task.candidates.length > 0, 'unclaim', undefined, work.unclaim)}
      {button(may.withdraw, 'urge', undefined, () => ask(starterDialog(words, 'urge', task.id, task.name)))}
      {button(may.withdraw, 'withdraw', <ArrowLeft size={16} />, () =>
        ask({ ...starterDialog(words, 'withdraw', instance.id), onDone }),
      )}
      <span className="row gap-8 push">
        {may.claim && (
          <Button variant="contained" loading={work.isPending} onClick={work.claim}>
            {words('claim')}
          </Button>
        )}
        {when && (
          <>
            <Button variant="outlined" color="error" disabled={work.isPending} onClick={work.refuse}>
              {words('refuse')}
            </Button>
            <Button
              variant="contained"
              startIcon={<Check size={16} />}
              loading={work.isPending}
              disabled={!work.isReady}
              {...(!isPhone && { title: keysText('mod+enter') })}
              onClick={work.pressAgree}
            >
              {words('agree')}
            </Button>
          </>
        )}
      </span>
      {asked && <FormDialog {...asked} onClose={() => ask(undefined)} />}
    </footer>
  )
}
