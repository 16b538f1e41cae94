import { Button, Skeleton } from '@mui/material'
import { CloudOff, FileQuestionMark, Lock, LogIn, RotateCw, WifiOff } from 'lucide-react'
import { useNotify } from 'ra-core'
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'
import { useEngine } from '../data/engine-context.ts'
import { RequestFault, refusalMessageOf, statusOf } from '../data/request-fault.ts'
import { useTranslation } from '../words/i18n.ts'
import { copyText } from './copy-text.ts'
import { StatePanel } from './state-panel.tsx'
import { WhyButton } from './why-button.tsx'

/** The loading state of a page: nothing for 300 ms, then a placeholder. */
export function SheetLoading() {
  const translate = useTranslation()
  const isLate = useDelayed(300)
  const bones = [220, 480, 360, 420].map(width => <Skeleton key={width} variant="rounded" width={width} height={12} />)
  return (
    <div
      className="sheet-busy stack gap-20 py-28 px-24"
      role="status"
      aria-busy="true"
      aria-label={translate('state.loading')}
    >
      {isLate && <UnlessDown>{bones}</UnlessDown>}
    </div>
  )
}

/** Shows that the connection is lost instead of a loading state. */
function UnlessDown({ children }: { children: ReactNode }) {
  const { connection } = useEngine()
  const isDown = useSyncExternalStore(connection.watch, connection.isDown)
  return isDown ? <NotLoaded onTry={connection.tryNow} /> : children
}

/** A page that could not be loaded because the connection is lost. */
export function NotLoaded({ onTry }: { onTry: () => void }) {
  const translate = useTranslation()
  return (
    <StatePanel icon={<WifiOff />} title={translate('line.screenTitle')} help={translate('line.screenHelp')}>
      <Button onClick={onTry}>{translate('line.try')}</Button>
    </StatePanel>
  )
}

interface SheetFaultProps {
  readonly error: unknown
  readonly title?: string
  /** Refetches only what failed: a reload of the page would lose input elsewhere in it. */
  retry(): void
}

/** The error state of a page: what happened and what to do. */
export function SheetFault({ error, title = '', retry }: SheetFaultProps) {
  const translate = useTranslation()
  const navigate = useNavigate()
  const status = statusOf(error)
  if (status === 403) {
    return (
      <StatePanel
        icon={<Lock />}
        title={title ? translate('state.rightTitle', { resource: title }) : translate('state.noRightTitle')}
        help={messageOf(error) ?? translate('state.rightHelp', { resource: title })}
      >
        <Button onClick={() => navigate(-1)}>{translate('state.back')}</Button>
        <WhyButton refusal={error} />
      </StatePanel>
    )
  }
  if (status === 404) {
    return (
      <StatePanel
        icon={<FileQuestionMark />}
        title={translate('state.notFoundTitle')}
        help={translate('state.notFoundHelp')}
      >
        <Button onClick={() => navigate(-1)}>{translate('state.back')}</Button>
      </StatePanel>
    )
  }
  return <ReadFault error={error} retry={retry} />
}

/** The error state of data. Without a session, it is refetched only after sign-in. */
export function ReadFault(props: Pick<SheetFaultProps, 'error' | 'retry'>) {
  return statusOf(props.error) === 401 ? <SignInNeeded /> : <RetriedFault {...props} />
}

function SignInNeeded() {
  const translate = useTranslation()
  const { session } = useEngine()
  return (
    <StatePanel icon={<LogIn />} title={translate('signInAgain.needed')} help={translate('signInAgain.help')}>
      <Button onClick={session.askAgain}>{translate('signInAgain.open')}</Button>
    </StatePanel>
  )
}

/** Retried every 20 seconds, with a request id to quote. */
function RetriedFault({ error, retry }: Pick<SheetFaultProps, 'error' | 'retry'>) {
  const translate = useTranslation()
  const notify = useNotify()
  useEffect(() => {
    const timer = setInterval(retry, 20_000)
    return () => clearInterval(timer)
  }, [retry])
  const number = error instanceof RequestFault ? error.requestId : undefined
  const refusal = refusalMessageOf(error)
  const copy = async () => {
    const isCopied = await copyText(number ?? '')
    notify(isCopied ? 'bulk.copied' : 'detail.linkNotCopied', { type: isCopied ? 'success' : 'warning' })
  }
  return (
    <StatePanel
      icon={<CloudOff />}
      title={translate(refusal ? 'state.answerTitle' : 'state.errorTitle')}
      help={
        <>
          {refusal ?? translate('state.errorHelp')}
          {number && (
            <>
              <br />
              {translate('state.errorNumber', { number })}
            </>
          )}
        </>
      }
    >
      <Button startIcon={<RotateCw />} onClick={retry}>
        {translate('state.retry')}
      </Button>
      {number && (
        <Button variant="text" onClick={copy}>
          {translate('state.copyNumber')}
        </Button>
      )}
    </StatePanel>
  )
}

/** True after so many milliseconds. */
export function useDelayed(milliseconds: number): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), milliseconds)
    return () => clearTimeout(timer)
  }, [milliseconds])
  return isLate
}

const messageOf = (error: unknown) =>
  error instanceof RequestFault && error.message !== 'notice.unknown' ? error.message : undefined
