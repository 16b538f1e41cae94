import { type Keys, mapOf, objectOf, shared } from './key.ts'

const names = { anyOf: [{ type: 'string' }, shared('names')] }

const stepKeys: Keys = {
  title: {
    schema: shared('bilingual'),
    help: {
      zh: '按钮的文字；words.yaml 里有同名词时可省略',
      en: "The button's text; may be in words.yaml instead.",
    },
    example: '{ zh: 完成, en: Finish }',
  },
  if: {
    schema: shared('expression'),
    help: {
      zh: '成立时才可做；缺值视为不成立',
      en: 'It may be done only while this holds; an unknown answer is a no.',
    },
    example: '"visitName != \'\'"',
  },
  ask: {
    schema: { anyOf: [shared('names'), mapOf(shared('field'))] },
    help: {
      zh: '向人询问：列表是本记录的字段，会写入；映射是一次性的输入，留在历史里',
      en: 'What it asks. A list: fields of the record, which it writes. A map: inputs of this once, kept in history.',
    },
    example: '{ summary: { type: longtext, required: true, title: { zh: 小结, en: Summary } } }',
  },
  run: {
    schema: shared('name'),
    help: { zh: '程序里的处理函数名', en: 'The name of its handler in TypeScript.' },
    example: 'remind',
  },
  needs: {
    schema: shared('name'),
    help: {
      zh: '所需的外部服务（端口），例如 sms；没有接入时按钮隐藏，接口返回 409',
      en: 'The port that it needs, such as sms. Where no adapter is configured, the button is hidden and the call answers 409.',
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
      en: "The endpoint's method and path under the entity; POST and the name by default. A method alone keeps the name as path.",
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
    help: { zh: '从哪些状态出发（字典条目名）', en: 'The states that it leaves: names of dictionary entries.' },
    example: '[draft, sent]',
    required: true,
  },
  next: {
    schema: { type: 'string' },
    help: { zh: '到达的状态', en: 'The state that it reaches.' },
    example: 'done',
    required: true,
  },
  ...stepKeys,
  primary: {
    schema: { anyOf: [{ type: 'boolean' }, shared('names')] },
    help: {
      zh: '谁首先看到它的按钮：true 所有人，false 无人，或角色别名；默认是向前走的第一个，access 授予某些角色的只给这些角色',
      en: 'Whose first button it is: true for every user, false for none, or aliases of roles. By default the first transition that leads forward; one that `access` grants to roles belongs to these.',
    },
    example: 'true',
  },
  set: {
    schema: mapOf({ anyOf: [shared('expression'), { type: ['number', 'boolean'] }] }, { type: 'string' }),
    help: {
      zh: '同时写入的字段及其表达式，input 是询问到的值',
      en: 'Fields that it writes too, each with an expression, where `input` is what was asked.',
    },
    example: '{ endDay: today() }',
  },
}

/** The keys of a lifecycle. */
export const lifecycleKeys: Keys = {
  field: {
    schema: { type: 'string' },
    help: { zh: '保存状态的字典字段', en: 'The dictionary field that holds the state.' },
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
    help: { zh: '终态，到此为止', en: 'States where it may rest for good.' },
    example: '[done]',
  },
  moves: {
    schema: mapOf(objectOf(moveKeys)),
    help: { zh: '状态间的步骤', en: 'The steps between states.' },
    example:
      '{ send: { from: draft, next: sent, title: { zh: 发出, en: Send } }, finish: { from: [draft, sent], next: done, title: { zh: 完成, en: Finish } } }',
    required: true,
  },
}
