import { normaliseRecord } from '../../fields/normalise-record.ts'
import type { Model } from '../../model/model.ts'
import { resourceOf } from '../../model/names.ts'
import type { Caller } from '../auth/caller.ts'
import type { Callers } from '../auth/callers.ts'
import {
  assureAlias,
  assurePlace,
  assureRoles,
  assureUsers,
  assureWhole,
  type GuardContext,
  oneself,
} from '../auth/grant-guard.ts'
import { endSessionsOf } from '../auth/sessions.ts'
import type { Database } from '../database/database.ts'
import type { Undoing } from './bulk-doing.ts'
import type { Store } from './operations.ts'

/** What a write to people, roles and clients has to pass, wherever it comes from. */
export interface Guard {
  /** Whether a resource decides who may do what. */
  decides(resource: string): boolean
  /** Refuses a record by which its writer would make himself, or another, more than he is. */
  assure(caller: Caller, resource: string, record: unknown): Promise<void>
  /** Runs a write, and forgets what was remembered of the rights that it may have changed. */
  written<Result>(resource: string, write: () => Promise<Result>): Promise<Result>
}

/** The guard of a database's people, roles and clients. */
export function createGuard(database: Database, callers: Callers, current: () => Model): Guard {
  return {
    decides: resource => deciding.has(resource),
    async written(resource, write) {
      try {
        return await write()
      } finally {
        if (deciding.has(resource)) callers.forget()
      }
    },
    async assure(caller, resource, record) {
      if (caller.administrator || !deciding.has(resource)) return
      const guard: GuardContext = { database, caller, model: current() }
      // As the store will read it: what is looked at here must be what is stored there.
      const given = normaliseRecord(Object(record), resourceOf(guard.model, resource).fields, guard.model)
      const ids = idsIn(given['id'])
      if (resource === 'bladeUser') {
        await assureUsers(guard, ids)
        await assureRoles(guard, idsIn(given['roleId']), 'all')
        assurePlace(guard, ids, given)
      }
      if (resource === 'bladeRole') {
        assureWhole(guard)
        await assureRoles(guard, ids)
        await assureAlias(guard, ids, given['roleAlias'])
      }
    },
  }
}

/**
 * The store as calls from outside get it: people, roles and clients are resources like all others, but whoever may
 * edit them must not make himself more than he is, and what they may do changes at once.
 */
export function guardedStore(store: Store, database: Database, callers: Callers, current: () => Model): Store {
  const { assure, written } = createGuard(database, callers, current)
  return {
    ...store,
    within: operation => guardedStore(store.within(operation), database, callers, current),
    async undo(caller, resource, undoing, ids, key) {
      const deleted: string[] = []
      const guarded: Undoing = {
        ...undoing,
        async assure(of, record, kind) {
          await assure(caller, of, record)
          if (of !== 'bladeUser' || kind !== 'added') return
          if (record['id'] === caller.userId) throw oneself()
          deleted.push(String(record['id']))
        },
      }
      try {
        const outcomes = await store.undo(caller, resource, guarded, ids, key)
        const gone = deleted.filter(id => outcomes.get(id) === null)
        if (gone.length > 0) await endSessionsOf(database, caller.tenantId, gone, 'account-disabled')
        return outcomes
      } finally {
        // An operation may have changed records of other resources than its own.
        callers.forget()
      }
    },
    async save(caller, resource, record, key) {
      await assure(caller, resource, record)
      return written(resource, () => store.save(caller, resource, record, key))
    },
    async update(caller, resource, record, key) {
      await assure(caller, resource, record)
      const { id, password } = Object(record) as Readonly<Record<string, unknown>>
      return written(resource, async () => {
        const updated = await store.update(caller, resource, record, key)
        if (resource === 'bladeUser' && password)
          await endSessionsOf(database, caller.tenantId, [String(id)], 'password-changed')
        return updated
      })
    },
    async updateTogether(caller, resource, ids, values, key) {
      return deciding.has(resource) ? undefined : store.updateTogether(caller, resource, ids, values, key)
    },
    async remove(caller, resource, ids, key) {
      if (resource === 'bladeUser' && ids.includes(caller.userId)) throw oneself()
      for (const id of caller.administrator ? [] : ids) await assure(caller, resource, { id })
      await written(resource, async () => {
        await store.remove(caller, resource, ids, key)
        if (resource === 'bladeUser') await endSessionsOf(database, caller.tenantId, ids, 'account-disabled')
      })
    },
    async restore(caller, resource, ids, key) {
      for (const id of caller.administrator ? [] : ids) await assure(caller, resource, { id })
      await written(resource, () => store.restore(caller, resource, ids, key))
    },
  }
}

/** What is no id is refused by the store. */
const idsIn = (given: unknown): string[] =>
  [given].flat().flatMap(id => (typeof id === 'string' || typeof id === 'number' ? String(id) : []))

const deciding = new Set(['bladeUser', 'bladeRole', 'bladeClient', 'bladeTenant', 'bladeDept'])
