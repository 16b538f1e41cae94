import type { Field, Resource } from './model.ts'
import { perFields } from './per-model.ts'

const given = (
  name: string,
  zh: string,
  en: string,
  type: string,
  column: string,
  rule: Field['rule'],
  options = {},
): Field => ({
  name,
  title: { zh, en },
  type,
  column,
  required: false,
  unique: false,
  index: false,
  readOnly: true,
  stored: false,
  ...(rule && { rule }),
  options,
})

/** The fields of every row in addition to the declared ones; only the server writes them. */
export const systemFields: readonly Field[] = [
  given('id', '记录 ID', 'Record ID', 'id', 'id', 'int'),
  given('createUser', '创建人', 'Created by', 'reference', 'create_user', 'int', { of: 'bladeUser', many: false }),
  given('createDept', '创建部门', 'Created in', 'reference', 'create_dept', 'int', { of: 'bladeDept', many: false }),
  given('createTime', '创建时间', 'Created at', 'datetime', 'create_time', 'google.protobuf.Timestamp'),
  given('updateUser', '修改人', 'Changed by', 'reference', 'update_user', 'int', { of: 'bladeUser', many: false }),
  given('updateTime', '修改时间', 'Changed at', 'datetime', 'update_time', 'google.protobuf.Timestamp'),
  given('status', '状态', 'Record status', 'integer', 'status', 'int'),
  given('version', '版本', 'Version', 'integer', 'version', 'int'),
]

/** The time of the last change of the state, which the server writes into records of every resource with a lifecycle. */
export const stateSince: Field = given(
  'stateSince',
  '状态更新于',
  'In this state since',
  'datetime',
  'state_since',
  'google.protobuf.Timestamp',
)

/**
 * Columns that are not fields: the tenant, the mark of deletion, and the owner that the engine maintains on owned rows.
 * `tenant_id` is absent from shared tables, `owner_id` from those without owners (the owner resource itself has none:
 * its `id` is the owner). Tables of lines (`partOf`) have `line_no` (integer): the position of a line under its master.
 */
export const engineColumns = {
  tenant: 'tenant_id',
  deleted: 'is_deleted',
  owner: 'owner_id',
  line: 'line_no',
  createdBy: 'create_user',
  createdIn: 'create_dept',
} as const

/**
 * The virtual column with the time remaining until a deadline: computed from the lifecycle and the current day; it is not in
 * tables, responses or queries.
 */
export const timeRemaining: Field = {
  name: 'timeRemaining',
  title: { zh: '剩余时限', en: 'Time remaining' },
  type: 'text',
  required: false,
  unique: false,
  index: false,
  readOnly: true,
  stored: false,
  options: {},
}

/** The column that a list may show under a name: a field, or the time remaining if the lifecycle has dates. */
export const columnNamed = (resource: Resource, name: string): Field | undefined =>
  fieldOf(resource, name) ??
  (name === timeRemaining.name && resource.lifecycle?.dates.length ? timeRemaining : undefined)

/** Names of the fields from which the remaining time is computed. */
export const readForTimeRemaining = ({ lifecycle }: Resource): readonly string[] =>
  lifecycle ? [lifecycle.field, ...lifecycle.dates.flatMap(({ reads }) => reads)] : []

/** The field with the state of a record, if the resource has one. */
export const stateFieldOf = ({ fields, state }: Pick<Resource, 'fields' | 'state'>): Field | undefined =>
  fields.find(({ name }) => name === state)

/** A field with a column. */
export type StoredField = Field & { readonly column: string }

/** Whether the value of a field is stored in a column of its own. */
export const hasColumn = (field: Field): field is StoredField => field.column !== undefined

/** A declared or system field by name, if there is one. */
export const fieldOf = (resource: Resource, name: string): Field | undefined => fieldsByName(resource).get(name)

const fieldsByName = perFields(
  ({ fields }): ReadonlyMap<string, Field> =>
    new Map([...systemFields, ...[...fields].reverse()].map(field => [field.name, field])),
)
