import Badge from '@mui/material/Badge'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Popover from '@mui/material/Popover'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Bell as BellIcon, Megaphone, MessageSquareText } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { SheetFault, SheetLoading } from '../components/sheet-state.tsx'
import { addressOf } from '../data/addresses.ts'
import { useEngine } from '../data/engine-context.ts'
import { inboxKey } from '../data/live-model.ts'
import { useModelIndex } from '../data/resource-part.ts'
import { useSystemWords } from './system-words.ts'
import './bell.css'

/** A message of the user, or an announcement. */
interface InboxItem {
  readonly kind: 'msgSendLog' | 'bladeNotice'
  readonly id: string
  readonly text: string
  /** In the zone of days. */
  readonly at: string
  readonly isRead: boolean
  readonly record?: { readonly resource: string; readonly id: string }
}

const announcements = 'bladeNotice'
const kinds = ['msgSendLog', announcements] as const
/** An announcement appears at its time of release, without an event. */
const lookEvery = 60_000

/** Unread messages and announcements of the user; the event stream reports new ones. */
export function Bell() {
  const words = useSystemWords()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const index = useModelIndex()
  const { session, changes } = useEngine()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [choice, setChosen] = useState<InboxItem['kind']>()
  const { data, error, refetch } = useQuery({
    queryKey: inboxKey,
    queryFn: () => session.call<readonly InboxItem[]>('/api/engine/inbox'),
    refetchInterval: lookEvery,
  })
  const notices = index?.resources.find(({ name }) => name === announcements)
  useEffect(() => {
    if (!notices) return
    changes.want(announcements)
    let seen = changes.position()
    return changes.subscribe(() => {
      if (changes.count(announcements, seen) === 0) return
      seen = changes.position()
      void queries.invalidateQueries({ queryKey: inboxKey })
    })
  }, [changes, notices, queries])
  const unreadOf = (kind: InboxItem['kind']) => data?.filter(item => item.kind === kind && !item.isRead) ?? []
  const unread = data?.filter(item => !item.isRead) ?? []
  const read = async (items: readonly InboxItem[]) => {
    if (items.length === 0) return
    const body = { items: items.map(({ kind, id }) => ({ kind, id })) }
    await session.call('/api/engine/inbox/read', { method: 'POST', body })
    await queries.invalidateQueries({ queryKey: inboxKey })
  }
  const chosen = choice ?? kinds.find(kind => unreadOf(kind).length > 0) ?? kinds[0]
  const close = () => setAnchor(null)
  const open = (item: InboxItem) => {
    void read(item.isRead ? [] : [item])
    const entry = index?.resources.find(({ name }) => name === item.record?.resource)
    if (!entry || !item.record) return
    close()
    void navigate(addressOf(entry, 'show', item.record.id))
  }
  const shown = data?.filter(({ kind }) => kind === chosen)
  const title = unread.length > 0 ? words('bellCount', { count: unread.length }) : words('bell')
  return (
    <>
      <IconButton
        data-hint={words('bell')}
        aria-label={title}
        aria-haspopup="dialog"
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <Badge
          badgeContent={unread.length || null}
          max={99}
          color="error"
          slotProps={{ badge: { 'aria-hidden': true } }}
        >
          <BellIcon />
        </Badge>
      </IconButton>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { className: 'bell', role: 'dialog', 'aria-label': words('bell') } }}
      >
        <header className="row divided px-8 py-4">
          <Tabs value={chosen} aria-label={words('bell')} onChange={(_event, kind) => setChosen(kind)}>
            {kinds.map(kind => (
              <Tab
                key={kind}
                value={kind}
                id={`bell-${kind}`}
                aria-controls="bell-list"
                label={`${words(kind === announcements ? 'notices' : 'messages')} ${unreadOf(kind).length || ''}`}
              />
            ))}
          </Tabs>
          <Button
            className="push!"
            variant="text"
            size="small"
            disabled={unreadOf(chosen).length === 0}
            onClick={() => void read(unreadOf(chosen))}
          >
            {words('allRead')}
          </Button>
        </header>
        <div
          className="scroll h-300"
          id="bell-list"
          role="tabpanel"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls takes the focus, so that keys scroll it
          tabIndex={0}
          aria-labelledby={`bell-${chosen}`}
        >
          {error ? (
            <SheetFault error={error} retry={() => void refetch()} />
          ) : !shown ? (
            <SheetLoading />
          ) : shown.length === 0 ? (
            <p className="quiet text-13 inset">{words(chosen === announcements ? 'noNotices' : 'noMessages')}</p>
          ) : (
            <ul className="no-list">
              {shown.map(item => (
                <li key={item.id}>
                  <button
                    type="button"
                    className="hovers size-13 flex gap-10 divided tap-44 full py-10 px-16 inherit text-left press"
                    onClick={() => open(item)}
                  >
                    {item.kind === announcements ? (
                      <Megaphone className="mt-2" aria-hidden />
                    ) : (
                      <MessageSquareText className="mt-2" aria-hidden />
                    )}
                    <span className="grow">
                      <span className={item.isRead ? 'muted break' : 'medium break'}>{item.text}</span>
                      <span className="quiet block num text-12">{item.at.slice(0, 16)}</span>
                    </span>
                    {!item.isRead && (
                      <span
                        className="fixed square-6 accent-ground mt-6 circle"
                        role="img"
                        aria-label={words('unread')}
                      />
                    )}
                  </button>
                </li>
              ))}
            </ul>
          )}
        </div>
        {notices && (
          <footer className="ruled px-8 py-4">
            <Button
              variant="text"
              size="small"
              onClick={() => {
                close()
                void navigate(notices.path)
              }}
            >
              {words('allNotices')}
            </Button>
          </footer>
        )}
      </Popover>
    </>
  )
}
