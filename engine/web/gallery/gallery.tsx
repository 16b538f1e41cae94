import { useListContext } from 'ra-core'
import { useState } from 'react'
import { Link } from 'react-router'
import { isNothing } from '../../fields/cells.tsx'
import { Thumbnail } from '../../fields/picture-input.tsx'
import { PicturesShown } from '../../fields/pictures-shown.tsx'
import { hasDay, isPicture } from '../../fields/traits.ts'
import { isPending } from '../../fields/upload.ts'
import { columnNamed, fieldOf } from '../../model/system-fields.ts'
import { addressOf } from '../data/addresses.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { FieldCell } from '../list/field-cell.tsx'
import { useTranslation } from '../words/i18n.ts'
import { partWords } from '../words/part-words.ts'

const columns = { gridTemplateColumns: 'repeat(auto-fill, minmax(min(180px, 42vw), 1fr))', alignContent: 'start' }
const picture = { height: 'auto', aspectRatio: '4 / 3' }
const count = { right: 6, bottom: 6, padding: '0 6px', background: 'rgb(0 0 0 / 60%)', color: '#fff' }

/** The pictures of the records of a page, each with its record's name, state and day; opened one after another. */
export function Gallery({ part }: { readonly part: ResourcePart }) {
  const { resource, language } = part
  const translate = useTranslation(partWords)
  const { data = [] } = useListContext()
  const [viewed, setViewed] = useState<number>()
  const fields = resource.fields.filter(isPicture)
  const rows = data.map(record => ({
    record,
    links: fields.flatMap(({ name }) => (isNothing(record[name]) ? [] : [record[name] as string | string[]].flat())),
  }))
  const links = rows.flatMap(row => row.links).filter(link => !isPending(link))
  const listed = resource.list.columns.flatMap(name => columnNamed(resource, name) ?? [])
  const [title, state, day] = [
    fieldOf(resource, resource.display),
    fieldOf(resource, resource.state ?? ''),
    listed.find(hasDay),
  ]
  return (
    <>
      <ul
        className="gallery grid gap-16 flex-1 scroll py-12 inset"
        style={columns}
        aria-label={resource.titles[language]}
      >
        {rows.map(({ record, links: [first, ...others] }) => (
          <li key={record.id} className="stack gap-4 min-0">
            {first === undefined ? (
              <span className="sunken centered quiet relative grid full round-8" style={picture}>
                {translate('list.noPicture')}
              </span>
            ) : (
              <button
                type="button"
                className="cell-thumb quiet sunken clip relative full round-8 inline-grid place-center zooms-in"
                style={picture}
                aria-label={translate('list.openPicture', { name: String(record[resource.display] ?? record.id) })}
                onClick={() => setViewed(links.indexOf(first))}
              >
                <Thumbnail link={first} />
                {others.length > 0 && (
                  <small className="absolute round-4" style={count}>
                    +{others.length}
                  </small>
                )}
              </button>
            )}
            <Link className="underlines" to={addressOf(resource, 'show', String(record.id))}>
              {title && <FieldCell part={part} field={title} record={record} />}
            </Link>
            <small className="flex spread gap-8 muted">
              {state && <FieldCell part={part} field={state} record={record} />}
              {day && <FieldCell part={part} field={day} record={record} />}
            </small>
          </li>
        ))}
      </ul>
      <PicturesShown links={links} at={viewed} language={language} onClose={() => setViewed(undefined)} />
    </>
  )
}
