import Button from '@mui/material/Button'
import useMediaQuery from '@mui/material/useMediaQuery'
import { CircleCheck, ListTodo, Play, UserRoundCheck } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import {
  type FlowDefinitionView,
  type FlowInstanceView,
  type FlowList,
  type FlowSubstitution,
  type FlowTaskResult,
  type FlowTaskView,
  flowLists,
} from '../../model/flow-views.ts'
import { SheetDialog } from '../components/dialog.tsx'
import { ScreenHead } from '../components/screen-head.tsx'
import { Segment, Segments } from '../components/segments.tsx'
import { addressOf } from '../data/addresses.ts'
import { useModelIndex } from '../data/resource-part.ts'
import { useTaskCounts } from '../data/task-counts.ts'
import { usePage } from '../frame/page-context.ts'
import { useShell } from '../frame/shell-context.ts'
import { useShortcut } from '../frame/shortcuts.ts'
import { useLanguage } from '../words/i18n.ts'
import { workAddress } from './flow-addresses.ts'
import { type FlowChange, useFlowChange, useFlowQuery } from './flow-calls.ts'
import { FlowItems, useFlowList, useListTitle, useSelected } from './flow-items.tsx'
import { DefinitionDialog, InstanceProcess } from './flow-process.tsx'
import { endWord, type FlowWord, type FlowWords, useFlowWords } from './flow-words.ts'
import { FormDialog, type FormDialogProps, starterDialog } from './form-dialog.tsx'
import { TaskPanel } from './task-panel.tsx'

/** One of the five lists of work, by the address of its page. */
export function WorkPage() {
  const path = usePage()?.path ?? ''
  const list = flowLists.find(name => path.split('/').at(-1) === name) ?? 'todo'
  const [search, setSearch] = useSearchParams()
  const task = search.get('task') ?? undefined
  const choose = (id: string | undefined) => setSearch(id === undefined ? {} : { task: id })
  const { isPhone } = useShell()
  return (
    <>
      {!(isPhone && task !== undefined) && <WorkHead list={list} />}
      {list === 'start' ? (
        <StartList />
      ) : list === 'send' ? (
        <SentList />
      ) : (
        <TaskLists key={list} list={list} task={task} onChoose={choose} />
      )}
    </>
  )
}

/** The title, the lists with what waits in them, and who does the user's tasks. */
function WorkHead({ list }: { readonly list: FlowList }) {
  const words = useFlowWords()
  const language = useLanguage()
  const navigate = useNavigate()
  const counts = useTaskCounts()
  const pages = useModelIndex()?.pages ?? []
  const lists = flowLists.flatMap(name => pages.find(({ path }) => path === workAddress(name)) ?? [])
  return (
    <>
      <ScreenHead title={useListTitle()}>
        <SubstituteButton />
      </ScreenHead>
      <div className="fixed pb-12 inset x-scroll">
        <Segments label={words('myWork')} isLabelHidden>
          {lists.map(({ path, title }) => (
            <Segment key={path} isOn={path === workAddress(list)} onChoose={() => void navigate(path)}>
              {title[language]} <span className="num">{counts[path]}</span>
            </Segment>
          ))}
        </Segments>
      </div>
    </>
  )
}

