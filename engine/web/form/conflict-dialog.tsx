import Button from '@mui/material/Button'
import { GitMerge } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { FieldSources } from '../../fields/field-web.ts'
import { lineResource } from '../../fields/traits.ts'
import { webOf } from '../../fields/web.ts'
import { listSeparator } from '../../model/list-separator.ts'
import type { Field, Language, Model, Resource } from '../../model/model.ts'
import { isEmptyValue } from '../../record/empty-value.ts'
import { type Conflict, isSameValue, type MergedField, mergeRecord, type Side } from '../../record/merge-record.ts'
import { SheetDialog } from '../components/dialog.tsx'
import { useModelIndex } from '../data/resource-part.ts'
import { momentText } from '../history/moment.ts'
import { displayOf } from '../record/display-of.ts'
import { useTranslation } from '../words/i18n.ts'
import { recordWords } from '../words/record-words.ts'
import './form.css'

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

/** Another user saved first: asks only about what both changed, and shows what was merged automatically. */
export function ConflictDialog(props: ConflictDialogProps) {
  const { resource, language, before, mine, theirs, onClose, onMerge } = props
  const translate = useTranslation(recordWords)
  const merge = useMemo(() => mergeRecord(resource, before, mine, theirs), [resource, before, mine, theirs])
  const [sides, setSides] = useState<Readonly<Record<string, Side>>>({})
  const all = (side: Side) => setSides(Object.fromEntries(merge.clashes.map(clash => [clash.key, side])))
  const isDecided = merge.clashes.every(clash => sides[clash.key] !== undefined)
  const who = String(theirs['updateUserName'] ?? translate('conflict.otherUser'))
  const when = useWhen(who, before, theirs)
  const count = merge.clashes.length
  const what = translate(count > 0 ? 'conflict.choose' : 'conflict.nothingToChoose', { smart_count: count })

  return (
    <SheetDialog
      title={translate('conflict.title', { resource: resource.title[language] })}
      help={[when, what].join(language === 'zh' ? '' : ' ')}
      width={1000}
      onClose={onClose}
      foot={close => (
        <>
          {count > 0 && (
            <span className="conflict-all flex gap-8 mr-auto whole-line-phone spread-phone">
              <Button variant="text" color="inherit" onClick={() => all('mine')}>
                {translate('conflict.allMine')}
              </Button>
              <Button variant="text" color="inherit" onClick={() => all('theirs')}>
                {translate('conflict.allTheirs')}
              </Button>
            </span>
          )}
          <Button variant="outlined" color="inherit" onClick={close}>
            {translate('conflict.back')}
          </Button>
          <Button
            variant="contained"
            color="primary"
            disabled={!isDecided}
            onClick={() => onMerge(merge.resolve(sides))}
          >
            {translate('conflict.merge')}
          </Button>
        </>
      )}
    >
      {count > 0 && (
        <Clashes
          {...props}
          clashes={merge.clashes}
          who={who}
          sides={sides}
          onChoose={(key, side) => setSides({ ...sides, [key]: side })}
        />
      )}
      {merge.settled.length > 0 && <SettledNote {...props} settled={merge.settled} who={who} />}
    </SheetDialog>
  )
}

/** Who saved which version, and when. */
function useWhen(who: string, before: Values, theirs: Values): string {
  const translate = useTranslation(recordWords)
  const zone = useModelIndex()?.zone ?? 'UTC'
  const at = theirs['updateTime']
  const time = typeof at === 'string' ? momentText(at, new Date(), zone, translate) : ''
  return translate('conflict.who', { who, time, theirs: String(theirs['version']), mine: String(before['version']) })
}

interface ClashesProps extends ConflictDialogProps {
  readonly clashes: readonly Conflict[]
  readonly who: string
  readonly sides: Readonly<Record<string, Side>>
  onChoose(key: string, side: Side): void
}

