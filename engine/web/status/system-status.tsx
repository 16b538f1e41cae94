import { useQuery } from '@tanstack/react-query'
import { wallText } from '../../rules/zone.ts'
import { ScreenHead } from '../components/screen-head.tsx'
import { SheetFault } from '../components/sheet-state.tsx'
import { useEngine } from '../data/engine-context.ts'
import { useModelIndex } from '../data/resource-part.ts'
import { ListSkeleton } from '../list/list-states.tsx'
import { figure } from '../words/figure.ts'
import { useOwnWords } from '../words/use-own-words.ts'
import '../list/list.css'
import '../list/list-table.css'

interface Status {
  readonly version: string
  readonly node: string
  readonly uptime: number
  readonly memory: number
  readonly revision: { readonly number: number; readonly appliedOn: number; readonly of: number } | null
  readonly database: {
    readonly kind: 'postgres' | 'embedded'
    readonly serverVersion: string
    readonly size: number
    readonly connections: number
    readonly maxConnections: number
    readonly jobs: number
    readonly running: number
    readonly failing: number
    readonly messages: number
    readonly sessions: number
  }
  readonly disk: { readonly free: number; readonly total: number }
  readonly backup: { readonly at: string; readonly files: number } | null
  readonly slow: readonly { readonly text: string; readonly ms: number; readonly at: string }[]
}

const words = {
  title: { zh: '系统状态', en: 'System status' },
  version: { zh: '版本', en: 'Version' },
  versionText: {
    zh: '%{version}，Node %{node}，已运行 %{hours} 小时',
    en: '%{version}, Node %{node}, up for %{hours} h',
  },
  revision: { zh: '配置版本', en: 'Revision' },
  revisionText: { zh: '第 %{number} 版，%{on}/%{of} 个进程', en: 'No. %{number}, on %{on} of %{of} processes' },
  database: { zh: '数据库', en: 'Database' },
  postgres: { zh: 'PostgreSQL %{version}，%{size}', en: 'PostgreSQL %{version}, %{size}' },
  embedded: { zh: '内置数据库（PostgreSQL %{version}），%{size}', en: 'Embedded (PostgreSQL %{version}), %{size}' },
  connections: { zh: '连接', en: 'Connections' },
  ofMost: { zh: '%{count}，最多 %{most}', en: '%{count} of at most %{most}' },
  disk: { zh: '磁盘', en: 'Disk' },
  diskText: { zh: '剩余 %{free}，共 %{total}', en: '%{free} free of %{total}' },
  memory: { zh: '内存', en: 'Memory' },
  jobs: { zh: '定时任务', en: 'Scheduled tasks' },
  jobsText: {
    zh: '%{jobs} 个，%{running} 个执行中，%{failing} 个失败',
    en: '%{jobs}, %{running} running, %{failing} failing',
  },
  messages: { zh: '待发送消息', en: 'Waiting messages' },
  sessions: { zh: '会话', en: 'Sessions' },
  backup: { zh: '最近备份', en: 'Last backup' },
  backupText: { zh: '%{at}，%{files} 个文件', en: '%{at}, %{files} files' },
  never: { zh: '从未备份', en: 'None' },
  slow: { zh: '慢语句', en: 'Slow statements' },
  noSlow: { zh: '本进程没有超过 0.5 秒的语句', en: 'No statement of this process took longer than 0.5 s' },
  ms: { zh: '%{ms} 毫秒', en: '%{ms} ms' },
  what: { zh: '项目', en: 'Item' },
  value: { zh: '值', en: 'Value' },
} as const

/** The state of the server and its database, refreshed while it is open. */
export function SystemStatus() {
  const { session } = useEngine()
  const text = useOwnWords(words)
  const { data, error, refetch } = useQuery({
    queryKey: ['system-status'],
    queryFn: () => session.call<Status>('/api/engine/status'),
    refetchInterval: 10_000,
  })
  return (
    <>
      <ScreenHead title={text('title')} />
      <div className="list-main stack grow gap-16 scroll">
        {data ? (
          <>
            <Facts status={data} />
            <Slow statements={data.slow} />
          </>
        ) : error ? (
          <SheetFault error={error} title={text('title')} retry={() => void refetch()} />
        ) : (
          <ListSkeleton />
        )}
      </div>
    </>
  )
}

function Facts({ status: { version, node, uptime, memory, revision, database, disk, backup } }: { status: Status }) {
  const text = useOwnWords(words)
  const moment = useMoment()
  const { kind, serverVersion, size, connections, maxConnections, jobs, running, failing } = database
  const facts: readonly (readonly [keyof typeof words, string, boolean?])[] = [
    ['version', text('versionText', { version, node: node.slice(1), hours: figure(Math.floor(uptime / 3600)) })],
    [
      'revision',
      revision ? text('revisionText', { number: revision.number, on: revision.appliedOn, of: revision.of }) : '–',
    ],
    ['database', text(kind, { version: serverVersion, size: bytes(size) })],
    ['connections', text('ofMost', { count: connections, most: maxConnections }), connections > maxConnections * 0.8],
    ['disk', text('diskText', { free: bytes(disk.free), total: bytes(disk.total) }), disk.free < disk.total / 10],
    ['memory', bytes(memory)],
    ['jobs', text('jobsText', { jobs, running, failing }), failing > 0],
    ['messages', figure(database.messages)],
    ['sessions', figure(database.sessions)],
    [
      'backup',
      backup ? text('backupText', { at: moment(backup.at), files: figure(backup.files) }) : text('never'),
      !backup,
    ],
  ]
  return (
    <table className="table fixed" aria-label={text('title')}>
      <thead>
        <tr>
          <th scope="col">{text('what')}</th>
          <th scope="col">{text('value')}</th>
        </tr>
      </thead>
      <tbody>
        {facts.map(([name, value, isFault]) => (
          <tr key={name}>
            <th scope="row">{text(name)}</th>
            <td className={isFault ? 'num late' : 'num'}>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Slow({ statements }: { statements: Status['slow'] }) {
  const text = useOwnWords(words)
  const moment = useMoment()
  return (
    <section className="stack gap-8">
      <h2 className="bold inset">{text('slow')}</h2>
      {statements.length === 0 ? (
        <p className="muted text-13 inset">{text('noSlow')}</p>
      ) : (
        statements.map(one => (
          <details key={`${one.at} ${one.text}`} className="inset ruled">
            <summary className="row gap-12 press tap-44">
              <span className="nowrap num">{moment(one.at)}</span>
              <span className="nowrap num">{text('ms', { ms: figure(one.ms) })}</span>
              <span className="truncate min-0 muted text-12">{one.text}</span>
            </summary>
            <p className="break text-12">{one.text}</p>
          </details>
        ))
      )}
    </section>
  )
}

function useMoment(): (moment: string) => string {
  const zone = useModelIndex()?.zone ?? 'UTC'
  return moment => wallText(Date.parse(moment), zone).slice(0, 19)
}

const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB']

function bytes(count: number): string {
  const power = Math.min(Math.floor(Math.log2(Math.max(count, 1)) / 10), units.length - 1)
  return `${(count / 1024 ** power).toFixed(power === 0 ? 0 : 1)} ${units[power]}`
}