/** Who does the user's tasks during their absence, and whose the user does. */
function SubstituteButton() {
  const words = useFlowWords()
  const { data } = useFlowQuery<{ readonly own?: FlowSubstitution; readonly of: readonly FlowSubstitution[] }>(
    'substitution',
  )
  const [isAsked, setAsked] = useState(false)
  if (!data) return null
  const { own, of } = data
  const text = own
    ? words('substitutedBy', { name: own.substitute.name, from: own.from, to: own.to })
    : words('substituteHelp')
  return (
    <>
      {of.length > 0 && (
        <span className="flow-tag px-8 round-6 size-13 nowrap self-center">
          {words('onBehalf', { name: of.map(({ person }) => person.name).join(', ') })}
        </span>
      )}
      <Button
        variant="outlined"
        color="inherit"
        startIcon={<UserRoundCheck size={16} />}
        onClick={() => setAsked(true)}
      >
        {own ? own.substitute.name : words('substitute')}
      </Button>
      {isAsked && (
        <FormDialog
          {...(own ? { title: words('endSubstitute') } : { title: words('substitute'), ...substituteForm(words) })}
          help={text}
          change={body => ({ path: own ? 'substitution/remove' : 'substitution', body })}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  )
}

const substituteForm = (words: FlowWords): Pick<FormDialogProps, 'form' | 'people'> => ({
  form: {
    required: ['userId', 'from', 'to'],
    properties: {
      userId: { type: 'string', title: words('toWhom') },
      from: { type: 'string', format: 'date', title: words('from') },
      to: { type: 'string', format: 'date', title: words('to') },
    },
  },
  people: ['userId'],
})

function StartList() {
  const words = useFlowWords()
  const navigate = useNavigate()
  const resources = useModelIndex()?.resources ?? []
  const [shown, setShown] = useState<FlowDefinitionView>()
  const [starting, setStarting] = useState<FlowDefinitionView>()
  const begin = (row: FlowDefinitionView) => {
    const resource = resources.find(({ name }) => name === row.resource)
    if (resource) void navigate(addressOf(resource, 'create'))
    else setStarting(row)
  }
  return (
    <>
      <FlowItems<FlowDefinitionView>
        list={useFlowList('lists/start')}
        onOpen={setShown}
        empty={{ icon: <Play />, title: words('none_start'), help: words('noneHelp') }}
        cells={[
          ({ name, key }) => name || key,
          ({ version }) => `v${version}`,
          ({ suspended }) => words(suspended ? 'suspended' : 'active'),
          ({ deployed }) => words('deployedAt', { time: deployed.slice(0, 16) }),
        ]}
        actions={row => (
          <Button
            size="small"
            variant="outlined"
            disabled={
              row.suspended || (row.resource !== undefined && !resources.some(one => one.name === row.resource))
            }
            onClick={() => begin(row)}
          >
            {words('begin')}
          </Button>
        )}
      />
      {shown && <DefinitionDialog definition={shown} onClose={() => setShown(undefined)} />}
      {starting && (
        <FormDialog
          title={words('begin')}
          help={starting.name}
          {...(starting.form && { form: starting.form })}
          {...(starting.people && { people: starting.people })}
          done="begun"
          change={variables => ({ path: 'start', body: { definitionId: starting.id, variables } })}
          onDone={() => void navigate(workAddress('send'))}
          onClose={() => setStarting(undefined)}
        />
      )}
    </>
  )
}

/** What a row is about: the record, else the process. */
const matterOf = ({ record, definition }: Pick<FlowTaskView, 'record' | 'definition'>) =>
  record?.display || definition.name || definition.key

const processOf = ({ definition: { name, version } }: Pick<FlowTaskView, 'definition'>) => `${name} v${version}`

function SentList() {
  const words = useFlowWords()
  const [shown, setShown] = useState<FlowInstanceView>()
  const [asked, ask] = useState<ReturnType<typeof starterDialog>>()
  return (
    <>
      <FlowItems<FlowInstanceView>
        list={useFlowList('lists/send')}
        onOpen={setShown}
        empty={{ icon: <ListTodo />, title: words('none_send'), help: words('noneHelp') }}
        cells={[
          matterOf,
          processOf,
          row => whereOf(words, row),
          ({ startedAt }) => words('startedAt', { time: startedAt.slice(0, 16) }),
        ]}
        actions={row =>
          row.endedAt === undefined && (
            <>
              {row.tasks.map(({ id, name }) => (
                <Button key={id} size="small" title={name} onClick={() => ask(starterDialog(words, 'urge', id, name))}>
                  {words('urge')}
                </Button>
              ))}
              <Button size="small" color="error" onClick={() => ask(starterDialog(words, 'withdraw', row.id))}>
                {words('withdraw')}
              </Button>
            </>
          )
        }
      />
      {shown && (
        <SheetDialog title={matterOf(shown)} width={1000} onClose={() => setShown(undefined)}>
          <InstanceProcess id={shown.id} />
        </SheetDialog>
      )}
      {asked && <FormDialog {...asked} onClose={() => ask(undefined)} />}
    </>
  )
}

/** Where an instance is, and who has it. */
function whereOf(words: FlowWords, { tasks, endedAt, reason, state }: FlowInstanceView): string {
  if (endedAt !== undefined) return words(endWord(state))
  if (reason !== undefined) return words('waiting', { text: reason })
  return tasks.map(({ name, assignee, candidates }) => `${name}: ${assignee?.name ?? candidates.join(', ')}`).join('; ')
}

interface TaskListsProps {
  readonly list: 'claim' | 'todo' | 'done'
  readonly task: string | undefined
  onChoose(id: string | undefined): void
}

/** The tasks of a list; the chosen one beside it where there is room. */
function TaskLists({ list, task, onChoose }: TaskListsProps) {
  const words = useFlowWords()
  const isWide = useMediaQuery('(min-width: 1200px)', { noSsr: true })
  const work = useFlowList<FlowTaskView>(`lists/${list}`)
  const selection = useSelected()
  const rows = work.rows ?? []
  const at = rows.findIndex(({ id }) => id === task)
  const step = (by: number) => {
    const next = rows[at + by]
    if (next) onChoose(next.id)
  }
  useShortcut({ keys: 'j', title: words('following') }, () => step(1))
  useShortcut({ keys: 'k', title: words('previous') }, () => step(-1))
  const shown = task ?? (isWide ? rows[0]?.id : undefined)
  const panel = shown !== undefined && (
    <TaskPanel
      key={shown}
      id={shown}
      onBack={isWide ? undefined : () => onChoose(undefined)}
      onDone={() => onChoose((rows[at + 1] ?? rows[at - 1])?.id)}
    />
  )
  if (panel && !isWide) return panel
  const listed = (
    <div className="list-main">
      {list !== 'done' && <SeveralTasks list={list} rows={rows} selection={selection} />}
      <FlowItems<FlowTaskView>
        list={work}
        onOpen={({ id }) => onChoose(id)}
        cells={[
          row => <Matter row={row} />,
          ({ name }) => name,
          processOf,
          ({ starter }) => starter.name,
          row => <TimeOf row={row} />,
        ]}
        empty={{ icon: <CircleCheck />, title: words(`none_${list}`), help: words('noneHelp') }}
        {...(list !== 'done' && { selection })}
      />
    </div>
  )
  if (!panel) return listed
  return (
    <div className="flow-work grid flex-1 min-h-0 ruled side-300">
      {listed}
      {panel}
    </div>
  )
}

function Matter({ row }: { readonly row: FlowTaskView }) {
  const words = useFlowWords()
  return (
    <>
      {matterOf(row)}
      {row.onBehalfOf && <span className="muted"> {words('onBehalf', { name: row.onBehalfOf.name })}</span>}
    </>
  )
}

/** When a task was completed, or until when it should be. */
function TimeOf({ row: { dueAt, endedAt, isOverdue } }: { readonly row: FlowTaskView }) {
  const words = useFlowWords()
  const at = endedAt ?? dueAt
  if (at === undefined) return null
  const word = endedAt === undefined ? 'dueAt' : 'endedAt'
  return <span className={isOverdue ? 'late' : ''}>{words(word, { time: at.slice(5, 16) })}</span>
}

interface SeveralTasksProps {
  readonly list: 'claim' | 'todo'
  readonly rows: readonly FlowTaskView[]
  readonly selection: ReturnType<typeof useSelected>
}

/** Claims or agrees to several tasks, with the result of each. */
function SeveralTasks({ list, rows, selection }: SeveralTasksProps) {
  const words = useFlowWords()
  const { mutate, isPending } = useFlowChange<readonly FlowTaskResult[]>()
  const [results, setResults] = useState<readonly (FlowTaskResult & { readonly matter: ReactNode })[]>([])
  const change: FlowChange =
    list === 'claim'
      ? { path: 'tasks/claim', body: { ids: selection.ids } }
      : { path: 'tasks/complete', body: { ids: selection.ids, pass: true, comment: words('agreeText') } }
  const send = () =>
    mutate(change, {
      onSuccess(answer) {
        const named = new Map(rows.map(row => [row.id, `${matterOf(row)}, ${row.name}`]))
        setResults(answer.map(result => ({ ...result, matter: named.get(result.id) ?? result.id })))
        selection.clear()
      },
    })
  const doneWord: FlowWord = list === 'claim' ? 'claimed' : 'completed'
  return (
    <>
      {selection.ids.length > 0 && (
        <div className="list-bar gap-4 fixed ruled num wrap tap-44 inset" data-selected="true">
          {words('selected', { count: selection.ids.length })}
          <button type="button" className="link" onClick={selection.clear}>
            {words('clear')}
          </button>
          <span className="room" />
          <Button size="small" loading={isPending} onClick={send}>
            {words(list === 'claim' ? 'claim' : 'agree')}
          </Button>
        </div>
      )}
      {results.length > 0 && (
        <div className="inset text-13 flow-results" role="status">
          <ul>
            {results.map(({ id, done, message, matter }) => (
              <li key={id} className={done ? 'muted' : 'late'}>
                {matter}: {done ? words(doneWord) : message}
              </li>
            ))}
          </ul>
          <button type="button" className="link" onClick={() => setResults([])}>
            {words('dismiss')}
          </button>
        </div>
      )}
    </>
  )
}
