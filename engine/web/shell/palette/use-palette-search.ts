import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Bilingual } from '../../../model/model.ts'
import type { StateShape } from '../../../model/state-shape.ts'
import { useEngine } from '../../data/engine-context.ts'
import type { PinyinMatch } from './palette-match.ts'

/** A record of a tree on the way to another. */
interface Step {
  readonly name: string
}

interface FoundRecord {
  readonly id: string
  readonly name: string
  /** The title of its resource. */
  readonly ownerName?: string
  readonly path?: readonly Step[]
  readonly state?: { readonly title: Bilingual; readonly shape: StateShape }
}

/** Records that were found, by resource. */
interface Found {
  readonly found: readonly {
    readonly resource: string
    readonly records: readonly FoundRecord[]
  }[]
  /** No resource was omitted because of the time limit. */
  readonly isWhole: boolean
}

const pause = 180

/** Debounced search for records on the server; the previous result stays until the next arrives. */
export function useFoundRecords(typed: string): { data?: Found; isAsking: boolean; isFailed: boolean } {
  const { session } = useEngine()
  const search = useSettled(typed.trim())
  const { data, isFetching, isError } = useQuery({
    queryKey: ['palette', search],
    queryFn: ({ signal }) => session.call<Found>('/api/engine/find', { query: { search }, signal }),
    enabled: search !== '',
    placeholderData: keepPreviousData,
    gcTime: 60_000,
    staleTime: 10_000,
  })
  const isAsked = typed.trim() !== ''
  return {
    ...(isAsked && data && { data }),
    isAsking: isAsked && (isFetching || search !== typed.trim()),
    isFailed: isAsked && isError,
  }
}

function useSettled(typed: string): string {
  const [settled, setSettled] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), pause)
    return () => clearTimeout(timer)
  }, [typed])
  return settled
}

/** Letters match adjacent characters, or any characters in their order, as on the server. */
export interface PalettePinyin {
  readonly inARow: PinyinMatch
  readonly inOrder: PinyinMatch
}

/** The pinyin function, once loaded: its dictionary is many times larger than the rest of the palette. */
export function usePalettePinyin(): PalettePinyin | undefined {
  const [pinyin, setPinyin] = useState<PalettePinyin>()
  useEffect(() => {
    let isGone = false
    import('pinyin-pro').then(
      ({ match }) => {
        if (isGone) return
        const inARow: PinyinMatch = (text, typed) => match(text, typed, { continuous: true })
        setPinyin({ inARow, inOrder: (text, typed) => inARow(text, typed) ?? match(text, typed) })
      },
      // Without it the palette finds only literal matches.
      () => undefined,
    )
    return () => {
      isGone = true
    }
  }, [])
  return pinyin
}
