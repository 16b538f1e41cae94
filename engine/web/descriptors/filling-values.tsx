import LinearProgress from '@mui/material/LinearProgress'
import { useWorkOfJobs } from '../data/due-steps.ts'
import { figure } from '../words/figure.ts'
import { useLocalized, useTranslation } from '../words/i18n.ts'
import { DescriptorsPart } from './descriptors-part.tsx'

/** The progress of the values that existing rows get after a change. Nothing where all have them. */
export function FillingValues() {
  const translate = useTranslation()
  const localized = useLocalized()
  const { data } = useWorkOfJobs()
  const filling = data?.filling ?? []
  if (filling.length === 0) return null
  return (
    <DescriptorsPart title={translate('descriptors.fillingTitle')} help={translate('descriptors.fillingHelp')}>
      <ul className="descriptors-losses descriptors-filling">
        {filling.map(({ resource, field, resourceTitle, title, count, done }) => {
          const name = `${localized(resourceTitle)} · ${localized(title)}`
          return (
            <li key={`${resource} ${field}`}>
              <b>{name}</b>
              <LinearProgress
                aria-label={name}
                variant="determinate"
                value={count === 0 ? 100 : Math.floor((100 * done) / count)}
              />
              <span className="descriptors-count muted num">
                {translate('descriptors.filled', { done: figure(done), count: figure(count) })}
              </span>
            </li>
          )
        })}
      </ul>
    </DescriptorsPart>
  )
}
