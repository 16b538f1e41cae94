import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ScanSearch } from 'lucide-react'
import { useGetList } from 'ra-core'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { WhyStep, WhyView } from '../../model/access-views.ts'
import { userResource } from '../../model/account-resources.ts'
import { listSeparator } from '../../model/list-separator.ts'
import { operations } from '../../model/model.ts'
import { codeOf } from '../../model/names.ts'
import { permissionTitles } from '../../model/permission-titles.ts'
import { codeTitles } from '../../model/permissions.ts'
import { ScreenHead } from '../components/screen-head.tsx'
import { SheetFault, SheetLoading } from '../components/sheet-state.tsx'
import { StateGlyph } from '../components/state-glyph.tsx'
import { StatePanel } from '../components/state-panel.tsx'
import { useEngine } from '../data/engine-context.ts'
import { useModelIndex, useResourcePart } from '../data/resource-part.ts'
import { Picker } from '../flow/pickers.tsx'
import { usePage } from '../frame/page-context.ts'
import { useLanguage } from '../words/i18n.ts'
import { useAccessWords } from './access-words.ts'
import './access.css'

const names = ['user', 'resource', 'operation', 'id', 'field'] as const

/** Why a user may or may not do something: the question as a sentence, and the conditions as a ladder. */
export function Why() {
  const words = useAccessWords()
  const language = useLanguage()
  const { session } = useEngine()
  const index = useModelIndex()
  const title = usePage()?.title[language] ?? ''
  const [search, setSearch] = useSearchParams()
  const query = Object.fromEntries(names.flatMap(name => (search.get(name) ? [[name, search.get(name) ?? '']] : [])))
  const { resource = '', operation = 'view', user = index?.me.userId ?? '', id = '', field = '' } = query
  const { data: part } = useResourcePart(index?.resources.some(({ name }) => name === resource) ? resource : '')
  const { data, error, refetch } = useQuery({
    queryKey: ['why', query, language],
    queryFn: ({ signal }) => session.call<WhyView>('/api/engine/access/why', { query, signal }),
    enabled: resource !== '',
    placeholderData: keepPreviousData,
  })
  const set = (name: (typeof names)[number], value: string) => {
    const next = new URLSearchParams(search)
    if (value === '') next.delete(name)
    else next.set(name, value)
    if (name === 'resource') for (const other of ['operation', 'id', 'field']) next.delete(other)
    setSearch(next, { replace: true })
  }
  const known = part
    ? [...codeTitles(part.resource)].map(([code, one]) => [code.slice(codeOf(part.resource, '').length), one] as const)
    : operations.map(name => [name, permissionTitles[name]] as const)
  const offered = known.some(([name]) => name === operation)
    ? known
    : [...known, [operation, { zh: operation, en: operation }] as const]
  return (
    <>
      <ScreenHead title={title} />
      <div className="why-question inset grid gap-12">
        <RecordPicker
          label={words('user')}
          resource={userResource}
          id={user}
          name={data?.user ?? (user === index?.me.userId ? index.me.name : undefined)}
          onChange={next => set('user', next)}
        />
        <TextField
          select
          label={words('resource')}
          value={resource}
          onChange={event => set('resource', event.target.value)}
        >
          {!index?.resources.some(({ name }) => name === resource) && (
            <MenuItem value={resource}>{data?.resource[language] ?? resource}</MenuItem>
          )}
          {index?.resources.map(({ name, titles }) => (
            <MenuItem key={name} value={name}>
              {titles[language]}
            </MenuItem>
          ))}
        </TextField>
        <TextField
          select
          label={words('operation')}
          value={operation}
          onChange={event => set('operation', event.target.value)}
        >
          {offered.map(([name, one]) => (
            <MenuItem key={name} value={name}>
              {one[language]}
            </MenuItem>
          ))}
        </TextField>
        <RecordPicker
          label={words('record')}
          resource={resource}
          id={id}
          name={data?.record}
          onChange={next => set('id', next)}
        />
        <TextField
          select
          label={words('field')}
          value={part ? field : ''}
          disabled={!part}
          onChange={event => set('field', event.target.value)}
        >
          <MenuItem value="">{words('anyField')}</MenuItem>
          {part?.resource.fields.map(({ name, title: own }) => (
            <MenuItem key={name} value={name}>
              {own[language]}
            </MenuItem>
          ))}
        </TextField>
      </div>
      <div className="stack grow min-h-0">
        {resource === '' ? (
          <StatePanel icon={<ScanSearch />} title={words('whyTitle')} help={words('whyHelp')} />
        ) : error && !data ? (
          <SheetFault error={error} title={title} retry={() => void refetch()} />
        ) : data ? (
          <Answer view={data} operation={offered.find(([name]) => name === operation)?.[1][language] ?? operation} />
        ) : (
          <SheetLoading />
        )}
      </div>
    </>
  )
}

