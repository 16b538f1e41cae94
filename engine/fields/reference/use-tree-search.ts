import { useEffect, useRef, useState } from 'react'
import type { Option } from '../field-web.ts'
import { isLetters, loadPinyin } from '../pinyin.ts'
import { foldedText } from '../text-value.ts'
import type { TreeSource } from './use-tree.ts'

const pause = 200
const most = 100

interface Found {
  readonly options: readonly Option[]
  readonly isLoading: boolean
  /** The message below the results. */
  readonly note: 'loading' | 'failed' | 'noOption' | 'capped' | undefined
}

const nothing: Found = { options: [], isLoading: false, note: undefined }

/**
 * Records of a tree that match the typed text, debounced; the previous ones stay meanwhile. Where the server finds
 * nothing for letters, loaded branches are matched as pinyin: a whole tree may have tens of thousands.
 */
export function useTreeSearch(source: TreeSource, search: string, loadedOptions: () => readonly Option[]): Found {
  const [found, setFound] = useState(nothing)
  const text = search.trim()
  const latest = useRef(loadedOptions)
  latest.current = loadedOptions
  useEffect(() => {
    if (text === '') {
      setFound(nothing)
      return
    }
    let isCurrent = true
    setFound(({ options }) => ({ options, isLoading: true, note: options.length === 0 ? 'loading' : undefined }))
    const timer = setTimeout(
      () =>
        answering(source, text, latest.current).then(
          options =>
            isCurrent &&
            setFound({ options: nearestFirst(options, text), isLoading: false, note: noteOf(options.length) }),
          () => isCurrent && setFound({ options: [], isLoading: false, note: 'failed' }),
        ),
      pause,
    )
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [source, text])
  return found
}

async function answering(
  source: TreeSource,
  text: string,
  loadedOptions: () => readonly Option[],
): Promise<readonly Option[]> {
  const found = await source.find(text)
  if (found.length > 0 || !isLetters(text)) return found
  const answers = await loadPinyin().catch(() => undefined)
  return answers
    ? loadedOptions()
        .filter(({ label }) => answers(label, text))
        .slice(0, most)
    : found
}

/** Sorts labels that begin with the text before those that contain it, and higher levels before deeper ones. */
export function nearestFirst(options: readonly Option[], text: string): readonly Option[] {
  const rank = ({ label, path = [] }: Option) =>
    (foldedText(label).startsWith(foldedText(text)) ? 0 : 100) + path.length
  return [...options].sort((one, other) => rank(one) - rank(other))
}

const noteOf = (count: number) => (count === 0 ? 'noOption' : count >= most ? 'capped' : undefined)
