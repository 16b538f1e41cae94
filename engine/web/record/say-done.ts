import { useSay } from '../words/i18n.ts'
import type { WordKey } from '../words/words.ts'

/** A sentence of success, with the record that it was done to: `新增成功：YJ202611-0003`. */
export function useSayDone(): (done: WordKey, what: string) => string {
  const say = useSay()
  return (done, what) => (what === '' ? say(done) : say('notice.doneTo', { done: say(done), what }))
}
