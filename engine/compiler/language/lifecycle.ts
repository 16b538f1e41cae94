import type { JsonSchema } from '../../model/model.ts'
import { formerIdentifiersKey } from '../former-names.ts'
import { effectKeys } from './effects.ts'
import { type Keys, listOf, mapOf, objectOf, shared } from './key.ts'
import { ruleKeys } from './rule.ts'

/** The schema of an endpoint: its method, and its path below the entity or from `/api/`. */
export function endpointShape(methods: string): JsonSchema {
  const part = '([a-zA-Z0-9-]+|\\{[a-zA-Z0-9]+\\})'
  return { type: 'string', pattern: `^(${methods})( [a-zA-Z0-9-]+(/${part})*| /api(/${part})+)?$` }
}

const names = { anyOf: [{ type: 'string' }, shared('names')] }

/** The keys of a field under `edit`, which refine it. */
export const editKeys: Keys = {
  required: {
    schema: { type: 'boolean' },
    help: { zh: '在这一步里必填', en: 'Whether the field is required in this step.' },
    example: 'true',
  },
  title: {
    schema: shared('bilingual'),
    help: { zh: '在这一步里的标题', en: 'The title of the field in this step.' },
    example: '{ zh: 实际用品, en: Items used }',
  },
  help: {
    schema: shared('bilingual'),
    help: { zh: '在这一步里的填写说明', en: 'The hint of the field in this step.' },
    example: '{ zh: 实际用量, en: What was used }',
  },
  columns: {
    schema: shared('names'),
    help: {
      zh: '明细字段：每行只填这些字段，默认全部',
      en: 'For a `children` field: the fields of a line that can be entered. Default: all.',
    },
    example: '[count]',
  },
  add: {
    schema: { const: true },
    help: {
      zh: '明细字段：可以加行；不写则只能改已有的行。步骤从不删行',
      en: 'For a `children` field: users can add lines. By default, they can only edit existing lines. A step never removes lines.',
    },
    example: 'true',
  },
}

