import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { ArrowLeft, Check, Undo2, UserPlus, UserRoundPlus } from 'lucide-react'
import { useNotify } from 'ra-core'
import { type ReactNode, useRef, useState } from 'react'
import type { FlowHistoryEntry, FlowTaskDetail } from '../../model/flow-views.ts'
import { useResourcePart } from '../data/resource-part.ts'
import { DetailGrid } from '../detail/detail-grid.tsx'
import '../detail/record-detail.css'
import '../form/form.css'
import { ConfirmDialog } from '../components/confirm-dialog.tsx'
import { SheetDialog } from '../components/dialog.tsx'
import { ScreenHead } from '../components/screen-head.tsx'
import { SheetFault, SheetLoading } from '../components/sheet-state.tsx'
import { submitForm } from '../form/edited-form.tsx'
import { EngineForm } from '../form/engine-form.tsx'
import { keysText } from '../frame/keys-shown.tsx'
import { useShell } from '../frame/shell-context.ts'
import { useShortcut } from '../frame/shortcuts.ts'
import { useFlowChange, useFlowQuery } from './flow-calls.ts'
import { FlowProcess } from './flow-process.tsx'
import { type FlowWord, useFlowWords } from './flow-words.ts'
import { UserPicker } from './properties-panel.tsx'
import { TaskForm } from './task-form.tsx'

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
  if (error && !data)
    return (
      <section className="flow-task">
        <ScreenHead title={words('task')} {...(back && { back })} />
        <SheetFault error={error} retry={() => void refetch()} />
      </section>
    )
  if (!data) return <SheetLoading />
  return <Task detail={data} back={back} onDone={onDone} />
}

interface TaskProps {
  readonly detail: FlowTaskDetail
  readonly back: { readonly label: string; onClick(): void } | undefined
  onDone(): void
}

function Task({ detail, back, onDone }: TaskProps) {
  const words = useFlowWords()
  const { task, record } = detail
  const [opinion, setOpinion] = useState('')
  const work = useTaskWork(detail, opinion, onDone)
  const title = record?.display || task.definition.name
  return (
    <section className="flow-task" aria-label={title}>
      <ScreenHead title={title} {...(back && { back })}>
        <span className="flow-tag">{task.name}</span>
        {task.dueAt && (
          <span className={`text-13 num ${task.isOverdue ? 'late' : 'muted'}`}>{task.dueAt.slice(5, 16)}</span>
        )}
      </ScreenHead>
      <div className="flow-task-columns">
        <div className="flow-task-main">
          <div className="grow scroll">
            {record && <RecordOfTask record={record} may={detail.may.complete} onComplete={work.agree} />}
            {detail.form && detail.may.complete && <SchemaOfTask form={detail.form} onSubmit={work.agree} />}
            {detail.may.complete ? (
              <Opinion value={opinion} isMissing={work.isMissing} onChange={setOpinion} />
            ) : (
              <p className="inset muted text-13">
                {task.assignee ? words('takenBy', { name: task.assignee.name }) : words('unclaimedYet')}
              </p>
            )}
            <NextSteps next={detail.next} />
          </div>
          <Decisions detail={detail} work={work} />
        </div>
        <aside className="flow-task-side">
          <FlowProcess of={{ processInstanceId: detail.instance.id }} open={detail.instance.tasks} />
          <Remarks history={detail.history} />
        </aside>
      </div>
    </section>
  )
}

const taskForm = 'flow-task-form'

