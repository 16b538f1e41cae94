interface FlowIndex {
  readonly name: string
  readonly method: 'btree' | 'gin'
  readonly unique: boolean
  readonly keys: readonly string[]
  readonly where: string
}
type FlowTable = readonly [
  name: string,
  columns: Readonly<Record<string, string>>,
  primaryKey: readonly string[],
  indexes?: readonly (readonly string[] | FlowIndex)[],
]

/** The tables of processes, which are planned and applied like those of resources. */
export const flowTables: readonly FlowTable[] = [
  // Versions of models that administrators draw; the highest is the current one.
  [
    'engine_flow_model',
    {
      tenant_id: 'text!',
      id: 'bigint!',
      version: 'integer!',
      key: 'text!',
      name: 'text!',
      description: 'text!',
      xml: 'text!',
      at: 'timestamptz(3)!',
      author: 'bigint',
    },
    ['tenant_id', 'id', 'version'],
  ],
  // Deployed processes; the tenant is empty where all tenants start them. `digest` is that of the app's file they were
  // deployed from, and null of those that users deployed.
  [
    'engine_flow_definition',
    {
      tenant_id: 'text!',
      id: 'bigint!',
      key: 'text!',
      version: 'integer!',
      name: 'text!',
      category: 'text!',
      xml: 'text!',
      definition: 'json!',
      digest: 'text',
      suspended: 'boolean! false',
      deployed: 'timestamptz(3)!',
      author: 'bigint',
    },
    ['tenant_id', 'key', 'version'],
    [['id']],
  ],
  // `state` is the whole state of the interpreter, replaced under the lock of the row. `outcome` is null while it runs.
  [
    'engine_flow_instance',
    {
      tenant_id: 'text!',
      id: 'bigint!',
      definition_id: 'bigint!',
      resource: 'text',
      record_id: 'bigint',
      starter: 'bigint',
      state: 'jsonb!',
      reason: 'jsonb',
      outcome: 'text',
      started: 'timestamptz(3)!',
      ended: 'timestamptz(3)',
    },
    ['id'],
    [
      ['tenant_id', 'resource', 'record_id'],
      ['tenant_id', 'starter', 'started'],
      ['tenant_id', 'started'],
      ['definition_id'],
    ],
  ],
  // Tasks of people. `candidates` are `user:<id>` and `group:<role, department or post>`; `signs`
  // is the task for which a signer was added, and `owner` has the task again when the assignee is done. `behalf` is the
  // absent user whom the assignee substitutes.
  [
    'engine_flow_task',
    {
      tenant_id: 'text!',
      id: 'bigint!',
      instance_id: 'bigint!',
      token: 'integer!',
      element: 'text!',
      name: 'text!',
      assignee: 'bigint',
      owner: 'bigint',
      behalf: 'bigint',
      candidates: 'text[]!',
      created: 'timestamptz(3)!',
      claimed: 'timestamptz(3)',
      due: 'timestamptz(3)',
      ended: 'timestamptz(3)',
      outcome: 'text',
      comment: 'text',
      signs: 'bigint',
    },
    ['id'],
    [
      ['instance_id'],
      ['tenant_id', 'assignee', 'ended', 'created'],
      ['tenant_id', 'created'],
      {
        name: 'engine_flow_task_open',
        method: 'gin',
        unique: false,
        keys: ['candidates'],
        where: 'ended IS NULL',
      },
      {
        name: 'engine_flow_task_unclaimed',
        method: 'btree',
        unique: false,
        keys: ['tenant_id', 'created', 'id'],
        where: 'ended IS NULL AND assignee IS NULL',
      },
    ],
  ],
  // What happened to an instance, in the order of the ids: elements with their end, flows, comments.
  [
    'engine_flow_history',
    {
      id: 'bigint!',
      instance_id: 'bigint!',
      kind: 'text!',
      element: 'text!',
      token: 'integer',
      name: 'text!',
      user_id: 'bigint',
      started: 'timestamptz(3)!',
      ended: 'timestamptz(3)',
      comment: 'text',
      outcome: 'text',
      behalf: 'bigint',
      files: 'text[]',
    },
    ['id'],
    [
      ['instance_id', 'token'],
      { name: 'engine_flow_history_files', method: 'gin', unique: false, keys: ['files'], where: 'files IS NOT NULL' },
    ],
  ],
  // Who does the tasks of an absent user, from a day to a day.
  [
    'engine_flow_substitute',
    { tenant_id: 'text!', user_id: 'bigint!', substitute_id: 'bigint!', begins: 'date!', ends: 'date!' },
    ['tenant_id', 'user_id', 'begins'],
    [['tenant_id', 'substitute_id']],
  ],
  // Due times of events. `every` is the duration until the next time, `repeats` the number of times after it.
  [
    'engine_flow_timer',
    {
      instance_id: 'bigint!',
      token: 'integer!',
      node: 'text!',
      tenant_id: 'text!',
      due: 'timestamptz(3)!',
      repeats: 'integer!',
      every: 'text',
      failures: 'integer! 0',
    },
    ['instance_id', 'token', 'node'],
    [['due']],
  ],
]