const stepKeys: Keys = {
  renamedFrom: formerIdentifiersKey(
    {
      zh: '改名前的名称，已授予的权限和历史随之改名',
      en: 'The former name of the step. Granted permissions and the history are migrated.',
    },
    '[latestFormer, formerName]',
  ),
  title: {
    schema: shared('bilingual'),
    help: {
      zh: '按钮的文字；titles.yaml 里有同名词时可省略',
      en: 'The label of the button. It may be omitted if titles.yaml contains the name.',
    },
    example: '{ zh: 完成, en: Finish }',
  },
  after: {
    schema: shared('expression'),
    help: {
      zh: '由定时任务执行，无人点击：日期过完、时间一到就做，写字段或由本记录字段算出的表达式；流转仍要满足 from 和 if，动作每个时间值对每条记录只做一次。没有按钮、接口和权限码，不能有 input、edit',
      en: 'A date or time: a field, or an expression over fields of the record. A job, not a user, runs the step when the date has passed or the time is reached. A transition still requires `from` and `if`. An action runs once per record and value of the time. The step has no button, endpoint or permission code, and cannot have `input` or `edit`.',
    },
    example: 'endDay',
  },
  auto: {
    schema: { const: true },
    help: {
      zh: '由系统执行，无人点击：记录写入后 if 成立就在同一事务里做，一次写入最多做一次；流转看当前状态，动作只在 if 由不成立变为成立时做。if 必填且不读时间；没有按钮、接口和权限码，不能有 input、edit',
      en: 'The engine, not a user, runs the step: in the transaction of a write after which `if` is true, at most once per transaction. A transition depends on the current state. An action runs only if `if` was not true before the write. `if` is required and cannot read the clock. The step has no button, endpoint or permission code, and cannot have `input` or `edit`.',
    },
    example: 'true',
  },
  if: {
    schema: shared('expression'),
    help: {
      zh: '成立时才可做；缺值视为不成立。读 edit 改动之前的记录和 input',
      en: 'The step is allowed only if this is true; an unknown result means no. It reads the record before `edit` changes it, and `input`.',
    },
    example: '"visitName != null"',
  },
  message: {
    schema: shared('bilingual'),
    help: {
      zh: '不满足 if 时的说明：显示在禁用的按钮上和 409 里；不写则按钮隐藏',
      en: 'The reason that is shown if `if` is not true: as the tooltip of the disabled button and in the 409 response. Default: the button is hidden.',
    },
    example: '{ zh: 请先填写走访人, en: Enter the visitor first }',
  },
  rules: {
    schema: listOf(objectOf(ruleKeys)),
    help: {
      zh: '对输入的值和改过的记录的规则，每次执行都检查；例子里 input.x 是输入',
      en: 'Validation rules for the input and the edited record, checked each time the step runs. In examples, `input.x` is an input.',
    },
    example:
      '[{ rule: "size(input.summary) > 1", message: { zh: 小结太短, en: The summary is too short }, valid: { input.summary: Done }, invalid: { input.summary: "-" } }]',
  },
  input: {
    schema: mapOf(shared('field')),
    help: {
      zh: '一次性的输入：没有列，留在历史里',
      en: 'Input of the step that is not stored in fields. It has no columns and is recorded in the history.',
    },
    example: '{ summary: { type: longtext, required: true, title: { zh: 小结, en: Summary } } }',
  },
  edit: {
    schema: { anyOf: [shared('names'), mapOf(objectOf(editKeys))] },
    help: {
      zh: '要填写并写入的本记录字段，只读的也可以；写成映射可细化，如 { endDay: { required: true } }',
      en: 'Fields of the record that the user enters in the step. Read-only fields are allowed. A map refines them: `{ endDay: { required: true } }`.',
    },
    example: '[endDay]',
  },
  set: {
    schema: mapOf({ anyOf: [shared('expression'), { type: ['number', 'boolean'] }] }, { type: 'string' }),
    help: {
      zh: '同时写入的字段及其表达式，input 是输入的值',
      en: 'Fields that the step also sets, each with an expression. `input.` reads the input of the step.',
    },
    example: '{ endDay: today() }',
  },
  handler: {
    schema: shared('name'),
    help: { zh: '程序里的处理函数名', en: 'The name of the handler in TypeScript.' },
    example: 'remind',
  },
  outside: {
    schema: { const: 'before' },
    help: {
      zh: 'before：处理函数先在事务之外询问外部服务（最多 10 秒），其结果传入事务中的处理',
      en: '`before`: the handler first calls an external service, outside the transaction and for at most 10 seconds. The result is passed to the part of the handler that runs in the transaction.',
    },
    example: 'before',
  },
  ...effectKeys,
  needs: {
    schema: shared('name'),
    help: {
      zh: '所需的外部服务（端口），例如 sms；没有接入时按钮隐藏，接口返回 409',
      en: 'The port (external service) that the step requires, such as sms. Without a configured adapter, the button is hidden and the endpoint returns 409.',
    },
    example: 'sms',
  },
  http: {
    // GET and DELETE have a problem of their own, which an editor shows as a wrong value.
    schema: { ...endpointShape('GET|POST|PUT|DELETE'), not: { pattern: '^(GET|DELETE)' } },
    help: {
      zh: '接口的方法（POST 或 PUT）和路径，默认 POST 加名称；只写方法则路径是名称；大括号里是必填的输入，以 / 开头的是完整路径（/api/…）',
      en: 'The method (POST or PUT) and the path of the endpoint, relative to the resource. Default: POST and the name. If only a method is given, the path is the name. A name in braces is a required input. A path that begins with / is absolute (/api/…).',
    },
    example: 'PUT',
  },
  primary: {
    schema: { anyOf: [{ type: 'boolean' }, shared('names')] },
    help: {
      zh: '谁首先看到它的按钮：true 所有人，false 无人，或角色别名；默认是向前走的第一个步骤，access 授予某些角色的只给这些角色',
      en: 'The users for whom the button of the step is the primary one: `true` for all, `false` for none, or aliases of roles. Default: the first transition that leads forward, for the roles to which `access` grants it, otherwise for all.',
    },
    example: 'true',
  },
}

