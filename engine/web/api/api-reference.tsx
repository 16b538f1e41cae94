import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { ScreenHead } from '../components/screen-head.tsx'
import { SheetFault, SheetLoading } from '../components/sheet-state.tsx'
import { useEngine } from '../data/engine-context.ts'
import { saveFile } from '../export/save-file.ts'
import { usePage } from '../frame/page-context.ts'
import { useShell } from '../frame/shell-context.ts'
import { useLocalized } from '../words/i18n.ts'
import { apiWords } from './api-words.ts'
import { type ApiDocument, type ApiGroup, groupsOf, groupsWith } from './openapi-document.ts'
import { OperationPanel } from './operation-panel.tsx'
import './api-reference.css'

const documentPath = '/api/engine/openapi'

/** The endpoints of the server by resource, each with its parameters and schemas; read requests can be sent. */
export function ApiReference() {
  const localized = useLocalized()
  const { session } = useEngine()
  const { isPhone } = useShell()
  const [search, setSearch] = useSearchParams()
  const title = usePage()?.title
  const { data, error, refetch } = useQuery({
    queryKey: ['engine', 'openapi'],
    queryFn: async () => (await (await session.stream(documentPath)).json()) as ApiDocument,
  })
  const groups = useMemo(() => data && groupsOf(data), [data])
  const id = search.get('operation')
  const chosen = groups?.flatMap(({ operations }) => operations).find(({ operationId }) => operationId === id)
  const choose = (operation: string | undefined) => setSearch(operation === undefined ? {} : { operation })
  const save = () => saveFile(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }), 'openapi.json')
  return (
    <>
      <ScreenHead
        title={title && localized(title)}
        {...(isPhone && chosen && { back: { label: localized(apiWords.back), onClick: () => choose(undefined) } })}
      >
        {data && !isPhone && (
          <Button startIcon={<Download size={16} />} onClick={save}>
            {localized(apiWords.download)}
          </Button>
        )}
      </ScreenHead>
      {error && !data ? (
        <SheetFault error={error} title={title && localized(title)} retry={() => void refetch()} />
      ) : data && groups ? (
        <div className="api ruled grid grow side-300 block-phone scrolls-phone">
          {!(isPhone && chosen) && <Contents groups={groups} chosen={id} onChoose={choose} />}
          {chosen ? (
            <OperationPanel key={chosen.operationId} document={data} operation={chosen} />
          ) : (
            !isPhone && <p className="api-empty muted p-16">{localized(apiWords.choose)}</p>
          )}
        </div>
      ) : (
        <SheetLoading />
      )}
    </>
  )
}

interface ContentsProps {
  readonly groups: readonly ApiGroup[]
  /** Id of the chosen endpoint. */
  readonly chosen: string | null
  onChoose(operation: string): void
}

/** The endpoints by resource, with a search; the group of the chosen one and those of a search are open. */
function Contents({ groups, chosen, onChoose }: ContentsProps) {
  const localized = useLocalized()
  const [text, setText] = useState('')
  const sought = useDeferredValue(text)
  const found = useMemo(() => groupsWith(groups, sought), [groups, sought])
  const isSearch = sought.trim() !== ''
  return (
    <nav className="api-contents scroll ruled-right p-16 unruled-right-phone" aria-label={localized(apiWords.contents)}>
      <TextField
        className="mb-8!"
        size="small"
        type="search"
        fullWidth
        placeholder={localized(apiWords.search)}
        value={text}
        onChange={event => setText(event.target.value)}
        slotProps={{ htmlInput: { 'aria-label': localized(apiWords.search) } }}
      />
      {found.length === 0 && <p className="api-empty muted p-16">{localized(apiWords.none)}</p>}
      {found.map(group => (
        <details key={`${group.name} ${isSearch}`} open={isSearch || group.operations.some(isChosen(chosen))}>
          <summary className="row gap-8 round-6 press line-20 min-h-32 tap-44-phone py-4 px-8 hovers">
            <span>{localized(group.title)}</span>{' '}
            <code className="push muted size-12 min-0 clip ellipsis">{group.name}</code>
          </summary>
          <ul className="mb-8">
            {group.operations.map(({ operationId, method, path, title }) => (
              <li key={operationId}>
                <button
                  className={`row gap-8 full min-h-32 tap-44-phone round-6 text-left hovers ${operationId === chosen ? 'bold hovered' : ''}`}
                  type="button"
                  aria-current={operationId === chosen ? 'true' : undefined}
                  onClick={() => onChoose(operationId)}
                  title={path}
                >
                  <span className={`api-method muted bold mono size-11 api-${method.toLowerCase()}`}>{method}</span>
                  {localized(title)}
                </button>
              </li>
            ))}
          </ul>
        </details>
      ))}
    </nav>
  )
}

const isChosen = (chosen: string | null) => (operation: { readonly operationId: string }) =>
  operation.operationId === chosen
