import { useQuery } from '@tanstack/react-query'
import { useGetOne } from 'ra-core'
import { type KeyboardEvent, useDeferredValue, useMemo, useState } from 'react'
import { foldedText } from '../../fields/text-value.ts'
import type { PackageChange } from '../../model/access-views.ts'
import { packageResource } from '../../model/account-resources.ts'
import { listSeparator } from '../../model/list-separator.ts'
import { ReadFault, SheetLoading } from '../components/sheet-state.tsx'
import { useEngine } from '../data/engine-context.ts'
import { refusalMessageOf } from '../data/request-fault.ts'
import type { RecordPanelProps } from '../frame/web-part.ts'
import { useLanguage } from '../words/i18n.ts'
import { useAccessWords } from './access-words.ts'
import { menuTreeOf, type PackageEntry } from './package-tree.ts'
import { PersonPanel } from './person-panel.tsx'
import { Consequences, UnsavedRights, useGrantSearch } from './rights-editing.tsx'
import './access.css'

/** What this part shows of a record: the menu of a package, or what is held about a person. */
export const AccessPanel = (props: RecordPanelProps) =>
  props.part.resource.name === packageResource ? <PackagePanel {...props} /> : <PersonPanel {...props} />

/** Loads the package and the menu. A newer version, after a save, starts the editing again. */
function PackagePanel({ part, id }: RecordPanelProps) {
  const { session } = useEngine()
  const { data: record } = useGetOne(packageResource, { id })
  const { data, error, refetch } = useQuery({
    queryKey: ['bladeMenu', 'list'],
    queryFn: () => session.call<readonly PackageEntry[]>('/api/blade/v1/bladeMenu/listByQuery'),
  })
  if (error && !data) return <ReadFault error={error} retry={() => void refetch()} />
  if (!data || !record) return <SheetLoading />
  const stored = (record['menuId'] ?? []) as readonly string[]
  const isEditable = part.may.includes('edit')
  return (
    <Menu
      key={record['version']}
      {...{ id, version: record['version'], stored, isEditable }}
      entries={data.filter(one => !one.isTop)}
    />
  )
}

interface MenuProps {
  readonly id: string
  readonly version: number
  readonly stored: readonly string[]
  readonly isEditable: boolean
  readonly entries: readonly PackageEntry[]
}

function Menu({ id, version, stored, isEditable, entries }: MenuProps) {
  const words = useAccessWords()
  const language = useLanguage()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(stored))
  const { searched, isShown, tools } = useGrantSearch('menuSearch')
  const tree = useMemo(() => menuTreeOf(entries), [entries])
  const [before, after] = [useMemo(() => tree.covered(new Set(stored)), [tree, stored]), tree.covered(chosen)]
  const changed = tree.rows.filter(({ entry: one }) => before.has(one.id) !== after.has(one.id))
  const isChanged = chosen.size !== stored.length || stored.some(one => !chosen.has(one))
  const titleOf = (one: PackageEntry) => (language === 'zh' ? one.name : one.englishName)
  const data = { id, version, menuId: [...chosen] }
  const visible = tree.rows.filter(
    ({ entry: one }) =>
      foldedText(titleOf(one)).includes(searched) &&
      isShown(after.has(one.id), before.has(one.id) !== after.has(one.id)),
  )
  return (
    <section className="detail-group" aria-label={words('menu')}>
      <h2>{words('menu')}</h2>
      <div className="package-body grid gap-16 stack-1200">
        <div className="min-0">
          {tools}
          {visible.length === 0 && <p className="muted">{words('noEntry')}</p>}
          <ul onKeyDown={walk}>
            {visible.map(({ entry: one, level, below }) => {
              const isOn = after.has(one.id)
              const change = isOn === before.has(one.id) ? undefined : isOn ? 'added' : 'removed'
              return (
                <li
                  key={one.id}
                  className={change === undefined ? '' : change === 'added' ? 'good-soft good-text' : 'error-soft late'}
                >
                  <label className="row gap-8 min-h-32 tap-44-phone press" style={{ paddingLeft: 8 + level * 22 }}>
                    <input
                      type="checkbox"
                      className="check-box block round-4 paper press"
                      checked={isOn}
                      disabled={!isEditable}
                      ref={box => {
                        if (box) box.indeterminate = !isOn && below.some(inner => after.has(inner))
                      }}
                      onChange={() => setChosen(tree.toggled(chosen, one.id))}
                    />
                    <span className="grow">{titleOf(one)}</span>
                    {change && <small>{words(change)}</small>}
                  </label>
                </li>
              )
            })}
          </ul>
        </div>
        <Rail id={id} menuId={data.menuId} isChanged={isChanged} />
      </div>
      {isChanged && (
        <UnsavedRights
          resource={packageResource}
          record={data}
          count={changed.length}
          isIncomplete={chosen.size === 0}
          saved="packageSaved"
          onDiscard={() => setChosen(new Set(stored))}
        />
      )}
    </section>
  )
}

interface RailProps {
  readonly id: string
  readonly menuId: readonly string[]
  readonly isChanged: boolean
}

/** Which tenants have the package, and what the server says their users would gain and lose. */
function Rail({ id, menuId, isChanged }: RailProps) {
  const words = useAccessWords()
  const language = useLanguage()
  const { session } = useEngine()
  const asked = useDeferredValue(menuId)
  const { data, error } = useQuery({
    queryKey: [packageResource, 'change', id, asked],
    queryFn: ({ signal }) =>
      session.call<PackageChange>('/api/engine/access/package', {
        method: 'POST',
        body: { id, menuId: asked },
        signal,
      }),
    placeholderData: last => last,
    gcTime: 0,
  })
  if (error) return <p className="late">{refusalMessageOf(error) ?? error.message}</p>
  if (!data) return null
  const { tenants, gains, losses, losing } = data
  const titles = (list: PackageChange['gains']) => list.map(one => one[language]).join(listSeparator(language))
  return (
    <aside className="stack gap-8 size-13" aria-label={words('afterwards')}>
      {isChanged && (
        <>
          <h3 className="bold">{words('afterwards')}</h3>
          <Consequences
            rows={[
              [words('moreMenus'), titles(gains)],
              [words('fewerMenus'), titles(losses)],
              [words('losing'), losing > 0 ? words('users', { count: losing }) : ''],
            ]}
          />
        </>
      )}
      <h3 className="bold">
        {words('tenants')} <span className="quiet num">{tenants.length}</span>
      </h3>
      <ul>
        {tenants.slice(0, 20).map(one => (
          <li key={one.id} className="divided row spread gap-8 py-6">
            <span className="truncate">{one.name}</span>
            <span className="muted num nowrap">
              {one.most === null || one.most < 0 ? one.users : `${one.users} / ${one.most}`}
              {one.expires && ` · ${one.expires.slice(0, 10)}`}
            </span>
          </li>
        ))}
      </ul>
    </aside>
  )
}

/** Arrows move between the boxes. */
function walk(event: KeyboardEvent<HTMLUListElement>): void {
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
  if (step === undefined) return
  const boxes = [...event.currentTarget.querySelectorAll('input')]
  boxes[boxes.indexOf(event.target as HTMLInputElement) + step]?.focus()
  event.preventDefault()
}
