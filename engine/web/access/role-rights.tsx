import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { PenLine } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { RoleChange, RoleRightsView, RoleView } from '../../model/access-views.ts'
import { roleResource } from '../../model/account-resources.ts'
import { listSeparator } from '../../model/list-separator.ts'
import { permissionTitle } from '../../model/permissions.ts'
import { fieldOf } from '../../model/system-fields.ts'
import { ReadFault, SheetLoading } from '../components/sheet-state.tsx'
import { addressOf } from '../data/addresses.ts'
import { useEngine } from '../data/engine-context.ts'
import { refusalMessageOf } from '../data/request-fault.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { useShell } from '../frame/shell-context.ts'
import { useAccessWords } from './access-words.ts'
import { Consequences, UnsavedRights } from './rights-editing.tsx'
import { RightsMatrix } from './rights-matrix.tsx'
import './access.css'

const path = '/api/engine/access'

interface PartProps {
  readonly part: ResourcePart
}

/** The roles as a tree, and the rights of the chosen one, which are edited together. */
export function RolesAndRights({ part }: PartProps) {
  const words = useAccessWords()
  const { session } = useEngine()
  const { isPhone } = useShell()
  const [search, setSearch] = useSearchParams()
  const {
    data: roles,
    error,
    refetch,
  } = useQuery({
    queryKey: [roleResource, 'rights'],
    queryFn: () => session.call<readonly RoleView[]>(`${path}/roles`),
  })
  if (error && !roles) return <ReadFault error={error} retry={() => void refetch()} />
  if (!roles) return <SheetLoading />
  const tree = inTree(roles)
  const chosen =
    roles.find(({ id }) => id === search.get('role')) ??
    tree.find(({ role }) => role.alias !== 'administrator')?.role ??
    roles[0]
  const choose = (id: string) => {
    const next = new URLSearchParams(search)
    next.set('role', id)
    setSearch(next, { replace: true })
  }
  return (
    <div className="access grow flex ruled column-phone gap-8-phone">
      {isPhone ? (
        <div className="inset pt-8">
          <TextField
            select
            fullWidth
            aria-label={words('role')}
            value={chosen?.id ?? ''}
            onChange={event => choose(event.target.value)}
          >
            {tree.map(({ role, level }) => (
              <MenuItem key={role.id} value={role.id} className="tap-44" style={{ paddingLeft: 16 + level * 16 }}>
                {role.name}
              </MenuItem>
            ))}
          </TextField>
        </div>
      ) : (
        <nav className="access-roles scroll fixed ruled-right w-208 p-12" aria-label={words('roles')}>
          {tree.map(({ role, level }) => (
            <button
              key={role.id}
              type="button"
              className="row full spread gap-8 round-6 min-h-32 size-13 text-left pr-10 hovers chosen"
              aria-current={role === chosen}
              style={{ paddingLeft: 10 + level * 14 }}
              title={role.alias}
              onClick={() => choose(role.id)}
            >
              <span className="truncate">{role.name}</span>
              <span className="quiet num size-12" title={words('users', { count: role.users })}>
                {role.users}
              </span>
            </button>
          ))}
        </nav>
      )}
      {chosen && <RightsOf key={chosen.id} part={part} role={chosen} roles={roles} />}
    </div>
  )
}

interface RightsOfProps extends PartProps {
  readonly role: RoleView
  readonly roles: readonly RoleView[]
}

/** Loads the rights of a role. A newer version, after a save, starts the editing again. */
function RightsOf({ part, role, roles }: RightsOfProps) {
  const { session } = useEngine()
  const { data, error, refetch } = useQuery({
    queryKey: [roleResource, 'rights', role.id],
    queryFn: () => session.call<RoleRightsView>(`${path}/roles/${role.id}`),
  })
  if (error && !data) return <ReadFault error={error} retry={() => void refetch()} />
  if (!data) return <SheetLoading />
  return <EditedRights key={data.version} part={part} role={role} roles={roles} rights={data} />
}

