import { useQueryClient } from '@tanstack/react-query'
import { LogIn, WifiOff } from 'lucide-react'
import { useEffect, useSyncExternalStore } from 'react'
import { useDelayed } from '../components/sheet-state.tsx'
import { useEngine } from '../data/engine-context.ts'
import { useTranslation } from '../words/i18n.ts'
import './connection-note.css'

/**
 * Shows that the server cannot be reached, or that the user must sign in again, and refetches the visible data when the
 * server is back. It overlays free space, so that nothing moves.
 */
export function ConnectionNote() {
  const { connection, session } = useEngine()
  const queries = useQueryClient()
  const isDown = useSyncExternalStore(connection.watch, connection.isDown)
  const ending = useSyncExternalStore(session.watch, session.ending)
  useEffect(
    () =>
      connection.whenBack(
        () => void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'auth' }),
      ),
    [connection, queries],
  )
  return (
    <div className="line-note flex justify-center" role="status">
      {isDown ? <Note onTry={connection.tryNow} /> : ending && <SignInNote onOpen={session.askAgain} />}
    </div>
  )
}

function SignInNote({ onOpen }: { onOpen: () => void }) {
  const translate = useTranslation()
  return (
    <p>
      <LogIn aria-hidden />
      <span className="clip ellipsis">{translate('signInAgain.note')}</span>
      <button type="button" className="link" onClick={onOpen}>
        {translate('signInAgain.open')}
      </button>
    </p>
  )
}

function Note({ onTry }: { onTry: () => void }) {
  const translate = useTranslation()
  // A restart of the server takes less.
  if (!useDelayed(800)) return null
  return (
    <p>
      <WifiOff aria-hidden />
      <span className="clip ellipsis">{translate('line.down')}</span>
      <button type="button" className="link" onClick={onTry}>
        {translate('line.try')}
      </button>
    </p>
  )
}
