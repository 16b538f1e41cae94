import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useRef, useState } from 'react'
import type {
  CheckOrder,
  EncodingChoice,
  ImportView,
  ListedImport,
  MappingChoice,
  StepProgress,
} from '../../model/import-view.ts'
import { hasNoResponse, retryUntilResponse } from '../data/delivery.ts'
import { useEngine } from '../data/engine-context.ts'
import { RequestFault } from '../data/request-fault.ts'
import { readLines } from '../data/stream.ts'
import { download, type Sheets, sendFile } from './import-calls.ts'

/** The running step and its progress: a share of a file, or rows. */
export type RunningStep =
  | { readonly what: 'send'; readonly share: number }
  | { readonly what: 'check' | 'write'; readonly done: number; readonly total: number }

type Line = Partial<StepProgress & { readonly import: ImportView; readonly failed: string }>

const pollMilliseconds = 1000

/** The import of a file into a resource: its state and its steps. */
export function useImport(resource: string, id: string | undefined) {
  const { session } = useEngine()
  const queries = useQueryClient()
  const translate = useTranslate()
  const [running, setRunning] = useState<RunningStep>()
  const [failed, setFailed] = useState<string>()
  const [encodings, setEncodings] = useState<readonly EncodingChoice[]>([])
  const [version, setVersion] = useState(0)
  const control = useRef<AbortController>(undefined)
  const path = `/api/engine/import/${resource}`
  const keyOf = (one: string) => ['engine', 'import', resource, one]
  const view = useQuery({
    queryKey: keyOf(id ?? ''),
    queryFn: () => session.call<ImportView>(`${path}/${id}`),
    enabled: id !== undefined,
    refetchOnMount: running ? false : 'always',
    // Another window or the server is working on it: polled until finished.
    refetchInterval: query => (!running && query.state.data?.isBusy ? pollMilliseconds : false),
  })
  const listed = useQuery({
    queryKey: keyOf('listed'),
    queryFn: () => session.call<readonly ListedImport[]>(path),
    enabled: id === undefined,
    refetchOnMount: 'always',
  })
  const put = (next: ImportView) => {
    queries.setQueryData(keyOf(next.id), next)
    setVersion(before => before + 1)
  }
  const sentence = (error: unknown) => {
    const message = error instanceof RequestFault ? error.message : 'notice.unknown'
    return translate(message, { _: message })
  }

  /** Runs one step; errors are shown, not thrown. */
  const run = async <Result>(first: RunningStep, work: (signal: AbortSignal) => Promise<Result>) => {
    const own = new AbortController()
    control.current = own
    setRunning(first)
    setFailed(undefined)
    setEncodings([])
    try {
      return await work(own.signal)
    } catch (error) {
      if (error instanceof RequestFault) setEncodings(Object(error.body.data).encodings ?? [])
      if (!own.signal.aborted) setFailed(sentence(error))
      return undefined
    } finally {
      setRunning(undefined)
    }
  }
  /** Undefined where there is no response. */
  const currentState = async () => {
    const { data, error } = await view.refetch()
    return error && hasNoResponse(error) ? undefined : (data ?? null)
  }
  const step = (what: 'check' | 'write', body: unknown) =>
    run({ what, done: 0, total: 0 }, async signal => {
      let last: Line = {}
      try {
        await readLines<Line>(session, `${path}/${id}/${what}`, { method: 'POST', body, signal }, line => {
          last = line
          if (line.done !== undefined) setRunning({ what, done: line.done, total: line.total ?? 0 })
          if (line.import) put(line.import)
          if (line.failed !== undefined) setFailed(line.failed)
        })
      } finally {
        const onDisconnected = () => setFailed(translate('notice.network'))
        // If the response was lost, the server's state shows the result.
        if (!last.import) await retryUntilResponse(currentState, { signal, onDisconnected })
      }
      return last
    })

  return {
    /** Refetches the state. */
    renew: () => void view.refetch(),
    view: view.data,
    error: view.error,
    listed: listed.data ?? [],
    running,
    failed,
    /** The encodings among which the user has to choose before the file is read. */
    encodings,
    /** Increases whenever rows were checked or written. */
    version,
    send: (file: File, sheets?: Sheets) =>
      run({ what: 'send', share: 0 }, async signal => {
        const onProgress = (share: number) => setRunning({ what: 'send', share })
        const sent = await sendFile(session, {
          resource,
          file,
          signal,
          onProgress,
          ...(sheets && { sheets }),
        })
        put(sent)
        return sent
      }),
    check: (order: CheckOrder) => step('check', order),
    write: (goodRows: boolean) => step('write', { goodRows }),
    /** Aborts an upload or a check; a write is asked to stop after the current rows. */
    async stop() {
      if (running?.what === 'write' || (!running && view.data?.isBusy))
        await session.call(`${path}/${id}/stop`, { method: 'POST' }).catch(error => setFailed(sentence(error)))
      else control.current?.abort()
    },
    /** Deletes an import; written records remain. */
    async drop(one: string) {
      await session.call(`${path}/${one}`, { method: 'DELETE' }).catch(error => {
        if (!(error instanceof RequestFault && error.status === 404)) setFailed(sentence(error))
      })
      await queries.invalidateQueries({ queryKey: keyOf('listed') })
    },
    /** The choices of a mapping file for this file. */
    readMapping: async (file: File) => {
      setFailed(undefined)
      const body = { file: file.name, text: await file.text() }
      return session
        .call<MappingChoice>(`${path}/${id}/mapping`, { method: 'POST', body })
        .catch(error => setFailed(sentence(error)))
    },
    saveMapping: (body: Pick<MappingChoice, 'columns' | 'match' | 'options'>) => {
      setFailed(undefined)
      return download(session, `${path}/${id}/mapping/file`, { method: 'POST', body }).catch(error =>
        setFailed(sentence(error)),
      )
    },
    fetchFile: (rest: string) => download(session, `${path}${rest}`).catch(error => setFailed(sentence(error))),
    changed: () => queries.invalidateQueries({ queryKey: [resource] }),
  }
}

export type Import = ReturnType<typeof useImport>
