import { useState } from 'react'
import { ConfirmDialog } from '../components/confirm-dialog.tsx'
import { useEngine } from '../data/engine-context.ts'
import type { Closing } from '../data/suspension.ts'
import { useOwnWords } from '../words/use-own-words.ts'

const words = {
  idleTitle: { zh: '还在使用吗？', en: 'Are you still there?' },
  idleText: {
    zh: '长时间没有操作，登录将在两分钟内结束。已填写的内容会保留。',
    en: 'The session ends within two minutes because it was not used. What you entered is kept.',
  },
  goOn: { zh: '继续使用', en: 'Stay signed in' },
  limitTitle: { zh: '登录即将到期', en: 'The session is about to end' },
  limitText: {
    zh: '已达到单次登录的最长时间，两分钟内需要重新登录。已填写的内容会保留。',
    en: 'It has lasted as long as a session may. You have to sign in again within two minutes. What you entered is kept.',
  },
  signIn: { zh: '现在重新登录', en: 'Sign in again now' },
  later: { zh: '稍后', en: 'Later' },
} as const

/** The question before a session ends. */
export function ClosingDialog({ closing }: { closing: Closing }) {
  const word = useOwnWords(words)
  const { session } = useEngine()
  const [isLater, setLater] = useState(false)
  if (isLater) return null
  const isIdle = closing === 'idle'
  return (
    <ConfirmDialog
      title={word(isIdle ? 'idleTitle' : 'limitTitle')}
      text={word(isIdle ? 'idleText' : 'limitText')}
      confirm={word(isIdle ? 'goOn' : 'signIn')}
      cancel={word('later')}
      onConfirm={isIdle ? session.goOn : session.expire}
      onClose={() => setLater(true)}
    />
  )
}
