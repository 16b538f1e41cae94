import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, useContext, useMemo } from 'react'
import { useNavigate } from 'react-router'
import type { FieldSources } from '../../fields/field-web.ts'
import type { Bilingual, Language, Model, Resource } from '../../model/model.ts'
import { resourceOf } from '../../model/names.ts'
import { useLanguage, useTranslation } from '../words/i18n.ts'
import { useEngine } from './engine-context.ts'
import { createFieldSources } from './field-sources.ts'
import { type ModelIndex, partQuery } from './model-source.ts'

/** The part of the Model that a screen of one resource needs. */
export interface ResourcePart {
  readonly resource: Resource
  /** This resource, its lines, stubs of what it refers to, and their dictionaries. */
  readonly model: Model
  /** Operations, transitions and actions that the user may do here. */
  readonly may: readonly string[]
  /** Transitions that may be the first button, by preference. */
  readonly primary: readonly string[]
  /** The sentences for the operations `add` and `edit` that the user may not do. */
  readonly refusals: Readonly<Record<string, Bilingual>>
  readonly language: Language
  readonly sources: FieldSources
  /** The texts of the screen if its rows are the deleted ones, which can only be restored. */
  readonly bin?: BinTexts
}

interface BinTexts {
  readonly title: string
  readonly back: string
  readonly help: string
  readonly emptyTitle: string
  readonly emptyHelp: string
}

/**
 * The part of the Model for one resource; it changes under the screen when the descriptor is saved. `given` is the
 * Model of one that an answer contained, for a user without a right to the resource.
 */
export function useResourcePart(
  name: string,
  given?: Model,
): { data?: ResourcePart; error: Error | null; refetch(): void } {
  const { session } = useEngine()
  const language = useLanguage()
  const sources = useFieldSources(name)
  const wanted = { ...partQuery(session, name), enabled: name !== '' && !given }
  const { data: loaded, error, refetch } = useQuery(wanted)
  const part = useMemo(() => (given ? { model: given, may: [], primary: [], refusals: {} } : loaded), [given, loaded])
  const data = useMemo(
    () =>
      part && {
        resource: resourceOf(part.model, name),
        model: part.model,
        may: part.may,
        primary: part.primary,
        refusals: part.refusals,
        language,
        sources,
      },
    [part, name, language, sources],
  )
  return { ...(data && { data }), error: data ? null : error, refetch: () => void refetch() }
}

/** What the inputs of one resource's fields get from the server. */
export function useFieldSources(name: string): FieldSources {
  const { session, creating, uploads } = useEngine()
  const queries = useQueryClient()
  const translate = useTranslation()
  const navigate = useNavigate()
  return useMemo(
    () =>
      createFieldSources(
        { session, queries, creating, uploads, translate, navigate: address => void navigate(address) },
        name,
      ),
    [name, session, queries, creating, uploads, translate, navigate],
  )
}

/** What the user may open. A context, since forty menu entries that each observe the query cost a frame. */
export const ModelIndexContext = createContext<ModelIndex | undefined>(undefined)

/** What the user may open; undefined while it is loading. */
export const useModelIndex = (): ModelIndex | undefined => useContext(ModelIndexContext)