function EditedRights({ part, role, roles, rights }: RightsOfProps & { readonly rights: RoleRightsView }) {
  const words = useAccessWords()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { language, may, resource } = part
  const stored = useMemo(() => scopesIn(rights), [rights])
  const [codes, setCodes] = useState<ReadonlySet<string>>(() => new Set(rights.codes))
  const [scopes, setScopes] = useState(stored)
  const changes = useMemo(() => difference(rights.codes, codes), [rights, codes])
  const changed = scopeFields.filter(name => scopes[name].join() !== stored[name].join())
  const count = changes.added.length + changes.removed.length + changed.length
  const isEditable = may.includes('edit') && !rights.isAdministrator
  const { id, version } = rights
  const chosenIn = (name: ScopeField) => (name === 'dataScope' ? String(scopes.dataScope[0]) : scopes[name])
  const others = Object.fromEntries(changed.map(name => [name, chosenIn(name)]))
  const data = { id, version, codes: [...codes].sort(), ...others }
  const titleOf = (name: ScopeField) => fieldOf(resource, name)?.title[language] ?? name
  const choicesOf = (name: ScopeField): readonly (readonly [id: string, title: string])[] =>
    name === 'dataScope'
      ? (part.model.dictionaries['data_scope']?.entries ?? []).map(({ key, title }) => [key, title[language]])
      : rights.scopes.filter(({ kind }) => kind === name).map(one => [one.id, one.name])
  const textOf = (name: ScopeField, of: Scopes) =>
    choicesOf(name)
      .flatMap(([id, title]) => (of[name].includes(id) ? title : []))
      .join(listSeparator(language)) || '—'
  return (
    <section className="access-rights stack grow" aria-label={role.name}>
      <header className="row wrap gap-12 inset py-12">
        <h2 className="bold">{role.name}</h2>
        <code className="sunken round-4 px-8 size-12 muted">{role.alias}</code>
        {role.isBuiltIn && <span className="muted size-12">{words('declared')}</span>}
        <span className="muted size-13">{words('users', { count: role.users })}</span>
        <span className="push" />
        {scopeFields.map(name => {
          const choices = choicesOf(name)
          return (
            !rights.isAdministrator &&
            choices.length > 0 && (
              <TextField
                key={name}
                className="w-200! flex-row! items-center! gap-8!"
                select
                size="small"
                label={titleOf(name)}
                value={chosenIn(name)}
                disabled={!isEditable}
                slotProps={{
                  select: {
                    multiple: name !== 'dataScope',
                    displayEmpty: true,
                    renderValue: () => textOf(name, scopes),
                  },
                }}
                onChange={({ target }) => setScopes({ ...scopes, [name]: [target.value].flat().sort() })}
              >
                {choices.map(([id, title]) => (
                  <MenuItem key={id} value={id}>
                    {title}
                  </MenuItem>
                ))}
              </TextField>
            )
          )
        })}
        {may.includes('edit') && (
          <Button
            variant="outlined"
            color="inherit"
            startIcon={<PenLine />}
            onClick={() => navigate(addressOf(resource, 'show', role.id))}
          >
            {words('edit')}
          </Button>
        )}
      </header>
      {rights.isAdministrator ? (
        <p className="inset muted">{words('ofAdministrator')}</p>
      ) : (
        <>
          <div className="access-body grow grid ruled scroll-1200 stack-1200">
            <RightsMatrix
              part={part}
              rights={rights}
              codes={codes}
              scope={textOf('dataScope', scopes)}
              scopes={rights.scopes.filter(({ kind, id }) => scopes[kind].includes(id))}
              isEditable={isEditable}
              onChange={setCodes}
            />
            <Rail
              part={part}
              roles={roles}
              changes={changes}
              scopes={changed.map(name => [titleOf(name), [stored, scopes].map(of => textOf(name, of)).join(' → ')])}
              names={new Map(rights.scopes.map(one => [`${one.kind}/${one.id}`, one.name]))}
              record={count > 0 ? data : undefined}
            />
          </div>
          {count > 0 && (
            <UnsavedRights
              className="inset ruled fixed"
              resource={roleResource}
              record={data}
              count={count}
              saved="saved"
              onSaved={() => void queries.invalidateQueries({ queryKey: [roleResource] })}
              onDiscard={() => {
                setCodes(new Set(rights.codes))
                setScopes(stored)
              }}
            />
          )}
        </>
      )}
    </section>
  )
}

const scopeFields = ['dataScope', 'dataScopes', 'apiScopes'] as const
type ScopeField = (typeof scopeFields)[number]
type Scopes = Readonly<Record<ScopeField, readonly string[]>>

