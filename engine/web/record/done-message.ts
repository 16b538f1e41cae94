import { useTranslation } from '../words/i18n.ts'
import type { WordKey } from '../words/words.ts'

/** A success message with the record's name: `新增成功：YJ202611-0003`. */
export function useDoneMessage(): (done: WordKey, what: string) => string {
  const translate = useTranslation()
  return (done, what) => (what === '' ? translate(done) : translate('notice.doneTo', { done: translate(done), what }))
}