/** What the user may do with a task, and whether it is being done. */
function useTaskWork({ task, instance, record, form }: FlowTaskDetail, opinion: string, onDone: () => void) {
  const words = useFlowWords()
  const notify = useNotify()
  const { mutate, isPending } = useFlowChange()
  const [isMissing, setMissing] = useState(false)
  const path = `tasks/${encodeURIComponent(task.id)}`
  const send = (what: string, body: object, done: FlowWord, isLeft = true) =>
    mutate(
      { path: what.startsWith('instances') ? what : `${path}/${what}`, body },
      {
        onSuccess: () => {
          notify(words(done), { type: 'success' })
          if (isLeft) onDone()
        },
      },
    )
  const withOpinion = (act: (comment: string) => void) => {
    const comment = opinion.trim()
    setMissing(comment === '')
    if (comment !== '') act(comment)
  }
  const complete = (pass: boolean, values?: object) =>
    withOpinion(comment => send('complete', { pass, comment, ...(values && { record: values }) }, 'completed'))
  const hasForm = form !== undefined || (record !== undefined && record.edit.length > 0)
  return {
    isPending,
    isMissing,
    /** With the values of the form, once it has no errors. */
    agree: (values: object) => complete(true, values),
    pressAgree: () => (hasForm ? submitForm(taskForm) : complete(true)),
    refuse: () => complete(false),
    return: (element: string) => withOpinion(comment => send('return', { element, comment }, 'completed')),
    claim: () => send('claim', {}, 'claimed', false),
    unclaim: () => send('unclaim', {}, 'saved'),
    delegate: (userId: string) => send('delegate', { userId }, 'saved'),
    sign: (userId: string) => send('sign', { userId }, 'saved', false),
    urge: () => send('urge', {}, 'urged', false),
    comment: () => withOpinion(comment => send('comment', { comment }, 'saved', false)),
    withdraw: () => send(`instances/${encodeURIComponent(instance.id)}/withdraw`, {}, 'saved'),
  }
}

interface RecordOfTaskProps {
  readonly record: NonNullable<FlowTaskDetail['record']>
  readonly may: boolean
  onComplete(values: object): void
}

/** The record as it is, and the form of the fields that the task edits. */
function RecordOfTask({ record: { resource, id, edit }, may, onComplete }: RecordOfTaskProps) {
  const words = useFlowWords()
  const part = useResourcePart(resource)
  // Who has a part in a process reads its record by this call, without a right to the resource.
  const record = useFlowQuery<Readonly<Record<string, unknown>> & { readonly id: string }>(
    `/api/blade-desk/process/${resource}/detail`,
    { businessId: id },
  )
  if (part.error || record.error) return <p className="inset muted text-13">{words('noRecord')}</p>
  if (!part.data || !record.data) return <SheetLoading />
  return (
    <>
      <div className="flow-record">
        <DetailGrid part={part.data} record={record.data} />
      </div>
      {may && edit.length > 0 && (
        <TaskForm id={taskForm} part={part.data} record={record.data} edit={edit} onSubmit={onComplete} />
      )}
    </>
  )
}

/** A form without a resource, by its schema. */
function SchemaOfTask({ form, onSubmit }: { readonly form: object; onSubmit(values: object): void }) {
  return (
    <div className="inset">
      <EngineForm id={taskForm} schema={form} onSubmit={onSubmit}>
        {false}
      </EngineForm>
    </div>
  )
}

interface OpinionProps {
  readonly value: string
  readonly isMissing: boolean
  onChange(value: string): void
}

const phrases = ['agreeText', 'agreeWithCare', 'askMore'] as const

function Opinion({ value, isMissing, onChange }: OpinionProps) {
  const words = useFlowWords()
  const field = useRef<HTMLInputElement>(null)
  return (
    <div className="inset stack gap-8 flow-opinion">
      <TextField
        label={words('opinion')}
        required
        multiline
        minRows={3}
        value={value}
        inputRef={field}
        error={isMissing && value.trim() === ''}
        helperText={isMissing && value.trim() === '' ? words('opinionNeeded') : undefined}
        onChange={event => onChange(event.target.value)}
      />
      <p className="row wrap gap-8">
        {phrases.map(phrase => (
          <button
            key={phrase}
            type="button"
            className="flow-phrase"
            onClick={() => {
              onChange(words(phrase))
              field.current?.focus()
            }}
          >
            {words(phrase)}
          </button>
        ))}
      </p>
    </div>
  )
}

function NextSteps({ next }: Pick<FlowTaskDetail, 'next'>) {
  const words = useFlowWords()
  if (next.length === 0) return null
  return (
    <p className="inset text-13 muted flow-next">
      {words('next')}
      {next.map(({ flow, name, who }) => (
        <span key={flow}>
          <strong className="medium">{name}</strong> {who.join(', ')}
        </span>
      ))}
    </p>
  )
}

type TaskWork = ReturnType<typeof useTaskWork>