/** The conflicts, a row each: before, mine, theirs. */
function Clashes({ clashes, who, sides, onChoose, ...props }: ClashesProps) {
  const { language, before, theirs } = props
  const translate = useTranslation(recordWords)
  const mine = translate('conflict.mine')
  const other = translate('conflict.theirs', { who })
  const versionOf = (version: unknown) => translate('conflict.version', { version: String(version) })
  return (
    <table className="conflict full fixed-table">
      <thead>
        <tr>
          <th>{translate('conflict.field')}</th>
          <th>
            {translate('conflict.before')}
            {versionOf(before['version'])}
          </th>
          <th>{mine}</th>
          <th>
            {other}
            {versionOf(theirs['version'])}
          </th>
        </tr>
      </thead>
      <tbody>
        {clashes.map(clash => (
          <tr key={clash.key}>
            <td>
              {clash.field.title[language]}
              {clash.line !== undefined && (
                <small className="quiet size-12">
                  {translate('form.line', { number: clash.line })} {lineLabel(props, clash)}
                </small>
              )}
            </td>
            <td data-side={translate('conflict.before')}>
              <ClashValue {...props} clash={clash} of="before" />
            </td>
            {(['mine', 'theirs'] as const).map(side => (
              <td key={side}>
                <label data-side={side === 'mine' ? mine : other}>
                  <input
                    type="radio"
                    name={clash.key}
                    checked={sides[clash.key] === side}
                    onChange={() => onChoose(clash.key, side)}
                  />
                  <span>
                    <ClashValue {...props} clash={clash} of={side} />
                  </span>
                </label>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The fields that were merged automatically: by name, and on demand with their values. */
function SettledNote({
  settled,
  who,
  ...props
}: ConflictDialogProps & { settled: readonly MergedField[]; who: string }) {
  const { language, before } = props
  const translate = useTranslation(recordWords)
  const [isOpen, setOpen] = useState(false)
  const names = settled.map(({ field }) => field.title[language]).join(listSeparator(language))
  const by = { mine: translate('conflict.byMe'), theirs: who, both: translate('conflict.byBoth') }
  return (
    <div className="conflict-note sunken flex muted text-13 gap-10 mt-14 py-10 px-14">
      <GitMerge className="fixed mt-2" size={16} aria-hidden />
      <div>
        {translate('conflict.settled', { count: settled.length, fields: names })}{' '}
        <button type="button" className="link" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {translate(isOpen ? 'conflict.hide' : 'conflict.look')}
        </button>
        {isOpen && (
          <dl className="grid gap-4 mt-8">
            {settled.map(({ field, by: side }) => (
              <div key={field.name} className="grid gap-12">
                <dt>
                  {field.title[language]} <small className="quiet size-12">{by[side]}</small>
                </dt>
                <dd className="ink break">
                  {side === 'both' ? (
                    translate('conflict.bothLines')
                  ) : (
                    <>
                      <del>
                        <Shown {...props} field={field} value={before[field.name]} record={before} />
                      </del>{' '}
                      → <Shown {...props} field={field} value={props[side][field.name]} record={props[side]} />
                    </>
                  )}
                </dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </div>
  )
}

/** The label of a line on which both decide. */
function lineLabel({ model, language }: ConflictDialogProps, { field, mine, theirs, before }: Conflict): string {
  const resource = lineResource(field, model)
  return resource ? displayOf({ resource, model, language }, (mine ?? theirs ?? before ?? {}) as Values) : ''
}

interface ClashValueProps extends ConflictDialogProps {
  readonly clash: Conflict
  readonly of: 'before' | Side
}

function ClashValue({ clash, of, ...props }: ClashValueProps) {
  const translate = useTranslation(recordWords)
  const value = clash[of]
  if (clash.line === undefined) return <Shown {...props} field={clash.field} value={value} record={props[of]} />
  const line = props.model.resources[String(clash.field.options['of'])]
  if (!value || !line) return <span className="nothing">{translate('conflict.removed')}</span>
  const record = value as Values
  const shown = line.fields.filter(field =>
    [clash.before, clash.mine, clash.theirs].some(
      one => !isSameValue((one as Values | undefined)?.[field.name], record[field.name]),
    ),
  )
  return shown.map((field, at) => (
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
  if (isEmptyValue(value)) return <span className="nothing">—</span>
  const { Cell } = webOf(field)
  return <Cell field={field} model={model} language={language} record={record} sources={sources} value={value} />
}
