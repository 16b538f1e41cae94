import Button from '@mui/material/Button'
import FormHelperText from '@mui/material/FormHelperText'
import OutlinedInput from '@mui/material/OutlinedInput'
import { useNotify } from 'ra-core'
import { type FormEvent, useId, useState } from 'react'
import { fieldOf } from '../../model/system-fields.ts'
import { SheetDialog } from '../components/dialog.tsx'
import { type SavedView, useViewChanges } from '../data/list-views.ts'
import { RequestFault } from '../data/request-fault.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { type Translate, useTranslation } from '../words/i18n.ts'
import { partWords } from '../words/part-words.ts'
import { useListView } from './list-view.tsx'
import { type ShownCondition, useConditions } from './use-conditions.ts'
import type { Search } from './view-search.ts'

interface ViewDialogProps {
  readonly part: ResourcePart
  /** The current query of the list, which a new view stores. */
  readonly search: Search
  /** The view that is renamed or shared; a new one without. */
  readonly view?: SavedView
  onClose(): void
}

const longest = 50

/** Dialog for the name of a view and the roles that it is shared with. */
export function ViewDialog({ part, search, view, onClose }: ViewDialogProps) {
  const translate = useTranslation(partWords)
  const notify = useNotify()
  const id = useId()
  const { active, plan, kind, roles: mine, start, open } = useListView()
  const { save, update, begin } = useViewChanges(part.resource.name)
  const [name, setName] = useState(view?.name ?? '')
  const [roleIds, setRoleIds] = useState<readonly string[]>(view?.roles.map(role => role.id) ?? [])
  const [isStart, setStart] = useState(view !== undefined && start === view.id)
  const [hasColumns, setColumns] = useState(view?.columns !== null && view !== undefined)
  const [fault, setFault] = useState<string>()
  const roles = [...mine, ...(view?.roles ?? []).filter(role => mine.every(one => one.id !== role.id))]
  const isBusy = save.isPending || update.isPending
  const conditions = useConditions(part, search.query)

  const keep = async () => {
    const trimmed = name.trim()
    if (trimmed === '' || [...trimmed].length > longest) {
      setFault(translate(trimmed === '' ? 'views.noName' : 'views.longName'))
      return
    }
    const columns = hasColumns ? (view?.columns ?? plan.names) : null
    try {
      const kept = view
        ? await update.mutateAsync({ id: view.id, name: trimmed, roleIds, columns, ...(active === view && { kind }) })
        : await save.mutateAsync({ name: trimmed, roleIds, columns, kind, query: search.query, sort: search.sort })
      if (isStart !== (start === kept.id)) await begin.mutateAsync(isStart ? kept.id : null)
      notify('views.saved', { type: 'success' })
      if (!view) open(kept)
      onClose()
    } catch (error) {
      if (!(error instanceof RequestFault)) throw error
      setFault(error.message.includes('.') ? translate('notice.unknown') : error.message)
    }
  }
  const toggle = (role: string) =>
    setRoleIds(roleIds.includes(role) ? roleIds.filter(one => one !== role) : [...roleIds, role])
  return (
    <SheetDialog
      title={translate(view ? 'views.titleEdit' : 'views.titleNew')}
      width={480}
      isBusy={isBusy}
      onSave={() => void keep()}
      onClose={onClose}
      foot={close => (
        <>
          <Button onClick={close}>{translate('list.cancel')}</Button>
          <Button type="submit" form={id} variant="contained" color="primary" disabled={isBusy}>
            {translate('views.keep')}
          </Button>
        </>
      )}
    >
      <form
        id={id}
        className="view-form grid gap-16 pt-4"
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          void keep()
        }}
      >
        <div>
          <label htmlFor={`${id}-name`} className="view-form-label muted text-13">
            {translate('views.name')}
          </label>
          <OutlinedInput
            id={`${id}-name`}
            fullWidth
            value={name}
            error={fault !== undefined}
            inputProps={{ 'aria-required': true, 'aria-describedby': `${id}-fault`, autoComplete: 'off' }}
            onChange={event => {
              setName(event.target.value)
              setFault(undefined)
            }}
          />
          {fault && (
            <FormHelperText id={`${id}-fault`} error role="alert">
              {fault}
            </FormHelperText>
          )}
        </div>
        {!view && (
          <p className="sunken muted text-12 round-6 py-8 px-12">
            {translate('views.keeps', { what: wordsOf(part, search, conditions, translate) })}
          </p>
        )}
        <label className="view-form-check grid min-h-32 size-14 line-22 press gap-x-8 items-center tap-44-phone">
          <input
            type="checkbox"
            className="check-box m-0 block round-4 paper press"
            checked={hasColumns}
            onChange={() => setColumns(!hasColumns)}
          />
          {translate('views.withColumns')}
          <small className="quiet text-12 second-column">{translate('views.withColumnsHelp')}</small>
        </label>
        <label className="view-form-check grid min-h-32 size-14 line-22 press gap-x-8 items-center tap-44-phone">
          <input
            type="checkbox"
            className="check-box m-0 block round-4 paper press"
            checked={isStart}
            onChange={() => setStart(!isStart)}
          />
          {translate('views.asStart')}
        </label>
        <fieldset className="min-0">
          <legend className="muted text-13">{translate('views.roles')}</legend>
          {roles.length > 0 && (
            <div className="view-form-roles grid scrolls gap-x-16 max-h-168">
              {roles.map(role => (
                <label
                  key={role.id}
                  className="view-form-check grid min-h-32 size-14 line-22 press gap-x-8 items-center tap-44-phone"
                >
                  <input
                    type="checkbox"
                    className="check-box m-0 block round-4 paper press"
                    checked={roleIds.includes(role.id)}
                    onChange={() => toggle(role.id)}
                  />
                  {role.name}
                </label>
              ))}
            </div>
          )}
          <p className="quiet text-12">{translate(roles.length > 0 ? 'views.rolesHelp' : 'views.noRoles')}</p>
        </fieldset>
      </form>
    </SheetDialog>
  )
}

/** The search as text: its conditions and its order. */
function wordsOf(
  { resource, language }: ResourcePart,
  { sort }: Search,
  conditions: readonly ShownCondition[],
  translate: Translate<typeof partWords>,
): string {
  const asked = conditions.map(({ text }) => text)
  const by = fieldOf(resource, sort.field)
  const words = [
    ...(asked.length > 0 ? asked : [translate('views.keepsAll')]),
    ...(by ? [translate('views.sortedBy', { field: by.title[language] })] : []),
  ]
  return words.join(language === 'zh' ? '；' : '; ')
}
