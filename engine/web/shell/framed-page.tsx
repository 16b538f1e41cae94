import Button from '@mui/material/Button'
import { ExternalLink, Puzzle, RotateCw, ShieldAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { ScreenHead } from '../components/screen-head.tsx'
import { StatePanel } from '../components/state-panel.tsx'
import { usePage } from '../frame/page-context.ts'
import { useLocalized, useTranslation } from '../words/i18n.ts'
import './framed-page.css'

/** Another site, embedded in the application, or a link to it if it opens in a new window. */
export function FramedPage() {
  const page = usePage()
  const translate = useTranslation()
  const localized = useLocalized()
  const isBlocked = useBlocked(page?.link)
  if (!page) return null
  if (page.link === undefined) return <MissingScreen name={page.screen ?? ''} />
  const title = localized(page.title)
  const open = (
    <Button
      variant="text"
      color="inherit"
      component="a"
      href={page.link}
      target="_blank"
      rel="noopener noreferrer"
      startIcon={<ExternalLink size={16} />}
    >
      {translate('page.openWindow')}
    </Button>
  )
  return (
    <section className="stack grow">
      <ScreenHead title={title}>{page.frame === 'shell' && open}</ScreenHead>
      {page.frame === 'bare' ? (
        <StatePanel icon={<ExternalLink />} title={title} help={translate('page.windowHelp')}>
          {open}
        </StatePanel>
      ) : isBlocked ? (
        <StatePanel icon={<ShieldAlert />} title={translate('page.blockedTitle')} help={translate('page.blockedHelp')}>
          <Button startIcon={<RotateCw />} onClick={() => window.location.reload()}>
            {translate('page.reload')}
          </Button>
        </StatePanel>
      ) : (
        <iframe
          className="flex-1 min-h-0 full borderless white-ground"
          title={title}
          src={page.link}
          sandbox={sandboxOf(page.link)}
          referrerPolicy="no-referrer"
        />
      )}
    </section>
  )
}

/** A site of another origin keeps its own storage. Our own origin would be able to remove the sandbox. */
function sandboxOf(link: string): string {
  const isForeign = new URL(link).origin !== window.location.origin
  return `allow-scripts allow-forms allow-popups allow-downloads${isForeign ? ' allow-same-origin' : ''}`
}

/** Whether the policy of this document, which is older than the page's descriptor, forbids the site. */
function useBlocked(link: string | undefined): boolean {
  const [isBlocked, setBlocked] = useState(false)
  useEffect(() => {
    if (link === undefined) return
    const { origin } = new URL(link, window.location.href)
    const listen = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent) => {
      if (effectiveDirective === 'frame-src' && blockedURI.startsWith(origin)) setBlocked(true)
    }
    document.addEventListener('securitypolicyviolation', listen)
    return () => document.removeEventListener('securitypolicyviolation', listen)
  }, [link])
  return isBlocked
}

/** The descriptor names a screen that the running build lacks. */
function MissingScreen({ name }: { readonly name: string }) {
  const translate = useTranslation()
  return (
    <StatePanel
      icon={<Puzzle />}
      title={translate('page.missingTitle', { name })}
      help={translate('page.missingHelp')}
    />
  )
}