interface RecordPickerProps {
  readonly label: string
  readonly resource: string
  readonly id: string
  readonly name: string | undefined
  onChange(id: string): void
}

/** A record by a part of its display text. */
function RecordPicker({ label, resource, id, name, onChange }: RecordPickerProps) {
  const [text, setText] = useState('')
  const display = useModelIndex()?.resources.find(one => one.name === resource)?.display
  const { data = [] } = useGetList(
    resource,
    { filter: text && display ? { [display]: text } : {}, pagination: { page: 1, perPage: 20 } },
    { enabled: display !== undefined },
  )
  const found = data.map(record => ({ id: String(record.id), label: String(record[display ?? ''] ?? record.id) }))
  // Until its name is known: the id would mean nothing.
  const chosen = id === '' ? [] : [{ id, label: name ?? '…' }]
  return (
    <Picker label={label} isOne value={id} choices={[...found, ...chosen]} onChange={onChange} onSearch={setText} />
  )
}

function Answer({ view, operation }: { readonly view: WhyView; readonly operation: string }) {
  const words = useAccessWords()
  const language = useLanguage()
  const { allowed, user, record, resource, steps, roles } = view
  const failed = steps.find(({ passed }) => passed === false)
  return (
    <section className="scroll grow" aria-live="polite">
      <h2 className="inset row gap-8 bold py-14">
        <Glyph passed={allowed} />
        {words(allowed ? 'isAllowed' : 'isRefused', { user, operation, what: record ?? resource[language] })}
      </h2>
      <ol className="why-steps inset">
        {steps.map(step => (
          <Step key={step.kind} step={step} isFirstFailed={step === failed} />
        ))}
      </ol>
      {roles.length > 0 && (
        <p className="inset muted text-13">{words('rolesWith', { roles: roles.join(listSeparator(language)) })}</p>
      )}
    </section>
  )
}

function Step({ step, isFirstFailed }: { readonly step: WhyStep; readonly isFirstFailed: boolean }) {
  const words = useAccessWords()
  return (
    <li className={`row gap-12 divided tap-44 py-8 ${isFirstFailed ? 'error-soft' : ''}`}>
      <Glyph passed={step.passed} />
      <span className={isFirstFailed ? 'bold' : ''}>{words(step.kind)}</span>
      <span className="grow muted size-13 break">{textOf(step, words)}</span>
      {step.place && <code className="muted size-12 break">{step.place}</code>}
    </li>
  )
}

/** What a step says besides its name. */
function textOf(
  { kind, passed, role = '', detail = '', has = '', needs = '' }: WhyStep,
  words: ReturnType<typeof useAccessWords>,
): string {
  if (passed === null) return words('undecided')
  const blanks = { role, detail: kind === 'scope' ? words(scopeWords[detail] ?? 'scopeOther') : detail, has, needs }
  if (kind === 'code' && !passed && has !== '') return words('codeAside', blanks)
  if (kind === 'rows' && detail === '') return words(passed ? 'allRows' : 'unseenRow', blanks)
  if (kind === 'scope' && detail === 'custom' && !passed) return words('scopeOutside', blanks)
  if (kind === 'field' && has === 'masked') return words(role === '' ? 'fieldMasked' : 'fieldMaskedByRule', blanks)
  if (kind === 'field' && has === 'kept') return words('fieldKept', blanks)
  if (kind === 'field' && has === 'hidden' && role === '') return words('fieldDerived', blanks)
  if (kind === 'owner' && detail === '') return words('allRows', blanks)
  return words(`${kind}${passed ? 'Yes' : 'No'}`, blanks)
}

const scopeWords: Readonly<Record<string, 'scopeAll' | 'scopeOwn' | 'scopeDepartment' | 'scopeBelow'>> = {
  all: 'scopeAll',
  own: 'scopeOwn',
  department: 'scopeDepartment',
  departmentAndBelow: 'scopeBelow',
}

const Glyph = ({ passed }: { readonly passed: boolean | null }) => (
  <StateGlyph
    shape={
      passed === null
        ? { kind: 'start', share: 0, colour: 'grey' }
        : { kind: passed ? 'done' : 'failed', share: 1, colour: passed ? 'green' : 'red' }
    }
  />
)
