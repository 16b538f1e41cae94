import type { LucideIcon } from 'lucide-react'
import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import type { AnyFieldType } from '../../fields/field-type.ts'
import type { AnyFieldWeb } from '../../fields/field-web.ts'
import type { Bilingual, Resource } from '../../model/model.ts'
import type { ModelIndex } from '../data/model-source.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import type { ScreenCode } from './screen-code.tsx'

/** What a capability adds to generated pages. Its code is loaded when it is first shown. */
export interface WebPart {
  readonly name: string
  /** Field types with their UI, as the part of the server has them. */
  readonly fieldTypes?: Readonly<Record<string, { readonly type: AnyFieldType; readonly web: AnyFieldWeb }>>
  /** Called with what the part of the server published on a topic of this name. */
  readonly topics?: Readonly<Record<string, (contents: readonly unknown[]) => void>>
  /** Screens by the names that pages and the tiles of boards give them. */
  readonly screens?: Readonly<Record<string, ScreenCode>>
  /** Further ways to show the rows of a list, by the name that saved views store. */
  readonly listKinds?: Readonly<Record<string, ListKind>>
  /** By resource, further screens of one record; they are in the menus of its row and of its page. */
  readonly recordLinks?: Readonly<Record<string, readonly RecordScreen[]>>
  /** By resource, buttons in a row of the list, besides those of steps; loaded with them. */
  readonly RowButtons?: Readonly<Record<string, LazyExoticComponent<ComponentType<RecordPanelProps>>>>
  /** The address at which a user begins instead of the first page, if there is one. */
  readonly firstPage?: (index: ModelIndex) => string | undefined
  /** A button of the top bar, loaded after the first screen. */
  readonly TopBarItem?: LazyExoticComponent<ComponentType>
  /** What it shows on the page of a record, below its fields. */
  readonly RecordPanel?: LazyExoticComponent<ComponentType<RecordPanelProps>>
  /** The resource of these records; all resources without it. */
  readonly panelOf?: string
}

/** A screen of one record besides the generated ones. */
export interface RecordScreen {
  readonly title: Bilingual
  readonly icon: LucideIcon
  /** The step that the user must be allowed; without one, everyone who sees the record may open it. */
  readonly step?: string
  address(id: string): string
}

/** A record, for what a part shows of it. */
export interface RecordPanelProps {
  readonly part: ResourcePart
  readonly id: string
  readonly record: Readonly<Record<string, unknown>>
}

/** A way to show the rows of a list; conditions, pager and views remain. */
export interface ListKind {
  readonly title: Bilingual
  readonly icon: LucideIcon
  /** It shows all records that the conditions find, not a page of them. */
  readonly isWhole?: true
  /** It is a screen of its own, without the search and the tree of the list, and the usual way to show the resource. */
  readonly isPage?: true
  /** Whether a resource can be shown like this. */
  fits(resource: Resource): boolean
  readonly Rows: LazyExoticComponent<ComponentType<{ readonly part: ResourcePart }>>
}

/** A component of a part, whose module is loaded when it is first shown. */
export const partCode = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(() => load().then(component => ({ default: component })))
