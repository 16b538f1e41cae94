import type { JsonSchema } from '../../model/model.ts'
import { formerIdentifiersKey } from '../former-names.ts'
import { ruleKeys } from '../rule.ts'
import { effectKeys } from './effects.ts'
import { type Keys, listOf, mapOf, newKey, objectOf, shared } from './key.ts'

/** The schema of an endpoint: its method, and its path below the entity or from `/api/`. */
export function endpointShape(methods: string): JsonSchema {
  const part = '([a-zA-Z0-9-]+|\\{[a-zA-Z0-9]+\\})'
  return { type: 'string', pattern: `^(${methods})( [a-zA-Z0-9-]+(/${part})*| /api(/${part})+)?$` }
}

const names = { anyOf: [{ type: 'string' }, shared('names')] }

/** The keys of a field under `edit`, which refine it. */
export const editKeys: Keys = {
  required: newKey({ type: 'boolean' }, '在这一步里必填', 'Whether the field is required in this step.', 'true'),
  title: newKey(
    shared('bilingual'),
    '在这一步里的标题',
    'The title of the field in this step.',
    '{ zh: 实际用品, en: Items used }',
  ),
  help: newKey(
    shared('bilingual'),
    '在这一步里的填写说明',
    'The hint of the field in this step.',
    '{ zh: 实际用量, en: What was used }',
  ),
  columns: newKey(
    shared('names'),
    '明细字段：每行只填这些字段，默认全部',
    'For a `children` field: the fields of a line that can be entered. Default: all.',
    '[count]',
  ),
  add: newKey(
    { const: true },
    '明细字段：可以加行；不写则只能改已有的行。步骤从不删行',
    'For a `children` field: users can add lines. By default, they can only edit existing lines. A step never removes lines.',
    'true',
  ),
}

const stepKeys: Keys = {
  renamedFrom: formerIdentifiersKey(
    {
      zh: '改名前的名称，已授予的权限和历史随之改名',
      en: 'The former name of the step. Granted permissions and the history are migrated.',
    },
    '[latestFormer, formerName]',
  ),
  title: newKey(
    shared('bilingual'),
    '按钮的文字；titles.yaml 里有同名词时可省略',
    'The label of the button. It may be omitted if titles.yaml contains the name.',
    '{ zh: 完成, en: Finish }',
  ),
  after: newKey(
    shared('expression'),
    '由定时任务执行，无人点击：日期过完、时间一到就做，写字段或由本记录字段算出的表达式；流转仍要满足 from 和 if，动作每个时间值对每条记录只做一次。没有按钮、接口和权限码，不能有 input、edit',
    'A date or time: a field, or an expression over fields of the record. A job, not a user, runs the step when the date has passed or the time is reached. A transition still requires `from` and `if`. An action runs once per record and value of the time. The step has no button, endpoint or permission code, and cannot have `input` or `edit`.',
    'endDay',
  ),
  auto: newKey(
    { const: true },
    '由系统执行，无人点击：记录写入后 if 成立就在同一事务里做，一次写入最多做一次；流转看当前状态，动作只在 if 由不成立变为成立时做。if 必填且不读时间；没有按钮、接口和权限码，不能有 input、edit',
    'The engine, not a user, runs the step: in the transaction of a write after which `if` is true, at most once per transaction. A transition depends on the current state. An action runs only if `if` was not true before the write. `if` is required and cannot read the clock. The step has no button, endpoint or permission code, and cannot have `input` or `edit`.',
    'true',
  ),
  if: newKey(
    shared('expression'),
    '成立时才可做；缺值视为不成立。读 edit 改动之前的记录和 input',
    'The step is allowed only if this is true; an unknown result means no. It reads the record before `edit` changes it, and `input`.',
    '"visitName != null"',
  ),
  message: newKey(
    shared('bilingual'),
    '不满足 if 时的说明：显示在禁用的按钮上和 409 里；不写则按钮隐藏',
    'The reason that is shown if `if` is not true: as the tooltip of the disabled button and in the 409 response. Default: the button is hidden.',
    '{ zh: 请先填写走访人, en: Enter the visitor first }',
  ),
  rules: newKey(
    listOf(objectOf(ruleKeys)),
    '对输入的值和改过的记录的规则，每次执行都检查；例子里 input.x 是输入',
    'Validation rules for the input and the edited record, checked each time the step runs. In examples, `input.x` is an input.',
    '[{ rule: "size(input.summary) > 1", message: { zh: 小结太短, en: The summary is too short }, valid: { input.summary: Done }, invalid: { input.summary: "-" } }]',
  ),
  input: newKey(
    mapOf(shared('field')),
    '一次性的输入：没有列，留在历史里',
    'Input of the step that is not stored in fields. It has no columns and is recorded in the history.',
    '{ summary: { type: longtext, required: true, title: { zh: 小结, en: Summary } } }',
  ),
  edit: newKey(
    { anyOf: [shared('names'), mapOf(objectOf(editKeys))] },
    '要填写并写入的本记录字段，只读的也可以；写成映射可细化，如 { endDay: { required: true } }',
    'Fields of the record that the user enters in the step. Read-only fields are allowed. A map refines them: `{ endDay: { required: true } }`.',
    '[endDay]',
  ),
  set: newKey(
    mapOf({ anyOf: [shared('expression'), { type: ['number', 'boolean'] }] }, { type: 'string' }),
    '同时写入的字段及其表达式，input 是输入的值',
    'Fields that the step also sets, each with an expression. `input.` reads the input of the step.',
    '{ endDay: today() }',
  ),
  handler: newKey(shared('name'), '程序里的处理函数名', 'The name of the handler in TypeScript.', 'remind'),
  outside: newKey(
    { const: 'before' },
    'before：处理函数先在事务之外询问外部服务（最多 10 秒），其结果传入事务中的处理',
    '`before`: the handler first calls an external service, outside the transaction and for at most 10 seconds. The result is passed to the part of the handler that runs in the transaction.',
    'before',
  ),
  ...effectKeys,
  needs: newKey(
    shared('name'),
    '所需的外部服务（端口），例如 sms；没有接入时按钮隐藏，接口返回 409',
    'The port (external service) that the step requires, such as sms. Without a configured adapter, the button is hidden and the endpoint returns 409.',
    'sms',
  ),
  http: newKey(
    // GET and DELETE have a problem of their own, which an editor shows as a wrong value.
    { ...endpointShape('GET|POST|PUT|DELETE'), not: { pattern: '^(GET|DELETE)' } },
    '接口的方法（POST 或 PUT）和路径，默认 POST 加名称；只写方法则路径是名称；大括号里是必填的输入，以 / 开头的是完整路径（/api/…）',
    'The method (POST or PUT) and the path of the endpoint, relative to the resource. Default: POST and the name. If only a method is given, the path is the name. A name in braces is a required input. A path that begins with / is absolute (/api/…).',
    'PUT',
  ),
  primary: newKey(
    { anyOf: [{ type: 'boolean' }, shared('names')] },
    '谁首先看到它的按钮：true 所有人，false 无人，或角色别名；默认是向前走的第一个步骤，access 授予某些角色的只给这些角色',
    'The users for whom the button of the step is the primary one: `true` for all, `false` for none, or aliases of roles. Default: the first transition that leads forward, for the roles to which `access` grants it, otherwise for all.',
    'true',
  ),
  reveals: newKey(
    { const: true },
    'set、updates、creates 把个人信息写进没有 personal 的字段时写 true：那里不遮盖',
    'Required where `set`, `updates` or `creates` write a personal value into a field without `personal`, which is not masked there.',
    'true',
  ),
}

