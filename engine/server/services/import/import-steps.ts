import type { Resource } from '../../../model/model.ts'
import type { Work } from '../../store/work.ts'
import type { ImportAccess } from './import-access.ts'
import type { RowGuard } from './row-guard.ts'
import type { Owner } from './staged-import.ts'

/** What each step of one person's import stands on. */
export interface Steps {
  readonly work: Work
  readonly resource: Resource
  /** What the import is held to; `importAccess` gives it. */
  readonly access: ImportAccess
  readonly owner: Owner
  readonly guard?: RowGuard
}
