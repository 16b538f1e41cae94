import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import useMediaQuery from '@mui/material/useMediaQuery'
import { CircleCheck, ListTodo, Play } from 'lucide-react'
import { useNotify } from 'ra-core'
import { type ReactNode, useDeferredValue, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import {
  type FlowDefinitionView,
  type FlowInstanceView,
  type FlowList,
  type FlowTaskResult,
  type FlowTaskView,
  flowLists,
} from '../../model/flow-views.ts'
import { ScreenHead } from '../components/screen-head.tsx'
import { addressOf } from '../data/addresses.ts'
import { useModelIndex } from '../data/resource-part.ts'
import { useTaskCounts } from '../data/task-counts.ts'
import { usePage } from '../frame/page-context.ts'
import { useShell } from '../frame/shell-context.ts'
import { useShortcut } from '../frame/shortcuts.ts'
import { pageSize, useFlowChange, useFlowQuery } from './flow-calls.ts'
import { FlowDialog } from './flow-process.tsx'
import { type FlowColumn, type FlowPage, FlowTable, useSelected } from './flow-table.tsx'
import { useFlowWords } from './flow-words.ts'
import { TaskPanel } from './task-panel.tsx'
import '../components/segments.css'

/** One of the five lists of work, by the address of its page. */
export function WorkPage() {
  const path = usePage()?.path ?? ''
  const list = flowLists.find(name => path.split('/').at(-1) === name) ?? 'todo'
  const [search, setSearch] = useSearchParams()
  const task = search.get('task') ?? undefined
  const choose = (id: string | undefined) => setSearch(id === undefined ? {} : { task: id })
  const { isPhone } = useShell()
  const isOpen = task !== undefined
  return (
    <>
      {!(isPhone && isOpen) && <WorkHead list={list} />}
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

/** The title, and the lists with what waits in them. */
function WorkHead({ list }: { readonly list: FlowList }) {
  const words = useFlowWords()
  const counts = useTaskCounts()
  const paths = useModelIndex()?.pages.map(({ path }) => path) ?? []
  return (
    <>
      <ScreenHead title={words(`list_${list}`)} />
      <nav className="segments row flow-lists" aria-label={words('myWork')}>
        <div className="flex">
          {flowLists
            .map(name => ({ name, path: `/work/${name}` }))
            .filter(({ path }) => paths.includes(path))
            .map(({ name, path }) => (
              <Link key={name} to={path} aria-current={name === list ? 'page' : undefined}>
                {words(`list_${name}`)} <span className="num muted">{counts[path]}</span>
              </Link>
            ))}
        </div>
      </nav>
    </>
  )
}

/** A page of a list of work, narrowed by a text. */
function useWork<Row>(list: FlowList) {
  const [page, setPage] = useState(1)
  const [text, setText] = useState('')
  const q = useDeferredValue(text)
  const query = useFlowQuery<FlowPage<Row>>(`lists/${list}`, { page, size: pageSize, ...(q !== '' && { q }) })
  const setSearch = (next: string) => {
    setText(next)
    setPage(1)
  }
  return { query, page, setPage, search: <SearchField value={text} onChange={setSearch} />, hasText: q !== '' }
}

function SearchField({ value, onChange }: { readonly value: string; onChange(value: string): void }) {
  const words = useFlowWords()
  return (
    <TextField
      type="search"
      className="flow-search"
      placeholder={words('searchWork')}
      value={value}
      onChange={event => onChange(event.target.value)}
      slotProps={{ htmlInput: { 'aria-label': words('searchWork') } }}
    />
  )
}

function StartList() {
  const words = useFlowWords()
  const navigate = useNavigate()
  const resources = useModelIndex()?.resources ?? []
  const { query, page, setPage, search } = useWork<FlowDefinitionView>('start')
  const [shown, setShown] = useState<FlowDefinitionView>()
  // A process about no resource is started by a call of its own.
  const resourceOf = (row: FlowDefinitionView) => resources.find(({ name }) => name === row.resource)
  const begin = (row: FlowDefinitionView) => {
    const resource = resourceOf(row)
    if (resource) void navigate(addressOf(resource, 'create'))
  }
  return (
    <div className="list-main">
      <div className="flow-tools">{search}</div>
      <FlowTable<FlowDefinitionView>
        label={words('list_start')}
        query={query}
        page={page}
        onPage={setPage}
        idOf={({ id }) => id}
        onOpen={setShown}
        empty={{ icon: <Play />, title: words('none_start'), help: words('noneHelp') }}
        columns={[
          { title: words('process'), cell: ({ name, key }) => name || key },
          { title: words('version'), width: 100, cell: ({ version }) => `v${version}` },
          {
            title: words('state'),
            width: 130,
            cell: ({ isSuspended }) => words(isSuspended ? 'suspended' : 'active'),
          },
          { title: words('deployTime'), width: 190, cell: ({ deployedAt }) => deployedAt },
        ]}
        actions={row => (
          <Button
            size="small"
            variant="outlined"
            disabled={row.isSuspended || !resourceOf(row)}
            onClick={() => begin(row)}
          >
            {words('begin')}
          </Button>
        )}
      />
      {shown && (
        <FlowDialog title={shown.name} of={{ processDefinitionId: shown.id }} onClose={() => setShown(undefined)} />
      )}
    </div>
  )
}

/** What a row is about: the record, else the process. */
const matterOf = ({ record, definition }: Pick<FlowTaskView, 'record' | 'definition'>) =>
  record?.display || definition.name || definition.key

function SentList() {
  const words = useFlowWords()
  const { query, page, setPage, search } = useWork<FlowInstanceView>('send')
  const [shown, setShown] = useState<FlowInstanceView>()
  const { mutate } = useFlowChange()
  const notify = useNotify()
  const done = (word: 'urged' | 'ended') => ({ onSuccess: () => notify(words(word), { type: 'success' as const }) })
  return (
    <div className="list-main">
      <div className="flow-tools">{search}</div>
      <FlowTable<FlowInstanceView>
        label={words('list_send')}
        query={query}
        page={page}
        onPage={setPage}
        idOf={({ id }) => id}
        onOpen={setShown}
        empty={{ icon: <ListTodo />, title: words('none_send'), help: words('noneHelp') }}
        columns={[
          { title: words('matter'), cell: matterOf },
          { title: words('process'), cell: ({ definition }) => `${definition.name} v${definition.version}` },
          { title: words('task'), cell: whereOf(words) },
          { title: words('startTime'), width: 190, cell: ({ startedAt }) => startedAt },
        ]}
        actions={row =>
          row.endedAt === undefined && (
            <>
              {row.tasks.map(({ id, name }) => (
                <Button
                  key={id}
                  size="small"
                  title={name}
                  onClick={() => mutate({ path: `tasks/${id}/urge`, body: {} }, done('urged'))}
                >
                  {words('urge')}
                </Button>
              ))}
              <Button
                size="small"
                color="error"
                onClick={() => mutate({ path: `instances/${row.id}/withdraw`, body: {} }, done('ended'))}
              >
                {words('withdraw')}
              </Button>
            </>
          )
        }
      />
      {shown && (
        <FlowDialog
          title={matterOf(shown)}
          of={{ processInstanceId: shown.id }}
          open={shown.tasks}
          onClose={() => setShown(undefined)}
        />
      )}
    </div>
  )
}

/** Where an instance is, and who has it. */
const whereOf =
  (words: ReturnType<typeof useFlowWords>) =>
  ({ tasks, endedAt, reason }: Pick<FlowInstanceView, 'tasks' | 'endedAt' | 'reason'>): string => {
    if (endedAt !== undefined) return words('finished')
    if (reason !== undefined) return words('waiting', { text: reason })
    return tasks
      .map(({ name, assignee, candidates }) => `${name}: ${assignee?.name ?? candidates.join(', ')}`)
      .join('; ')
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
  const work = useWork<FlowTaskView>(list)
  const { query, page, setPage, search, hasText } = work
  const rows = query.data?.rows ?? []
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
  const columns: readonly FlowColumn<FlowTaskView>[] = [
    { title: words('matter'), cell: matterOf },
    { title: words('task'), ...(isWide && panel && { width: 96 }), cell: ({ name }) => name },
    ...(isWide && panel ? [] : wideColumns(words, list)),
  ]
  const listed = (
    <div className="list-main">
      <div className="flow-tools">{search}</div>
      <SeveralTasks list={list}>
        {selection => (
          <FlowTable<FlowTaskView>
            label={words(`list_${list}`)}
            query={query}
            page={page}
            onPage={setPage}
            idOf={({ id }) => id}
            onOpen={({ id }) => onChoose(id)}
            columns={columns}
            empty={{
              icon: <CircleCheck />,
              title: words(hasText ? 'noneFound' : `none_${list}`),
              help: words('noneHelp'),
            }}
            {...(selection && { selection })}
          />
        )}
      </SeveralTasks>
    </div>
  )
  if (!panel) return listed
  return (
    <div className="flow-work">
      {listed}
      {panel}
    </div>
  )
}

const wideColumns = (
  words: ReturnType<typeof useFlowWords>,
  list: 'claim' | 'todo' | 'done',
): readonly FlowColumn<FlowTaskView>[] => [
  { title: words('process'), cell: ({ definition }) => `${definition.name} v${definition.version}` },
  { title: words('starter'), width: 120, cell: ({ starter }) => starter.name },
  {
    title: words(list === 'done' ? 'time' : 'dueAt'),
    width: 170,
    cell: ({ dueAt, endedAt, isOverdue }) => (
      <span className={isOverdue && list !== 'done' ? 'late num' : 'num'}>
        {(list === 'done' ? endedAt : dueAt) ?? ''}
      </span>
    ),
  },
]

interface SeveralTasksProps {
  readonly list: 'claim' | 'todo' | 'done'
  children(selection: ReturnType<typeof useSelected> | undefined): ReactNode
}

/** Claims or agrees to several tasks, and shows the result of each that failed. */
function SeveralTasks({ list, children }: SeveralTasksProps) {
  const words = useFlowWords()
  const selection = useSelected()
  const { mutate, isPending } = useFlowChange<readonly FlowTaskResult[]>()
  const [results, setResults] = useState<readonly FlowTaskResult[]>([])
  if (list === 'done') return children(undefined)
  const failed = results.filter(({ done }) => !done)
  const send = () =>
    mutate(
      {
        path: list === 'claim' ? 'tasks/claim' : 'tasks/complete',
        body: { ids: selection.ids, ...(list === 'todo' && { pass: true, comment: words('agreeText') }) },
      },
      {
        onSuccess: answer => {
          setResults(answer)
          selection.clear()
        },
      },
    )
  return (
    <>
      {selection.ids.length > 0 && (
        <div className="list-bar" data-selected="true">
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
        <div className="inset text-13" role="status">
          {words('results', { done: results.length - failed.length, failed: failed.length })}
          <ul className="late">
            {failed.map(({ id, message }) => (
              <li key={id}>{message}</li>
            ))}
          </ul>
        </div>
      )}
      {children(selection)}
    </>
  )
}
