import { ChevronDown, ChevronRight, Lock } from 'lucide-react'
import { type KeyboardEvent, memo, type ReactNode, useCallback, useMemo, useState } from 'react'
import { foldedText } from '../../fields/text-value.ts'
import type { RoleRightsView, ScopeView } from '../../model/access-views.ts'
import { listSeparator } from '../../model/list-separator.ts'
import type { Language, Operation, Permission } from '../../model/model.ts'
import { permissionTitles } from '../../model/permission-titles.ts'
import { permissionsOf } from '../../model/permissions.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { useShell } from '../frame/shell-context.ts'
import { useAccessWords } from './access-words.ts'
import { useGrantSearch } from './rights-editing.tsx'

/** The columns of the matrix; all other codes of a resource are its steps. */
const columns = ['view', 'add', 'edit', 'delete', 'import', 'export'] as const satisfies readonly Operation[]

interface MatrixRow {
  readonly id: string
  readonly title: string
  /** The resource; undefined for a page. */
  readonly resource: string | undefined
  readonly cells: ReadonlyMap<string, Permission>
  readonly steps: readonly Permission[]
}

interface Group {
  readonly title: string
  readonly rows: readonly MatrixRow[]
}

interface RightsMatrixProps {
  readonly part: ResourcePart
  readonly rights: RoleRightsView
  readonly codes: ReadonlySet<string>
  /** The data scope of the role, as text. */
  readonly scope: string
  /** The data scopes and API scopes of the role. */
  readonly scopes: readonly ScopeView[]
  readonly isEditable: boolean
  onChange(codes: ReadonlySet<string>): void
}

/** Resources and pages by the groups of the menu, with a box for each of their codes; a phone shows all of a row's below it. */
export function RightsMatrix({ part, rights, codes, scope, scopes, isEditable, onChange }: RightsMatrixProps) {
  const { model, language } = part
  const words = useAccessWords()
  const { isPhone } = useShell()
  const { searched, isShown, tools } = useGrantSearch('search')
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const groups = useMemo(() => groupsOf(permissionsOf(model), language, words('pages')), [model, language, words])
  const stored = useMemo(() => new Set(rights.codes), [rights])
  const declared = useMemo(() => new Set(rights.declared), [rights])
  const grantable = useMemo(() => rights.grantable && new Set(rights.grantable), [rights])
  const isChanged = (code: string) => codes.has(code) !== stored.has(code)
  const fits = ({ title, cells, steps }: MatrixRow) => {
    const all = [...cells.values(), ...steps]
    const isFound =
      searched === '' || [title, ...all.map(one => one.title[language])].some(one => foldedText(one).includes(searched))
    const has = (isSuch: (code: string) => boolean) => all.some(({ id }) => isSuch(id))
    return (
      isFound &&
      isShown(
        has(id => codes.has(id)),
        has(isChanged),
      )
    )
  }
  const visible = groups
    .map(group => ({ ...group, rows: group.rows.filter(fits) }))
    .filter(({ rows }) => rows.length > 0)
  const toggle = useCallback(
    (ids: readonly string[]) => {
      const next = new Set(codes)
      const isOff = ids.every(id => next.has(id))
      for (const id of ids) isOff ? next.delete(id) : next.add(id)
      onChange(next)
    },
    [codes, onChange],
  )
  const box = (permission: Permission, isLabelled = false) => (
    <Box
      key={permission.id}
      permission={permission}
      language={language}
      isOn={codes.has(permission.id)}
      wasOn={stored.has(permission.id)}
      isDeclared={declared.has(permission.id)}
      isBeyond={grantable !== null && !grantable.has(permission.id)}
      isDisabled={!isEditable}
      isLabelled={isLabelled}
      onToggle={toggle}
    />
  )
  const rulesOf = (resource: string | undefined) => rights.rules.filter(rule => rule.resource === resource)
  const scopeOf = (resource: string | undefined) => {
    if (resource === undefined) return ''
    const isRuled = rulesOf(resource).some(({ where, dataScope }) => where !== undefined || dataScope)
    const own = (kind: ScopeView['kind']) =>
      scopes.filter(one => one.resource === resource && one.kind === kind).map(({ name }) => name)
    const data = own('dataScopes')
    return [
      isRuled ? words('byRule') : data.length > 0 ? data.join(listSeparator(language)) : scope,
      ...own('apiScopes'),
    ].join(' · ')
  }
  const unseenOf = (resource: string | undefined) => {
    const titles = (list: readonly { readonly zh: string; readonly en: string }[]) =>
      [...new Set(list.map(one => one[language]))].join(listSeparator(language))
    const own = rulesOf(resource)
    const personal = rights.personal.filter(one => one.resource === resource && !codes.has(one.code))
    const masked = titles([...own.flatMap(({ mask }) => mask), ...personal.flatMap(one => one.titles)])
    return [titles(own.flatMap(({ hide }) => hide)), masked && words('masked', { names: masked })]
      .filter(Boolean)
      .join(listSeparator(language))
  }
  const flip = (id: string) =>
    setOpen(open.has(id) ? new Set([...open].filter(one => one !== id)) : new Set([...open, id]))
  return (
    <div className="stack min-h-0 ruled-right fixed-1200 unruled-right-1200">
      <div className="inset fixed">{tools}</div>
      {visible.length === 0 && <p className="inset muted">{words('none')}</p>}
      <div className="scroll grow" hidden={visible.length === 0}>
        <table className="table access-table" onKeyDown={isPhone ? undefined : walk}>
          {!isPhone && (
            <thead>
              <tr>
                <th>{words('resource')}</th>
                {columns.map(column => (
                  <th key={column} className="access-cell">
                    {permissionTitles[column][language]}
                  </th>
                ))}
                <th>{words('actions')}</th>
                <th>{words('scope')}</th>
                <th>{words('unseen')}</th>
              </tr>
            </thead>
          )}
          {visible.map(({ title, rows }) => (
            <tbody key={title}>
              <tr>
                <th className="ink! size-13!" colSpan={isPhone ? 1 : columns.length + 4} scope="rowgroup">
                  {title}
                </th>
              </tr>
              {rows.map(row => (
                <ResourceRow
                  key={row.id}
                  row={row}
                  language={language}
                  isOpen={open.has(row.id)}
                  searched={searched}
                  codes={codes}
                  scope={scopeOf(row.resource)}
                  unseen={unseenOf(row.resource)}
                  box={box}
                  onFlip={() => flip(row.id)}
                />
              ))}
            </tbody>
          ))}
        </table>
      </div>
    </div>
  )
}