/** The decision, and the other ways to pass a task on. */
function Decisions({ detail, work }: { readonly detail: FlowTaskDetail; readonly work: TaskWork }) {
  const words = useFlowWords()
  const { isPhone } = useShell()
  const { may, task, returnTo } = detail
  const [open, setOpen] = useState<'return' | 'delegate' | 'sign' | 'withdraw'>()
  const when = may.complete
  useShortcut({ keys: 'mod+enter', title: words('agree'), when }, work.pressAgree)
  useShortcut({ keys: 'b', title: words('return'), when: may.return && returnTo.length > 0 }, () => setOpen('return'))
  useShortcut({ keys: 'a', title: words('sign'), when: may.sign }, () => setOpen('sign'))
  const close = () => setOpen(undefined)
  const button = (isShown: boolean, word: FlowWord, icon: ReactNode, act: () => void) =>
    isShown && (
      <Button variant="outlined" color="inherit" startIcon={icon} disabled={work.isPending} onClick={act}>
        {words(word)}
      </Button>
    )
  return (
    <footer className="sheet-foot wrap flow-decisions">
      {button(may.return && returnTo.length > 0, 'return', <Undo2 size={16} />, () => setOpen('return'))}
      {button(may.delegate, 'delegate', <UserRoundPlus size={16} />, () => setOpen('delegate'))}
      {button(may.sign, 'sign', <UserPlus size={16} />, () => setOpen('sign'))}
      {button(when, 'comment', undefined, work.comment)}
      {button(when && task.candidates.length > 0, 'unclaim', undefined, work.unclaim)}
      {button(may.withdraw, 'urge', undefined, work.urge)}
      {button(may.withdraw, 'withdraw', <ArrowLeft size={16} />, () => setOpen('withdraw'))}
      <span className="room" />
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
            {...(!isPhone && { title: keysText('mod+enter') })}
            onClick={work.pressAgree}
          >
            {words('agree')}
          </Button>
        </>
      )}
      {open === 'return' && <ReturnDialog places={returnTo} onReturn={work.return} onClose={close} />}
      {(open === 'delegate' || open === 'sign') && <PersonDialog title={open} onChoose={work[open]} onClose={close} />}
      {open === 'withdraw' && (
        <ConfirmDialog
          title={words('withdraw')}
          text={words('withdrawHelp')}
          confirm={words('withdraw')}
          isDestructive
          onConfirm={() => {
            close()
            work.withdraw()
          }}
          onClose={close}
        />
      )}
    </footer>
  )
}

interface ReturnDialogProps {
  readonly places: FlowTaskDetail['returnTo']
  onReturn(element: string): void
  onClose(): void
}

function ReturnDialog({ places, onReturn, onClose }: ReturnDialogProps) {
  const words = useFlowWords()
  return (
    <SheetDialog title={words('returnTo')} width={480} onClose={onClose}>
      <ul className="stack gap-8">
        {places.map(({ element, name }) => (
          <li key={element}>
            <Button
              fullWidth
              variant="outlined"
              color="inherit"
              onClick={() => {
                onClose()
                onReturn(element)
              }}
            >
              {name || element}
            </Button>
          </li>
        ))}
      </ul>
    </SheetDialog>
  )
}

interface PersonDialogProps {
  readonly title: FlowWord
  onChoose(user: string): void
  onClose(): void
}

function PersonDialog({ title, onChoose, onClose }: PersonDialogProps) {
  const words = useFlowWords()
  const [user, setUser] = useState<string>()
  return (
    <SheetDialog
      title={words(title)}
      width={480}
      onClose={onClose}
      foot={close => (
        <>
          <Button variant="outlined" color="inherit" onClick={close}>
            {words('cancel')}
          </Button>
          <Button
            variant="contained"
            disabled={user === undefined}
            onClick={() => {
              onClose()
              if (user !== undefined) onChoose(user)
            }}
          >
            {words(title)}
          </Button>
        </>
      )}
    >
      <UserPicker
        label={words('toWhom')}
        ids={user === undefined ? [] : [user]}
        onChange={ids => setUser(ids.at(-1))}
      />
    </SheetDialog>
  )
}

/** Remarks that belong to no step. */
function Remarks({ history }: { readonly history: readonly FlowHistoryEntry[] }) {
  const words = useFlowWords()
  const remarks = history.filter(({ kind }) => kind === 'comment')
  if (remarks.length === 0) return null
  return (
    <ul className="flow-steps" aria-label={words('comment')}>
      {remarks.map(({ startedAt, person, comment }) => (
        <li key={startedAt}>
          <span className="muted">
            {person?.name} {startedAt.slice(5, 16)}
          </span>
          <p className="flow-comment break">{comment}</p>
        </li>
      ))}
    </ul>
  )
}
