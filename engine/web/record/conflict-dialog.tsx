import { Button, Dialog, DialogActions, DialogContent, DialogTitle, useMediaQuery, useTheme } from '@mui/material'
import { GitMerge } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { FieldSources } from '../../fields/field-web.ts'
import { webOf } from '../../fields/web.ts'
import type { Field, Language, Model, Resource } from '../../model/model.ts'
import { useSay } from '../i18n.ts'
import { type Clash, isSame, mergeRecord, type Side } from './merge-record.ts'
import './conflict-dialog.css'

type Values = Readonly<Record<string, unknown>>

export interface ConflictDialogProps {
  readonly resource: Resource
  readonly model: Model
  readonly language: Language
  readonly sources: FieldSources
  readonly before: Values
  readonly mine: Values
  readonly theirs: Values
  onClose(): void
  onMerge(merged: Values): void
}

/** Somebody saved first: asks only about what both changed, and says what it merged by itself. */
export function ConflictDialog(props: ConflictDialogProps) {
  const { resource, language, before, mine, theirs, onClose, onMerge } = props
  const say = useSay()
  const isPhone = useMediaQuery(useTheme().breakpoints.down('sm'))
  const merge = useMemo(() => mergeRecord(resource, before, mine, theirs), [resource, before, mine, theirs])
  const [sides, setSides] = useState<Readonly<Record<string, Side>>>({})
  const all = (side: Side) => setSides(Object.fromEntries(merge.clashes.map(clash => [clash.key, side])))
  const isDecided = merge.clashes.every(clash => sides[clash.key] !== undefined)
  const who = String(theirs['updateUserName'] ?? say('conflict.somebody'))
  const settled = merge.settled.map(field => field.title[language]).join(language === 'zh' ? '、' : ', ')

  return (
    <Dialog open fullScreen={isPhone} onClose={onClose} maxWidth={false} slotProps={{ paper: { sx: { width: 1000 } } }}>
      <DialogTitle>
        {say('conflict.title', { resource: resource.title[language] })}
        <p className="conflict-who">
          {say('conflict.who', { who, theirs: String(theirs['version']), mine: String(before['version']) })}{' '}
          {say(merge.clashes.length > 0 ? 'conflict.choose' : 'conflict.nothingToChoose', {
            smart_count: merge.clashes.length,
          })}
        </p>
      </DialogTitle>
      <DialogContent>
        {merge.clashes.length > 0 && (
          <table className="conflict">
            <thead>
              <tr>
                <th>{say('conflict.field')}</th>
                <th>{say('conflict.before')}</th>
                <th>{say('conflict.mine')}</th>
                <th>{say('conflict.theirs', { who })}</th>
              </tr>
            </thead>
            <tbody>
              {merge.clashes.map((clash, at) => (
                <tr key={clash.key}>
                  <td>
                    {clash.field.title[language]}
                    {clash.line !== undefined && <small>{say('form.line', { number: clash.line })}</small>}
                  </td>
                  <td>
                    <ClashValue {...props} clash={clash} of="before" />
                  </td>
                  {(['mine', 'theirs'] as const).map(side => (
                    <td key={side}>
                      <label>
                        <input
                          type="radio"
                          name={clash.key}
                          autoFocus={at === 0 && side === 'mine'}
                          checked={sides[clash.key] === side}
                          onChange={() => setSides({ ...sides, [clash.key]: side })}
                        />
                        <span>
                          {isPhone && <small>{say(`conflict.${side}`, { who })}</small>}
                          <ClashValue {...props} clash={clash} of={side} />
                        </span>
                      </label>
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        )}
        {merge.settled.length > 0 && (
          <p className="conflict-note">
            <GitMerge size={16} aria-hidden />{' '}
            {say('conflict.settled', { count: merge.settled.length, fields: settled })}
          </p>
        )}
      </DialogContent>
      <DialogActions className="conflict-actions">
        {merge.clashes.length > 0 && (
          <>
            <Button variant="text" color="inherit" onClick={() => all('mine')}>
              {say('conflict.allMine')}
            </Button>
            <Button variant="text" color="inherit" onClick={() => all('theirs')} className="conflict-all">
              {say('conflict.allTheirs')}
            </Button>
          </>
        )}
        <Button variant="outlined" color="inherit" onClick={onClose}>
          {say('conflict.back')}
        </Button>
        <Button variant="contained" color="primary" disabled={!isDecided} onClick={() => onMerge(merge.resolve(sides))}>
          {say('conflict.merge')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

interface ClashValueProps extends ConflictDialogProps {
  readonly clash: Clash
  readonly of: 'before' | Side
}

function ClashValue({ clash, of, ...props }: ClashValueProps) {
  const say = useSay()
  const value = clash[of]
  if (clash.line === undefined) return <Shown {...props} field={clash.field} value={value} record={props[of]} />
  const line = props.model.resources[String(clash.field.options['of'])]
  if (!value || !line) return <span className="nothing">{say('conflict.removed')}</span>
  const record = value as Values
  const told = line.fields.filter(field =>
    [clash.before, clash.mine, clash.theirs].some(
      one => !isSame((one as Values | undefined)?.[field.name], record[field.name]),
    ),
  )
  return told.map((field, at) => (
    <span key={field.name}>
      {at > 0 && ' · '}
      {field.title[props.language]} <Shown {...props} field={field} value={record[field.name]} record={record} />
    </span>
  ))
}

interface ShownProps extends Pick<ConflictDialogProps, 'model' | 'language' | 'sources'> {
  readonly field: Field
  readonly value: unknown
  readonly record: Values
}

function Shown({ field, value, record, model, language, sources }: ShownProps) {
  if (value === undefined || value === null || value === '') return <span className="nothing">—</span>
  const { Cell } = webOf(field)
  return <Cell field={field} model={model} language={language} record={record} sources={sources} value={value} />
}