interface ResourceRowProps {
  readonly row: MatrixRow
  readonly language: Language
  readonly isOpen: boolean
  /** What is searched, folded. */
  readonly searched: string
  readonly codes: ReadonlySet<string>
  readonly scope: string
  readonly unseen: string
  box(permission: Permission, isLabelled?: boolean): ReactNode
  onFlip(): void
}

/** A resource with its boxes, and below it those of its steps; on a phone all of them are below it. */
function ResourceRow({ row, language, searched, codes, scope, unseen, box, onFlip, ...props }: ResourceRowProps) {
  const { isPhone } = useShell()
  const { title, cells, steps } = row
  const inner = isPhone ? [...cells.values(), ...steps] : steps
  const isFound = searched !== '' && inner.some(one => foldedText(one.title[language]).includes(searched))
  const isOpen = inner.length > 0 && (props.isOpen || isFound)
  const count = `${inner.filter(({ id }) => codes.has(id)).length} / ${inner.length}`
  const facts = [scope, unseen].filter(Boolean).join(' · ')
  return (
    <>
      <tr>
        <th scope="row" title={title}>
          {inner.length > 0 ? (
            <button
              type="button"
              className="row gap-6 full tap-44-phone text-left"
              aria-expanded={isOpen}
              onClick={onFlip}
            >
              {isOpen ? <ChevronDown size={14} /> : <ChevronRight size={14} />}
              <span className="truncate">{title}</span>
              {isPhone && <span className="push muted num">{count}</span>}
            </button>
          ) : (
            <span className="truncate block pl-20">{title}</span>
          )}
        </th>
        {!isPhone && (
          <>
            {columns.map(column => {
              const cell = cells.get(column)
              return (
                <td key={column} className="access-cell">
                  {cell && box(cell)}
                </td>
              )
            })}
            <td className="num nowrap muted">{steps.length > 0 && count}</td>
            <td className="muted size-12">{scope}</td>
            <td className="muted size-12 truncate max-w-160" title={unseen}>
              {unseen}
            </td>
          </>
        )}
      </tr>
      {isOpen && (
        <tr className="access-steps">
          <td colSpan={isPhone ? 1 : columns.length + 4}>
            <div className="row wrap gap-16">{inner.map(one => box(one, true))}</div>
            {isPhone && facts && <p className="muted size-12">{facts}</p>}
          </td>
        </tr>
      )}
    </>
  )
}

