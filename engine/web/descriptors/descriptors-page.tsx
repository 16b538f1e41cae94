import LinearProgress from '@mui/material/LinearProgress'
import { CircleCheck } from 'lucide-react'
import { Link } from 'react-router'
import { ScreenHead } from '../components/screen-head.tsx'
import { SheetFault } from '../components/sheet-state.tsx'
import { addressOf } from '../data/addresses.ts'
import {
  type LossView,
  type PendingView,
  type PositionView,
  type ProblemView,
  type RevisionView,
  useDescriptorState,
} from '../data/descriptor-state.ts'
import { useWorkOfJobs } from '../data/due-steps.ts'
import { useModelIndex } from '../data/resource-part.ts'
import { useTimeText } from '../data/time-text.ts'
import { ListSkeleton } from '../list/list-states.tsx'
import { descriptorWords } from '../words/descriptor-words.ts'
import { figure } from '../words/figure.ts'
import { useLocalized, useTranslation } from '../words/i18n.ts'
import { DescriptorsPart } from './descriptors-part.tsx'
import { LossList } from './loss-list.tsx'
import { SkippedRecords } from './skipped-records.tsx'
import '../list/list.css'
import './descriptors.css'

/** The state of the descriptors: changes that wait for a confirmation, and problems of the files. */
export function DescriptorsPage() {
  const translate = useTranslation(descriptorWords)
  const { data, error, refetch } = useDescriptorState()
  return (
    <>
      <ScreenHead title={translate('descriptors.title')} />
      <div className="list-main descriptors stack grow scrolls pb-32 px-24 pt-0-phone pb-24-phone px-16-phone">
        {error && !data ? (
          <SheetFault error={error} title={translate('descriptors.title')} retry={() => void refetch()} />
        ) : data ? (
          <>
            <Served state={data.current} />
            <SkippedRecords />
            <FillingValues />
            <Waiting state={data} problems={errorsFirst(data.problems)} />
          </>
        ) : (
          <ListSkeleton />
        )}
      </div>
    </>
  )
}

/** Losses are shown with their rows instead. */
const errorsFirst = (problems: readonly ProblemView[]) =>
  problems
    .filter(({ loss }) => loss === undefined)
    .sort((one, other) => Number(other.severity === 'error') - Number(one.severity === 'error'))

function Served({ state: { number, changed, appliedOn, of } }: { state: RevisionView }) {
  const translate = useTranslation(descriptorWords)
  const timeText = useTimeText()
  const revisions = useModelIndex()?.resources.find(({ name }) => name === 'sysRevision')
  return (
    <p className="row wrap muted size-13 gap-y-4 gap-x-10 mt-14">
      <CircleCheck className="good" aria-hidden />
      {translate('descriptors.served', { number, at: timeText(changed) })}
      <span>{translate('descriptors.processes', { on: appliedOn, of })}</span>
      {revisions && (
        <Link className="link" to={addressOf(revisions, 'list')}>
          {translate('descriptors.revisions')}
        </Link>
      )}
    </p>
  )
}

function Waiting({ state, problems }: { state: PendingView; problems: readonly ProblemView[] }) {
  const translate = useTranslation(descriptorWords)
  const timeText = useTimeText()
  const { pending, left, served, migrations } = state
  const resources = useModelIndex()?.resources ?? []
  // A change of another resource than those of the index has no records that can be opened.
  const opened = (losses: readonly LossView[]) =>
    losses.map(loss => (resources.some(({ name }) => name === loss.resource) ? loss : { ...loss, rows: [] }))
  if ([pending, left, problems, migrations].every(all => all.length === 0))
    return <p className="row wrap muted size-13 gap-y-4 gap-x-10 mt-14">{translate('descriptors.none')}</p>
  return (
    <>
      {migrations.length > 0 && <Migrations names={migrations} />}
      {pending.map(set => (
        <LossList
          key={set.revision}
          title={translate('descriptors.waitsTitle')}
          help={translate('descriptors.waitsHelp', { at: timeText(set.changed) })}
          revision={set.revision}
          files={set.files}
          losses={opened(set.losses)}
        />
      ))}
      {left.length > 0 && (
        <LossList
          key={`left ${served}`}
          title={translate('descriptors.leftTitle')}
          help={translate('descriptors.leftHelp')}
          revision={served}
          losses={opened(left)}
        />
      )}
      {problems.length > 0 && <Problems problems={problems} />}
    </>
  )
}

/** Before the losses: values that a migration moves are lost if they are confirmed first. */
function Migrations({ names }: { names: readonly string[] }) {
  const translate = useTranslation(descriptorWords)
  return (
    <section className="mt-24">
      <header className="descriptors-head flex spread stack-phone items-start gap-y-12 gap-x-24">
        <div>
          <h2>{translate('descriptors.migrationsTitle')}</h2>
          <p>{translate('descriptors.migrationsHelp')}</p>
        </div>
      </header>
      <ul className="descriptors-problems boxed round-8 clip mt-12">
        {names.map(name => (
          <li key={name}>
            <code>migrations/{name}</code>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Problems({ problems }: { problems: readonly ProblemView[] }) {
  const translate = useTranslation(descriptorWords)
  const localized = useLocalized()
  return (
    <section className="mt-24">
      <h2>{translate('descriptors.problemsTitle')}</h2>
      <ul className="descriptors-problems boxed round-8 clip mt-12">
        {problems.map(({ code, severity, at, message, hint }) => (
          <li key={`${code} ${at?.file}:${at?.line}:${at?.column} ${message.en}`} data-severity={severity}>
            {at && <FilePosition at={at} />}
            <p>{localized(message)}</p>
            {hint && <p className="size-13 muted">{localized(hint)}</p>}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A place in a file of the app, as editors and terminals open it. */
const FilePosition = ({ at: { file, line, column } }: { readonly at: PositionView }) => (
  <code>
    {file}:{line}:{column}
  </code>
)

/** The progress of the values that existing rows get after a change. Nothing where all have them. */
function FillingValues() {
  const translate = useTranslation(descriptorWords)
  const localized = useLocalized()
  const { data } = useWorkOfJobs()
  const filling = data?.filling ?? []
  if (filling.length === 0) return null
  return (
    <DescriptorsPart title={translate('descriptors.fillingTitle')} help={translate('descriptors.fillingHelp')}>
      <ul className="descriptors-losses descriptors-filling boxed round-8 clip mt-12">
        {filling.map(({ resource, field, resourceTitle, title, count, done }) => {
          const name = `${localized(resourceTitle)} · ${localized(title)}`
          return (
            <li className="items-center" key={`${resource} ${field}`}>
              <b>{name}</b>
              <LinearProgress
                aria-label={name}
                variant="determinate"
                value={count === 0 ? 100 : Math.floor((100 * done) / count)}
              />
              <span className="descriptors-count muted num line-20">
                {translate('descriptors.filled', { done: figure(done), count: figure(count) })}
              </span>
            </li>
          )
        })}
      </ul>
    </DescriptorsPart>
  )
}