const scopesIn = ({ dataScope, dataScopes, apiScopes }: RoleRightsView): Scopes => ({
  dataScope: [dataScope],
  dataScopes: dataScopes.toSorted(),
  apiScopes: apiScopes.toSorted(),
})

interface Changes {
  readonly added: readonly string[]
  readonly removed: readonly string[]
}

interface RailProps extends PartProps {
  readonly roles: readonly RoleView[]
  readonly changes: Changes
  /** The scopes that change: title, former and new ones. */
  readonly scopes: readonly (readonly [title: string, text: string])[]
  /** The names of API scopes by their code in the preview. */
  readonly names: ReadonlyMap<string, string>
  /** What would be saved; undefined without changes. */
  readonly record: object | undefined
}

/** The changes, and whom the server says they touch: it makes them and rolls them back. */
function Rail({ part: { model, language }, roles, changes, scopes, names, record }: RailProps) {
  const words = useAccessWords()
  const { session } = useEngine()
  const asked = useDeferredValue(record)
  const { data, error } = useQuery({
    queryKey: [roleResource, 'preview', asked],
    queryFn: ({ signal }) => session.call<RoleChange>(`${path}/preview`, { method: 'POST', body: asked, signal }),
    enabled: asked !== undefined,
    gcTime: 0,
  })
  if (!record) return <aside className="muted text-13 p-16 scrolls">{words('unchanged')}</aside>
  const titleOf = (code: string) => permissionTitle(model, code)[language]
  const menus = (list: RoleChange['gains'] = []) =>
    list.filter(({ code }) => code.endsWith('_view')).map(({ code }) => titleOf(code).split(/[：:]/)[0])
  const apiScopes = (list: RoleChange['gains'] = []) =>
    list
      .flatMap(({ code, users }) => (names.has(code) ? `${names.get(code)} (${words('users', { count: users })})` : []))
      .join(listSeparator(language))
  return (
    <aside className="stack gap-8 size-13 p-16 scrolls" aria-label={words('changed')}>
      <h3 className="bold">{words('changed')}</h3>
      <ul className="access-changes">
        {[
          ...changes.added.map(code => ['added', code] as const),
          ...changes.removed.map(code => ['removed', code] as const),
        ].map(([kind, code]) => (
          <li key={code} className="row gap-8 divided py-6" data-change={kind}>
            <b className={`w-16 text-center ${kind === 'added' ? 'good-text' : 'late'}`} title={words(kind)}>
              {kind === 'added' ? '+' : '−'}
            </b>
            <span>{titleOf(code)}</span>
          </li>
        ))}
        {scopes.map(([title, text]) => (
          <li key={title} className="row gap-8 divided py-6">
            {title} <span className="push">{text}</span>
          </li>
        ))}
      </ul>
      <h3 className="bold">{words('afterwards')}</h3>
      {error && <p className="late">{refusalMessageOf(error) ?? error.message}</p>}
      {data && (
        <Consequences
          rows={[
            [
              words('affected'),
              data.users === 0 ? words('noUser') : words('affectedUsers', { count: data.users }),
              data.names.join(listSeparator(language)),
            ],
            [words('moreMenus'), menus(data.gains).join(listSeparator(language))],
            [words('fewerMenus'), menus(data.losses).join(listSeparator(language))],
            [words('gains'), apiScopes(data.gains)],
            [words('losses'), apiScopes(data.losses)],
            [
              words('below'),
              data.below
                .flatMap(
                  id => roles.find(one => one.id === id && one.id !== (record as { id?: string }).id)?.name ?? [],
                )
                .join(listSeparator(language)),
            ],
          ]}
        />
      )}
    </aside>
  )
}

/** Roles below their parents, each with its level. */
function inTree(roles: readonly RoleView[]): readonly { readonly role: RoleView; readonly level: number }[] {
  const known = new Set(roles.map(({ id }) => id))
  const below = (parent: string | null, level: number): { readonly role: RoleView; readonly level: number }[] =>
    roles
      .filter(({ parentId }) => (parentId !== null && known.has(parentId) ? parentId : null) === parent)
      .flatMap(role => [{ role, level }, ...below(role.id, level + 1)])
  return below(null, 0)
}

const difference = (before: readonly string[], after: ReadonlySet<string>): Changes => {
  const former = new Set(before)
  return { added: [...after].filter(code => !former.has(code)), removed: before.filter(code => !after.has(code)) }
}
