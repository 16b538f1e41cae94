import { type Keys, mapOf, objectOf, shared } from './key.ts'

const names = { anyOf: [{ type: 'string' }, shared('names')] }

const stepKeys: Keys = {
  title: {
    schema: shared('bilingual'),
    help: {
      zh: '按钮的文字；words.yaml 里有同名词时可省略',
      en: 'The label of the button. May be omitted if words.yaml contains the name.',
    },
    example: '{ zh: 完成, en: Finish }',
  },
  if: {
    schema: shared('expression'),
    help: {
      zh: '成立时才可做；缺值视为不成立',
      en: 'It is allowed only while this is true; an unknown result refuses.',
    },
    example: '"visitName != \'\'"',
  },
  ask: {
    schema: { anyOf: [shared('names'), mapOf(shared('field'))] },
    help: {
      zh: '向人询问：列表是本记录的字段，会写入；映射是一次性的输入，留在历史里',
      en: 'Input that it requests. A list: fields of the record, which are saved. A map: values for this operation only, stored in the history.',
    },
    example: '{ summary: { type: longtext, required: true, title: { zh: 小结, en: Summary } } }',
  },
  run: {
    schema: shared('name'),
    help: { zh: '程序里的处理函数名', en: 'The name of the handler in TypeScript.' },
    example: 'remind',
  },
  needs: {
    schema: shared('name'),
    help: {
      zh: '所需的外部服务（端口），例如 sms；没有接入时按钮隐藏，接口返回 409',
      en: 'The port that it requires, such as sms. Without a configured adapter, the button is hidden and the endpoint returns 409.',
    },
    example: 'sms',
  },
  wire: {
    schema: {
      type: 'string',
      pattern: '^(GET|POST|PUT|DELETE)( [a-zA-Z0-9-]+(/([a-zA-Z0-9-]+|\\{[a-zA-Z0-9]+\\}))*)?$',
    },
    help: {
      zh: '接口的方法和路径，默认 POST 加名称；只写方法则路径是名称',
      en: 'The method and path of the endpoint below the entity. Default: POST and the name. With a method only, the path is the name.',
    },
    example: 'PUT',
  },
}

/** The keys of an action. */
export const actionKeys: Keys = stepKeys

/** The keys of a transition. */
export const moveKeys: Keys = {
  from: {
    schema: names,
    help: {
      zh: '从哪些状态出发（字典条目名）',
      en: 'The states from which it is possible: names of dictionary entries.',
    },
    example: '[draft, sent]',
    required: true,
  },
  next: {
    schema: { type: 'string' },
    help: { zh: '到达的状态', en: 'The new state.' },
    example: 'done',
    required: true,
  },
  ...stepKeys,
  primary: {
    schema: { anyOf: [{ type: 'boolean' }, shared('names')] },
    help: {
      zh: '谁首先看到它的按钮：true 所有人，false 无人，或角色别名；默认是向前走的第一个，access 授予某些角色的只给这些角色',
      en: 'The users for whom it is the first button: true for all, false for none, or aliases of roles. Default: the first transition that leads forward; one that `access` grants to roles is for these roles.',
    },
    example: 'true',
  },
  set: {
    schema: mapOf({ anyOf: [shared('expression'), { type: ['number', 'boolean'] }] }, { type: 'string' }),
    help: {
      zh: '同时写入的字段及其表达式，input 是询问到的值',
      en: 'Fields that it also sets, each to an expression; `input` contains the values of `ask`.',
    },
    example: '{ endDay: today() }',
  },
}

/** The keys of a lifecycle. */
export const lifecycleKeys: Keys = {
  field: {
    schema: { type: 'string' },
    help: { zh: '保存状态的字典字段', en: 'The dictionary field that contains the state.' },
    example: 'state',
    required: true,
  },
  start: {
    schema: { type: 'string' },
    help: { zh: '新记录的状态', en: 'The state of a new record.' },
    example: 'draft',
    required: true,
  },
  end: {
    schema: { type: 'array', items: { type: 'string' }, uniqueItems: true },
    help: { zh: '终态，到此为止', en: 'Final states.' },
    example: '[done]',
  },
  moves: {
    schema: mapOf(objectOf(moveKeys)),
    help: { zh: '状态间的步骤', en: 'The transitions between states.' },
    example:
      '{ send: { from: draft, next: sent, title: { zh: 发出, en: Send } }, finish: { from: [draft, sent], next: done, title: { zh: 完成, en: Finish } } }',
    required: true,
  },
}
