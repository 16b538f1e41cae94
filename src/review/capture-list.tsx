import { Button } from '@mui/material'
import { KeysShown } from '../../engine/web/frame/keys-shown.tsx'
import { frameOf } from './captures.ts'
import { useReviewWords } from './review-words.ts'
import type { useQueue } from './use-queue.ts'

interface CaptureListProps {
  readonly queue: ReturnType<typeof useQueue>
  entry(dictionary: string, key: string | null | undefined): string
  onApproveGroup(): void
}

/** The captures of the user by bursts: what one camera captured of one detection within minutes. */
export function CaptureList({ queue, entry, onApproveGroup }: CaptureListProps) {
  const words = useReviewWords()
  return (
    <nav className="review-list scroll" aria-label={words('queue')}>
      {queue.groups.map(group => {
        const [first] = group
        if (!first) return null
        const isCurrent = group === queue.group
        return (
          <section key={first.id}>
            <header className="divided paper sticky top-0 z-1 py-8 px-16">
              <p className="row spread gap-8">
                <b className="truncate">{first.entIdName}</b>
                <span className="num muted">{group.length}</span>
              </p>
              <p className="row spread gap-8 muted text-13">
                <span className="truncate">
                  {first.cameraIdName} · {entry('model_types', first.modelType)}
                </span>
                {isCurrent && group.length > 1 && (
                  <Button
                    className="fixed! p-0! borderless! nowrap!"
                    size="small"
                    onClick={onApproveGroup}
                    aria-label={words('groupOf', { count: group.length })}
                  >
                    {words('group')}
                    <KeysShown keys="shift+a" />
                  </Button>
                )}
              </p>
            </header>
            <ul>
              {group.map(one => (
                <li key={one.id}>
                  <button
                    ref={one === queue.current ? intoView : undefined}
                    type="button"
                    className="review-item row gap-12 divided full py-8 px-16 hovers text-start"
                    aria-current={one === queue.current || undefined}
                    onClick={() => queue.choose(one.id)}
                  >
                    {frameOf(one) ? <img className="round-4 sunken" src={frameOf(one)} alt="" loading="lazy" /> : <i />}
                    <span className="stack">
                      <span className="num">{String(one.shotTime).slice(11)}</span>
                      <span className="num muted text-12">{one.confidence === null ? '—' : `${one.confidence} %`}</span>
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          </section>
        )
      })}
    </nav>
  )
}

const intoView = (item: HTMLElement | null) => item?.scrollIntoView({ block: 'nearest' })