/** The keys of an action. */
export const actionKeys: Keys = {
  on: newKey(
    { const: 'collection' },
    '写 collection 时动作不针对某条记录：没有 id，按钮在列表的工具栏，由 handler 通过 store 读写；if 只能读 input 和 me。默认针对一条记录',
    '`collection`: the action is not related to a single record. It has no id, and its button is in the toolbar of the list. Its handler reads and writes through the store, and `if` can only read `input` and `me`. Default: the action runs on one record.',
    'collection',
  ),
  ...stepKeys,
  returns: newKey(
    mapOf(shared('field')),
    '接口返回的数据：handler 用 answer() 给出，按这里的类型校验；默认返回记录',
    'The values of the response. The handler returns them with answer(), and they are validated against these types. Default: the record.',
    '{ added: { type: integer, required: true, title: { zh: 新增, en: Added } } }',
  ),
}

/** The keys of a transition. */
export const transitionKeys: Keys = {
  from: newKey(
    names,
    '从哪些状态出发（字典条目名）',
    'The states in which the transition is possible: names of dictionary entries.',
    '[draft, sent]',
    { required: true },
  ),
  to: newKey({ type: 'string' }, '到达的状态', 'The new state.', 'done', { required: true }),
  ...stepKeys,
}

/** The keys of `opens`. */
export const opensKeys: Keys = {
  at: newKey({ type: 'string' }, '日期或时间字段', 'A date or datetime field.', 'startDay', { required: true }),
  in: newKey(names, '哪些状态的流转', 'The states whose transitions are possible from that time.', '[sent]', {
    required: true,
  }),
}

/** The keys of a lifecycle. */
export const lifecycleKeys: Keys = {
  field: newKey(
    { type: 'string' },
    '保存状态的字典字段；系统另存 stateSince，即进入当前状态的时间，表达式、期限和列表都可以用',
    'The dictionary field that contains the state. The server also stores `stateSince`, the time of the last change of the state, which expressions, deadlines and lists can use.',
    'state',
    { required: true },
  ),
  initial: newKey({ type: 'string' }, '新记录的状态', 'The state of a new record.', 'draft', { required: true }),
  final: newKey(
    { type: 'array', items: { type: 'string' }, uniqueItems: true },
    '终态，到此为止',
    'Final states.',
    '[done]',
  ),
  path: newKey(
    { type: 'array', items: { type: 'string' }, minItems: 2, uniqueItems: true },
    '主路径：从初始状态起，通常依次经过的状态，详情页的流程条总是显示它们，其他状态单独标出；默认取经过当前状态的最短路径',
    'The main path: the usual states in order, beginning with the initial state. The progress bar of the detail page always shows them, and shows other states separately. Default: the shortest path through the current state.',
    '[draft, sent, done]',
  ),
  due: newKey(
    mapOf(shared('expression'), { type: 'string' }),
    '各状态的期限：须在哪个日期或时间之前离开该状态，写字段或由字段算出的表达式；列表的 timeRemaining 和详情按它倒计时，只有一个字段时列表可按它排序',
    'The deadline of each state: the date or time by which a record must have left it. A field, or an expression over fields. The column `timeRemaining` and the detail page count down to it. Lists can be sorted by it only if all deadlines are the same field.',
    '{ draft: startDay, sent: "endDay + days(3)" }',
  ),
  opens: newKey(
    objectOf(opensKeys),
    '从哪个日期或时间起，这些状态的流转才可做',
    'The date or time from which the transitions of these states are possible.',
    '{ at: startDay, in: [sent] }',
  ),
  transitions: newKey(
    mapOf(objectOf(transitionKeys)),
    '状态间的步骤',
    'The transitions between states.',
    '{ send: { from: draft, to: sent, title: { zh: 发出, en: Send } }, finish: { from: [draft, sent], to: done, title: { zh: 完成, en: Finish } } }',
    { required: true },
  ),
}
