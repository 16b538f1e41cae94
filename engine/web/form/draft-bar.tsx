import Button from '@mui/material/Button'
import { Check, History } from 'lucide-react'
import { wallText } from '../../rules/zone.ts'
import { useModelIndex } from '../data/resource-part.ts'
import { momentText } from '../history/moment.ts'
import { useTranslation } from '../words/i18n.ts'
import { recordWords } from '../words/record-words.ts'
import type { FormDraft } from './use-draft.ts'
import './form.css'

/** So many bars leave room for the form; each that is discarded is replaced by the next. */
const most = 3

/** Offers the drafts of this form, each in a bar. */
export function DraftBar({ draft }: { draft: FormDraft }) {
  const translate = useTranslation(recordWords)
  const moment = useMoment()
  return draft.offered.slice(0, most).map(offered => (
    <div key={offered.place.form} className="form-bar sunken row fixed muted text-13 gap-10 wrap-phone" role="status">
      <History className="fixed" size={16} aria-hidden />
      <span className="mr-auto">
        {translate('draft.found', { time: moment(offered.at) })}
        {offered.isSent && translate('draft.sent')}
        {draft.isOutdated(offered) && translate('draft.outdated')}
        {offered.isPartial && translate('draft.partial')}
      </span>
      <Button size="small" variant="text" color="inherit" onClick={() => draft.refuse(offered)}>
        {translate('draft.refuse')}
      </Button>
      <Button size="small" variant="outlined" color="inherit" onClick={() => draft.take(offered)}>
        {translate('draft.take')}
      </Button>
    </div>
  ))
}

/** Shows in the sheet's head when the draft was stored. */
export function DraftMark({ keptAt }: { keptAt: number | undefined }) {
  const translate = useTranslation(recordWords)
  const moment = useMoment('HH:mm')
  if (keptAt === undefined) return null
  return (
    <span className="draft-mark row fixed push muted size-13 nowrap gap-6">
      <Check size={15} aria-hidden /> <span>{translate('draft.kept')}</span> {moment(keptAt)}
    </span>
  )
}

/** A past time relative to now; a time of today as hours and minutes on request. */
function useMoment(today?: 'HH:mm'): (at: number) => string {
  const translate = useTranslation(recordWords)
  const zone = useModelIndex()?.zone ?? 'UTC'
  return at => {
    const [wall, now] = [wallText(at, zone), wallText(Date.now(), zone)]
    const isToday = wall.slice(0, 10) === now.slice(0, 10)
    return today && isToday ? wall.slice(11, 16) : momentText(wall, new Date(), zone, translate)
  }
}
