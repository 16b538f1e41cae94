import { useEffect, useState } from 'react'
import type { Option } from '../field-web.ts'
import type { TreeSource } from './use-tree.ts'

const pause = 200
const most = 100

interface Found {
  readonly options: readonly Option[]
  readonly isLoading: boolean
  /** What is to be said below them. */
  readonly note: 'loading' | 'failed' | 'noOption' | 'capped' | undefined
}

const nothing: Found = { options: [], isLoading: false, note: undefined }

/** Records of a tree that match what is typed, once typing has paused; the old ones stay meanwhile. */
export function useFound(source: TreeSource, search: string): Found {
  const [found, setFound] = useState(nothing)
  const text = search.trim()
  useEffect(() => {
    if (text === '') {
      setFound(nothing)
      return
    }
    let isCurrent = true
    setFound(({ options }) => ({ options, isLoading: true, note: options.length === 0 ? 'loading' : undefined }))
    const timer = setTimeout(
      () =>
        source.find(text).then(
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

/** What begins with the words before what holds them, and what lies higher before what lies deeper. */
export function nearestFirst(options: readonly Option[], text: string): readonly Option[] {
  const rank = ({ label, path = [] }: Option) =>
    (label.toLowerCase().startsWith(text.toLowerCase()) ? 0 : 100) + path.length
  return [...options].sort((one, other) => rank(one) - rank(other))
}

const noteOf = (count: number) => (count === 0 ? 'noOption' : count >= most ? 'capped' : undefined)