/** The keys of an action. */
export const actionKeys: Keys = {
  on: {
    schema: { const: 'collection' },
    help: {
      zh: '写 collection 时动作不针对某条记录：没有 id，按钮在列表的工具栏，由 handler 通过 store 读写；if 只能读 input 和 me。默认针对一条记录',
      en: '`collection`: the action is not related to a single record. It has no id, and its button is in the toolbar of the list. Its handler reads and writes through the store, and `if` can only read `input` and `me`. Default: the action runs on one record.',
    },
    example: 'collection',
  },
  ...stepKeys,
  returns: {
    schema: mapOf(shared('field')),
    help: {
      zh: '接口返回的数据：handler 用 answer() 给出，按这里的类型校验；默认返回记录',
      en: 'The values of the response. The handler returns them with answer(), and they are validated against these types. Default: the record.',
    },
    example: '{ added: { type: integer, required: true, title: { zh: 新增, en: Added } } }',
  },
}

/** The keys of a transition. */
export const transitionKeys: Keys = {
  from: {
    schema: names,
    help: {
      zh: '从哪些状态出发（字典条目名）',
      en: 'The states in which the transition is possible: names of dictionary entries.',
    },
    example: '[draft, sent]',
    required: true,
  },
  to: {
    schema: { type: 'string' },
    help: { zh: '到达的状态', en: 'The new state.' },
    example: 'done',
    required: true,
  },
  ...stepKeys,
}

/** The keys of `opens`. */
export const opensKeys: Keys = {
  at: {
    schema: { type: 'string' },
    help: { zh: '日期或时间字段', en: 'A date or datetime field.' },
    example: 'startDay',
    required: true,
  },
  in: {
    schema: names,
    help: { zh: '哪些状态的流转', en: 'The states whose transitions are possible from that time.' },
    example: '[sent]',
    required: true,
  },
}

/** The keys of a lifecycle. */
export const lifecycleKeys: Keys = {
  field: {
    schema: { type: 'string' },
    help: {
      zh: '保存状态的字典字段；系统另存 stateSince，即进入当前状态的时间，表达式、期限和列表都可以用',
      en: 'The dictionary field that contains the state. The server also stores `stateSince`, the time of the last change of the state, which expressions, deadlines and lists can use.',
    },
    example: 'state',
    required: true,
  },
  initial: {
    schema: { type: 'string' },
    help: { zh: '新记录的状态', en: 'The state of a new record.' },
    example: 'draft',
    required: true,
  },
  final: {
    schema: { type: 'array', items: { type: 'string' }, uniqueItems: true },
    help: { zh: '终态，到此为止', en: 'Final states.' },
    example: '[done]',
  },
  path: {
    schema: { type: 'array', items: { type: 'string' }, minItems: 2, uniqueItems: true },
    help: {
      zh: '主路径：从初始状态起，通常依次经过的状态，详情页的流程条总是显示它们，其他状态单独标出；默认取经过当前状态的最短路径',
      en: 'The main path: the usual states in order, beginning with the initial state. The progress bar of the detail page always shows them, and shows other states separately. Default: the shortest path through the current state.',
    },
    example: '[draft, sent, done]',
  },
  due: {
    schema: mapOf(shared('expression'), { type: 'string' }),
    help: {
      zh: '各状态的期限：须在哪个日期或时间之前离开该状态，写字段或由字段算出的表达式；列表的 timeRemaining 和详情按它倒计时，只有一个字段时列表可按它排序',
      en: 'The deadline of each state: the date or time by which a record must have left it. A field, or an expression over fields. The column `timeRemaining` and the detail page count down to it. Lists can be sorted by it only if all deadlines are the same field.',
    },
    example: '{ draft: startDay, sent: "endDay + days(3)" }',
  },
  opens: {
    schema: objectOf(opensKeys),
    help: {
      zh: '从哪个日期或时间起，这些状态的流转才可做',
      en: 'The date or time from which the transitions of these states are possible.',
    },
    example: '{ at: startDay, in: [sent] }',
  },
  transitions: {
    schema: mapOf(objectOf(transitionKeys)),
    help: { zh: '状态间的步骤', en: 'The transitions between states.' },
    example:
      '{ send: { from: draft, to: sent, title: { zh: 发出, en: Send } }, finish: { from: [draft, sent], to: done, title: { zh: 完成, en: Finish } } }',
    required: true,
  },
}
