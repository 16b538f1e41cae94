import Button from '@mui/material/Button'
import { ExternalLink } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { StatePanel } from '../engine/web/components/state-panel.tsx'
import { rootPage } from '../engine/web/data/addresses.ts'
import { useEngine } from '../engine/web/data/engine-context.ts'
import { useOwnWords } from '../engine/web/words/use-own-words.ts'

const words = {
  title: { zh: '电梯安全平台', en: 'Lift safety platform' },
  help: { zh: '在新窗口打开，并以当前账号登录。', en: 'It opens in a new window, signed in with this account.' },
  open: { zh: '打开', en: 'Open' },
} as const

/** Opens the external platform in a new window with a code of one minute, then reloads the root. */
export function Lift() {
  const word = useOwnWords(words)
  const { session } = useEngine()
  const [refusal, setRefusal] = useState('')
  const open = useCallback(async () => {
    // Before the request: afterwards browsers would block it.
    const opened = window.open('about:blank', '_blank')
    // A browser that blocked it opens it by the button.
    if (!opened) return
    opened.opener = null
    try {
      const body = { client: 'lift' }
      const path = '/api/blade-auth/oauth/code'
      const { url } = await session.call<{ url: string }>(path, { method: 'POST', body, isChange: false })
      opened.location.replace(url)
      window.location.assign(rootPage)
    } catch (error) {
      opened.close()
      setRefusal(error instanceof Error ? error.message : '')
    }
  }, [session])
  useEffect(() => void open(), [open])
  return (
    <StatePanel isPage icon={<ExternalLink />} title={word('title')} help={refusal || word('help')}>
      <Button variant="contained" onClick={() => void open()}>
        {word('open')}
      </Button>
    </StatePanel>
  )
}
