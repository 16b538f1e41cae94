import IconButton from '@mui/material/IconButton'
import { Menu } from 'lucide-react'
import { useModelIndex } from '../engine/web/data/resource-part.ts'
import { usePage } from '../engine/web/frame/page-context.ts'
import { useShell } from '../engine/web/frame/shell-context.ts'
import { useLocalized, useTranslation } from '../engine/web/words/i18n.ts'
import { Mark } from './mark.tsx'
import { brandWords } from './words.ts'
import './about.css'

/** What this application is, and which version of its descriptors is running. */
export function About() {
  const translate = useTranslation()
  const localized = useLocalized()
  const { isPhone, openMenu } = useShell()
  const index = useModelIndex()
  const title = usePage()?.title
  const facts = [
    [brandWords.application, index ? localized(index.title) : ''],
    [brandWords.descriptors, index?.revision.slice(0, 12) ?? ''],
    [brandWords.timeZone, index?.zone ?? ''],
    [brandWords.licence, 'Apache-2.0'],
  ] as const
  return (
    <>
      <header className="list-head">
        {isPhone && (
          <IconButton aria-label={translate('shell.menu')} onClick={openMenu}>
            <Menu />
          </IconButton>
        )}
        <h1>{title && localized(title)}</h1>
      </header>
      <div className="about">
        <p className="about-brand">
          <Mark size={40} />
          <span>
            <strong>{localized(brandWords.name)}</strong>
            {localized(brandWords.platform)}
          </span>
        </p>
        <dl>
          {facts.map(([name, value]) => (
            <div key={name.en}>
              <dt>{localized(name)}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </>
  )
}