interface BoxProps {
  readonly permission: Permission
  readonly language: Language
  readonly isOn: boolean
  readonly wasOn: boolean
  readonly isDeclared: boolean
  /** The user does not have the code and cannot grant it. */
  readonly isBeyond: boolean
  readonly isDisabled: boolean
  readonly isLabelled: boolean
  onToggle(codes: readonly string[]): void
}

/** The box of one code; its mark says whether it is new, removed, or from the descriptors. */
const Box = memo(function Box({
  permission: { id, title },
  language,
  isOn,
  wasOn,
  isDeclared,
  isBeyond,
  isLabelled,
  ...props
}: BoxProps) {
  const words = useAccessWords()
  const change = isOn === wasOn ? undefined : isOn ? 'added' : 'removed'
  const hints = [
    title[language],
    change && words(change),
    isDeclared && words('declared'),
    isBeyond && words('notYours'),
  ].filter(Boolean)
  const label = isLabelled && <span>{title[language]}</span>
  if (isBeyond && !isOn)
    return (
      <span
        className="access-box row gap-6 muted relative justify-center min-h-32 press justify-start-phone tap-44-phone"
        title={`${hints.join(' · ')} (${id})`}
      >
        <Lock size={14} className="quiet" role="img" aria-label={words('notYours')} />
        {label}
      </span>
    )
  return (
    <label
      className="access-box row gap-6 relative justify-center min-h-32 press justify-start-phone tap-44-phone"
      data-change={change}
      title={`${hints.join(' · ')} (${id})`}
    >
      <input
        type="checkbox"
        className="check-box block round-4 paper press"
        data-declared={isDeclared || undefined}
        aria-label={hints.join(', ')}
        checked={isOn}
        disabled={props.isDisabled || (isBeyond && !wasOn)}
        onChange={() => props.onToggle([id])}
      />
      {label}
    </label>
  )
})

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** Arrows move between the boxes of the matrix. */
function walk(event: KeyboardEvent<HTMLTableElement>): void {
  const [dx = 0, dy = 0] = arrows[event.key] ?? []
  const cell = (event.target as HTMLElement).closest('td')
  if (!cell || (dx === 0 && dy === 0)) return
  const row = cell.parentElement as HTMLTableRowElement
  const rows = [...event.currentTarget.rows]
  for (
    let [x, y] = [cell.cellIndex + dx, rows.indexOf(row) + dy];
    x > 0 && x <= columns.length && rows[y];
    x += dx, y += dy
  ) {
    const box = rows[y]?.cells[x]?.querySelector('input')
    if (!box) continue
    event.preventDefault()
    box.focus()
    return
  }
}

/** The groups of the tree of permissions that contain resources or pages, named by their path. */
function groupsOf(list: readonly Permission[], language: Language, title: string, path = ''): readonly Group[] {
  const isGroup = ({ id }: Permission) => id.startsWith('group/')
  const rows = list.filter(one => !isGroup(one)).map(one => rowOf(one, language))
  const inner = list.filter(isGroup).flatMap(({ title: own, children = [] }) => {
    const name = `${path}${own[language]}`
    return groupsOf(children, language, name, `${name} / `)
  })
  return rows.length > 0 ? [{ title, rows }, ...inner] : inner
}

function rowOf(part: Permission, language: Language): MatrixRow {
  const { id, title, children } = part
  if (!children) return { id, title: title[language], resource: undefined, cells: new Map([['view', part]]), steps: [] }
  const operationOf = ({ id: code }: Permission) => columns.find(column => code.endsWith(`_${column}`))
  return {
    id,
    title: title[language],
    resource: id.slice('resource/'.length),
    cells: new Map(children.flatMap(one => (operationOf(one) ? [[String(operationOf(one)), one] as const] : []))),
    steps: children.filter(one => !operationOf(one)),
  }
}
