import Skeleton from '@mui/material/Skeleton'
import { useStore } from 'ra-core'
import { lazy, Suspense, useMemo } from 'react'
import { captionOf } from '../../fields/caption.ts'
import { typeOf } from '../../fields/index.ts'
import { lineResource } from '../../fields/traits.ts'
import { isEvidence } from '../../fields/upload.ts'
import { webOf } from '../../fields/web.ts'
import type { Field } from '../../model/model.ts'
import { fieldOf } from '../../model/system-fields.ts'
import { isEmptyValue } from '../../record/empty-value.ts'
import { contextOfPart, isSatisfied } from '../../record/expressions.ts'
import { recordGroupsOf } from '../../record/record-groups.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { LinesTable } from '../form/lines-table.tsx'
import type { VersionValues } from '../history/versions.ts'
import { AgainstValue } from '../record/against-value.tsx'
import { useTargetContext } from '../record/use-target-context.ts'
import { useTranslation } from '../words/i18n.ts'
import { recordWords } from '../words/record-words.ts'

const RevealButton = lazy(() => import('../record/reveal-button.tsx').then(found => ({ default: found.RevealButton })))
const Evidence = lazy(() => import('./evidence.tsx').then(module => ({ default: module.Evidence })))

interface DetailGridProps {
  readonly part: ResourcePart
  readonly record: VersionValues & { readonly id: string }
}

/** A record's fields in the groups of its form, in three columns, with captions above the values; empty ones on demand. */
export function DetailGrid({ part, record }: DetailGridProps) {
  const { resource, model, language } = part
  const translate = useTranslation(recordWords)
  const all = useShownGroups(part, record)
  const [isWhole, setWhole] = useStore('detail.emptyFields', false)
  // Lines that are not loaded are not empty.
  const isFilled = (field: Field) =>
    !isEmptyValue(record[field.name]) || (record[field.name] === undefined && lineResource(field, model) !== undefined)
  const isShown = (field: Field) => isWhole || isFilled(field)
  const groups = all.map(({ title, fields }) => ({ title, fields: fields.filter(isShown) }))
  const empty = all.flatMap(({ fields }) => fields.filter(field => !isFilled(field))).length
  // Rows that the engine writes have the user and the times among their own fields.
  const isRepeated = ({ name }: Field) =>
    resource.readOnly && all.some(({ fields }) => fields.some(own => record[own.name] === record[name]))
  const made = ['createUser', 'createTime', 'updateUser', 'updateTime']
    .flatMap(name => fieldOf(resource, name) ?? [])
    .filter(field => !isRepeated(field))
  const shown = groups.filter(({ fields }) => fields.length > 0)
  return (
    <>
      {shown.map(({ title, fields }) => (
        <section key={fields.map(({ name }) => name).join()} className="detail-group whole-texts">
          {title && <h2>{title}</h2>}
          <dl className="grid">
            {fields.map(field => (
              <FieldShown
                key={field.name}
                part={part}
                record={record}
                field={field}
                // Alone in its row a field need not repeat its group's title.
                isTitled={typeOf(field).span(field) < 24 || field.title[language] !== title}
              />
            ))}
          </dl>
        </section>
      ))}
      {hasEvidence(part, record) && (
        <Suspense>
          <Evidence resource={resource.name} id={record.id} />
        </Suspense>
      )}
      <section className="detail-group detail-made whole-texts" aria-label={translate('detail.made')}>
        <dl className="grid">
          {made.filter(isShown).map(field => (
            <FieldShown key={field.name} part={part} record={record} field={field} isTitled />
          ))}
        </dl>
        {empty > 0 && (
          <button
            type="button"
            className="link detail-empty tap-44"
            aria-expanded={isWhole}
            onClick={() => setWhole(!isWhole)}
          >
            {translate(isWhole ? 'detail.hideEmpty' : 'detail.showEmpty', { smart_count: empty })}
          </button>
        )}
      </section>
    </>
  )
}

/** Whether the record, or a line of it, contains evidence. */
function hasEvidence({ resource, model }: ResourcePart, record: VersionValues): boolean {
  const isFilled = (field: Field, row: VersionValues) => isEvidence(field) && !isEmptyValue(row[field.name])
  return resource.fields.some(field => {
    const lines = record[field.name]
    const of = lineResource(field, model)
    if (!of || !Array.isArray(lines)) return isFilled(field, record)
    return lines.some(line => of.fields.some(one => isFilled(one, line)))
  })
}

interface ShownGroup {
  readonly title: string | undefined
  readonly fields: readonly Field[]
}

/**
 * The form's groups, and last the fields that only transitions write, once they have a value. Excluded are fields
 * hidden in this record, secrets and empty groups.
 */
function useShownGroups({ resource, model, language }: ResourcePart, record: VersionValues): readonly ShownGroup[] {
  const context = useTargetContext(resource.name)
  const translate = useTranslation(recordWords)
  return useMemo(() => {
    const isShown = (field: Field) =>
      !typeOf(field).secret &&
      (field.when === undefined || isSatisfied(contextOfPart(model, context()), resource, field.when, record) === true)
    return recordGroupsOf(resource)
      .map(({ title, fields, isWritten }) => ({
        title: isWritten && resource.lifecycle ? translate('detail.written') : title?.[language],
        fields: fields.filter(field => isShown(field) && !(isWritten && isEmptyValue(record[field.name]))),
      }))
      .filter(({ fields }) => fields.length > 0)
  }, [resource, model, language, record, context, translate])
}

interface FieldShownProps extends DetailGridProps {
  readonly field: Field
  /** False where the group's title is the same. */
  readonly isTitled: boolean
}

function FieldShown({ part, record, field, isTitled }: FieldShownProps) {
  const { resource, model, language, sources } = part
  const { against } = resource
  const value = record[field.name]
  const line = lineResource(field, model)
  const { Cell, Whole = Cell } = webOf(field)
  return (
    <div className={`span-${typeOf(field).span(field)} min-0`}>
      <dt className={isTitled ? 'quiet text-12' : 'unseen'}>{captionOf(field, language)}</dt>
      <dd className="num break">
        {line && value === undefined ? (
          // The record comes from a list without its lines, which are loading.
          <Skeleton variant="rounded" height={112} />
        ) : line ? (
          <LinesTable
            id={field.name}
            field={field}
            resource={line}
            model={model}
            language={language}
            sources={sources}
            lines={value as readonly VersionValues[]}
            errors={{}}
            disabled
            onChange={() => {}}
          />
        ) : isEmptyValue(value) ? (
          <span className="nothing">—</span>
        ) : (
          <Whole field={field} model={model} language={language} record={record} sources={sources} value={value} />
        )}
        {field.mask === 'revealable' && !isEmptyValue(value) && (
          <Suspense>
            <RevealButton key={record.id} resource={resource.name} id={record.id} field={field} />
          </Suspense>
        )}
        {against && (
          <AgainstValue
            resource={resource}
            field={field}
            id={record[against.record]}
            value={value}
            addressOf={sources.addressOf}
          />
        )}
      </dd>
    </div>
  )
}
