import type { Bilingual } from '../../model/model.ts'
import type { BpmnCanvas, DiagramElement, Moddle } from './bpmn-services.ts'
import {
  attributesOf,
  celOf,
  dueIn,
  type PeopleAttributes,
  peopleOf,
  type TaskPeopleChoice,
  workdaysOf,
} from './task-people.ts'

/** What is edited: an element of a diagram. */
export interface Panel {
  readonly modeler: BpmnCanvas
  /** The selected element, or the process. */
  readonly element: DiagramElement
  /** How a task names its people, where that was chosen: without a value yet, it is in no attribute. */
  readonly kind: TaskPeopleChoice['kind'] | undefined
  choose(kind: TaskPeopleChoice['kind']): void
}

type Options = readonly (readonly [value: string, label: Bilingual])[]

/** A property of elements. Its value is a text: true or nothing for a switch, with commas for several. */
export interface ElementField {
  /** The BPMN types that have it. */
  readonly of: RegExp
  readonly label: Bilingual
  readonly help?: Bilingual
  /** How it is edited; a text by default. */
  readonly as?:
    | 'long'
    | 'switch'
    | 'variables'
    | 'users'
    | 'groups'
    | 'fields'
    | 'resources'
    | 'steps'
    | 'targets'
    | Options
  /** Undefined: the element does not have it now. */
  read(panel: Panel): string | undefined
  write(panel: Panel, value: string): void
}

const namespace = 'urn:app:process'
const objectOf = ({ element }: Panel) => element.businessObject
const textOf = (panel: Panel, name: string) => String(objectOf(panel).get(name) ?? '')
const set = ({ modeler, element }: Panel, properties: object) =>
  modeler.get('modeling').updateProperties(element, { ...properties })
const setIn = ({ modeler, element }: Panel, of: Moddle, properties: Readonly<Record<string, unknown>>) =>
  modeler.get('modeling').updateModdleProperties(element, of, properties)
const make = ({ modeler }: Panel, type: string, attributes: object) => modeler.get('moddle').create(type, attributes)
const inBraces = (cel: string) => cel && `\${${cel}}`

const attribute = (name: string, others: object = {}): Pick<ElementField, 'read' | 'write'> => ({
  read: panel => celOf(textOf(panel, name)),
  write: (panel, value) => set(panel, { ...others, [name]: value || undefined }),
})

const bodyOf = (expression: unknown) => celOf(String((expression as Moddle | undefined)?.get('body') ?? ''))
const conditionOf = (panel: Panel, cel: string) =>
  cel === '' ? undefined : make(panel, 'bpmn:FormalExpression', { body: inBraces(cel) })

/** Elements of our namespace, which bpmn-js does not know: their attributes are their properties. */
interface Plain {
  readonly $type: string
  readonly $body?: string
  readonly $children?: readonly { readonly name?: string; readonly type?: string }[]
}

const extensionsOf = (panel: Panel) =>
  ((objectOf(panel).get('extensionElements') as Moddle | undefined)?.get('values') ?? []) as readonly Plain[]
const extensionOf = (panel: Panel, type: string) => extensionsOf(panel).find(({ $type }) => $type === type)

function setExtension(panel: Panel, type: string, own: object | undefined) {
  const others = extensionsOf(panel).filter(({ $type }) => $type !== type)
  const values = own ? [...others, panel.modeler.get('moddle').createAny(type, namespace, own)] : others
  set(panel, {
    extensionElements: values.length > 0 ? make(panel, 'bpmn:ExtensionElements', { values }) : undefined,
  })
}

/** The variable that has the starter. */
function initiatorOf({ modeler }: Panel): string {
  const process = modeler.get('canvas').getRootElement().businessObject
  const nodes = (process.get('flowElements') ?? []) as readonly Moddle[]
  return String(nodes.find(node => node.$instanceOf('bpmn:StartEvent'))?.get('flowable:initiator') ?? 'applyUser')
}

const peopleNames = ['flowable:assignee', 'flowable:candidateUsers', 'flowable:candidateGroups'] as const
function peopleIn(panel: Panel): TaskPeopleChoice {
  const attributes = Object.fromEntries(peopleNames.map(name => [name, textOf(panel, name)]))
  const read = peopleOf(attributes as unknown as PeopleAttributes, initiatorOf(panel))
  return panel.kind === undefined || panel.kind === read.kind
    ? read
    : { kind: panel.kind, ids: [], isOfStarter: false, expression: '' }
}
const changePeople = (panel: Panel, part: Partial<TaskPeopleChoice>) =>
  set(panel, attributesOf({ ...peopleIn(panel), ...part }, initiatorOf(panel)))
const ofKind = (kind: TaskPeopleChoice['kind'], read: (people: TaskPeopleChoice) => string) => (panel: Panel) => {
  const people = peopleIn(panel)
  return people.kind === kind ? read(people) : undefined
}
const idsIn = (value: string) => value.split(',').filter(Boolean)
const isRole = (id: string) => !/^\d+$/.test(id)

const loopOf = (panel: Panel) => objectOf(panel).get('loopCharacteristics') as Moddle | undefined
const inLoop = (name: string): Pick<ElementField, 'read' | 'write'> => ({
  read: panel => loopOf(panel) && celOf(String(loopOf(panel)?.get(name) ?? '')),
  write: (panel, value) => setIn(panel, loopOf(panel) as Moddle, { [name]: value || undefined }),
})

const eventOf = (panel: Panel, type: string) =>
  ((objectOf(panel).get('eventDefinitions') ?? []) as readonly Moddle[]).find(one => one.$instanceOf(type))

/** What an event, or a receive task, refers to among the definitions: a message or an error. */
const referred = (kind: 'Message' | 'Error', property: string): Pick<ElementField, 'read' | 'write'> => {
  const name = `${kind.toLowerCase()}Ref`
  const holderOf = (panel: Panel) =>
    eventOf(panel, `bpmn:${kind}EventDefinition`) ??
    (objectOf(panel).$instanceOf(`bpmn:Receive${kind === 'Message' ? 'Task' : ''}`) ? objectOf(panel) : undefined)
  return {
    read(panel) {
      const holder = holderOf(panel)
      return holder && String((holder.get(name) as Moddle | undefined)?.get(property) ?? '')
    },
    write(panel, value) {
      const holder = holderOf(panel) as Moddle
      const present = holder.get(name) as Moddle | undefined
      if (present) return setIn(panel, present, { [property]: value })
      const root = panel.modeler.getDefinitions()
      const made = make(panel, `bpmn:${kind}`, {
        id: `${kind}_${objectOf(panel).id}`,
        name: value,
        [property]: value,
      })
      setIn(panel, root, { rootElements: [...(root.get('rootElements') as readonly Moddle[]), made] })
      setIn(panel, holder, { [name]: made })
    },
  }
}

const timerForms = ['timeDuration', 'timeCycle', 'timeDate']
const everywhere = /./
const userTask = /^UserTask$/

/** The properties of elements, in the order of the panel. */
export const elementFields: readonly ElementField[] = [
  { of: everywhere, label: { zh: '名称', en: 'Name' }, ...attribute('name') },
  {
    of: /^Process$/,
    label: { zh: '标识', en: 'Key' },
    read: panel => objectOf(panel).id,
    write: (panel, id) => id !== '' && set(panel, { id }),
  },
  { of: /^Process$/, label: { zh: '业务资源', en: 'Resource' }, as: 'resources', ...attribute('app:resource') },
  {
    of: /^Process$/,
    label: { zh: '变量', en: 'Variables' },
    as: 'variables',
    read: panel =>
      (extensionOf(panel, 'app:variables')?.$children ?? [])
        .map(({ name = '', type = 'text' }) => `${name} ${type}`)
        .join(),
    write: (panel, value) => {
      const moddle = panel.modeler.get('moddle')
      const children = idsIn(value).map(one => {
        const [name = '', type = 'text'] = one.split(' ')
        return moddle.createAny('app:variable', namespace, { name, type })
      })
      setExtension(panel, 'app:variables', { $children: children })
    },
  },
  {
    of: /^StartEvent$/,
    label: { zh: '发起人存入变量', en: 'Variable of the starter' },
    ...attribute('flowable:initiator'),
  },
  {
    of: userTask,
    label: { zh: '由谁办', en: 'Who does it' },
    as: [
      ['users', { zh: '用户', en: 'Users' }],
      ['groups', { zh: '角色、机构、岗位', en: 'Roles, departments, positions' }],
      ['starter', { zh: '发起人', en: 'The starter' }],
      ['expression', { zh: '表达式', en: 'Expression' }],
    ],
    read: panel => peopleIn(panel).kind,
    write(panel, value) {
      const kind = value as TaskPeopleChoice['kind']
      panel.choose(kind)
      if (kind === 'starter') changePeople({ ...panel, kind }, {})
    },
  },
  {
    of: userTask,
    label: { zh: '用户', en: 'Users' },
    as: 'users',
    read: ofKind('users', ({ ids }) => ids.join()),
    write: (panel, value) => changePeople(panel, { ids: idsIn(value) }),
  },
  {
    of: userTask,
    label: { zh: '角色、机构、岗位', en: 'Roles, departments, positions' },
    as: 'groups',
    read: ofKind('groups', ({ ids }) => ids.join()),
    write: (panel, value) => changePeople(panel, { ids: idsIn(value) }),
  },
  {
    of: userTask,
    label: { zh: '只限发起人所在机构', en: "In the starter's department only" },
    as: 'switch',
    read: panel => {
      const { kind, ids, isOfStarter } = peopleIn(panel)
      return kind === 'groups' && ids.some(isRole) ? String(isOfStarter || '') : undefined
    },
    write: (panel, value) => changePeople(panel, { isOfStarter: value !== '' }),
  },
  {
    of: userTask,
    label: { zh: '表达式', en: 'Expression' },
    read: ofKind('expression', ({ expression }) => celOf(expression)),
    write: (panel, value) => changePeople(panel, { expression: inBraces(value) }),
  },
  {
    of: userTask,
    label: { zh: '没有时由谁签收', en: 'If it names no user' },
    as: 'groups',
    read: panel => (peopleIn(panel).kind === 'expression' ? textOf(panel, 'flowable:candidateGroups') : undefined),
    write: (panel, value) => set(panel, { 'flowable:candidateGroups': value || undefined }),
  },
  {
    of: userTask,
    label: { zh: '时限', en: 'Due' },
    help: { zh: '几个工作日，或表达式', en: 'A number of working days, or an expression' },
    read(panel) {
      const due = textOf(panel, 'flowable:dueDate')
      return String(workdaysOf(due) ?? celOf(due))
    },
    write: (panel, value) =>
      set(panel, {
        'flowable:dueDate': (/^\d+$/.test(value) ? dueIn(Number(value)) : inBraces(value)) || undefined,
      }),
  },
  {
    of: userTask,
    label: { zh: '可填的字段', en: 'Fields that the task edits' },
    as: 'fields',
    ...attribute('app:edit'),
  },
  {
    of: /^(UserTask|StartEvent)$/,
    label: { zh: '表单（没有业务记录时）', en: 'Form, without a record' },
    help: {
      zh: 'JSON Schema，属性为变量，例：{"type":"object","properties":{"amount":{"type":"number","title":"金额"}}}',
      en: 'A JSON Schema of variables: {"type":"object","properties":{"amount":{"type":"number","title":"Amount"}}}',
    },
    as: 'long',
    read: panel => extensionOf(panel, 'app:form')?.$body ?? '',
    write: (panel, $body) => setExtension(panel, 'app:form', $body === '' ? undefined : { $body }),
  },
  {
    of: /(Task|^SubProcess)$/,
    label: { zh: '多人时', en: 'For several people' },
    as: [
      ['', { zh: '先签收者办', en: 'The user who claims it' }],
      ['each', { zh: '每人都办', en: 'Each of them' }],
      ['inTurn', { zh: '依次办', en: 'In turn' }],
    ],
    read: panel => (loopOf(panel) ? (loopOf(panel)?.get('isSequential') === true ? 'inTurn' : 'each') : ''),
    write(panel, value) {
      const [loop, isSequential] = [loopOf(panel), value === 'inTurn']
      if (loop && value !== '') return setIn(panel, loop, { isSequential })
      const made = value === '' ? undefined : make(panel, 'bpmn:MultiInstanceLoopCharacteristics', { isSequential })
      set(panel, { loopCharacteristics: made })
    },
  },
  {
    of: everywhere,
    label: { zh: '次数（没有人员变量时）', en: 'Number of times, without people' },
    read: panel => loopOf(panel) && bodyOf(loopOf(panel)?.get('loopCardinality')),
    write: (panel, value) => setIn(panel, loopOf(panel) as Moddle, { loopCardinality: conditionOf(panel, value) }),
  },
  { of: everywhere, label: { zh: '人员（列表变量）', en: 'People (list variable)' }, ...inLoop('flowable:collection') },
  { of: everywhere, label: { zh: '每人存入变量', en: 'Variable of each' }, ...inLoop('flowable:elementVariable') },
  {
    of: everywhere,
    label: { zh: '提前结束的条件', en: 'Ends early if' },
    help: {
      zh: '例：nrOfCompletedInstances * 2 > nrOfInstances',
      en: 'Example: nrOfCompletedInstances * 2 > nrOfInstances',
    },
    read: panel => loopOf(panel) && bodyOf(loopOf(panel)?.get('completionCondition')),
    write: (panel, value) => setIn(panel, loopOf(panel) as Moddle, { completionCondition: conditionOf(panel, value) }),
  },
  {
    of: /(?<!End)(Event|Task|Gateway|SubProcess)$/,
    label: { zh: '接到', en: 'Leads to' },
    as: 'targets',
    read: ({ element }) =>
      outgoing(element)
        .map(({ target }) => target?.id)
        .join(),
    write({ modeler, element }, value) {
      const ids = idsIn(value)
      const gone = outgoing(element).filter(({ target }) => !ids.includes(target?.id ?? ''))
      if (gone.length > 0) modeler.get('modeling').removeElements(gone)
      for (const id of ids) {
        const target = modeler.get('elementRegistry').get(id)
        const isNew = target && !outgoing(element).some(one => one.target === target)
        if (isNew) modeler.get('modeling').connect(element, target)
      }
    },
  },
  {
    of: /^SequenceFlow$/,
    label: { zh: '条件（CEL）', en: 'Condition (CEL)' },
    help: { zh: '例：pass、days > 2', en: 'Examples: pass, days > 2' },
    as: 'long',
    read: panel => (isDefault(panel) ? undefined : bodyOf(objectOf(panel).get('conditionExpression'))),
    write: (panel, value) => set(panel, { conditionExpression: conditionOf(panel, value) }),
  },
  {
    of: /^SequenceFlow$/,
    label: { zh: '默认流向：其余条件都不成立时走', en: 'Default: taken if no other condition is true' },
    as: 'switch',
    read: panel => (panel.element.source?.type.endsWith('Gateway') ? String(isDefault(panel) || '') : undefined),
    write: (panel, value) =>
      panel.modeler
        .get('modeling')
        .updateProperties(panel.element.source as DiagramElement, { default: value ? objectOf(panel) : undefined }),
  },
  {
    of: /^ScriptTask$/,
    label: { zh: '算式（CEL）', en: 'Expression (CEL)' },
    as: 'long',
    ...attribute('script', { scriptFormat: 'cel' }),
  },
  {
    of: /^ScriptTask$/,
    label: { zh: '结果存入变量', en: 'Variable of the result' },
    ...attribute('flowable:resultVariable'),
  },
  {
    of: /Event$/,
    label: { zh: '时长（ISO 8601）', en: 'Duration (ISO 8601)' },
    help: { zh: '例：PT24H、P3D；重复 R3/PT24H', en: 'Examples: PT24H, P3D; repeated R3/PT24H' },
    read: panel => {
      const timer = eventOf(panel, 'bpmn:TimerEventDefinition')
      return timer && bodyOf(timerForms.map(form => timer.get(form)).find(Boolean))
    },
    write(panel, body) {
      const form = body.startsWith('R') ? 'timeCycle' : /^\d{4}-/.test(body) ? 'timeDate' : 'timeDuration'
      const none = Object.fromEntries(timerForms.map(name => [name, undefined]))
      const made = make(panel, 'bpmn:FormalExpression', { body })
      setIn(panel, eventOf(panel, 'bpmn:TimerEventDefinition') as Moddle, { ...none, [form]: made })
    },
  },
  { of: /Event$/, label: { zh: '错误编码', en: 'Error code' }, ...referred('Error', 'errorCode') },
  { of: /Event$|^ReceiveTask$/, label: { zh: '消息名', en: 'Message name' }, ...referred('Message', 'name') },
  {
    of: /Task$|Event$|^SubProcess$/,
    label: { zh: '到这里时执行步骤', en: 'Step of the resource on arrival' },
    as: 'steps',
    ...attribute('app:step'),
  },
  {
    of: /^(ServiceTask|EndEvent)$/,
    label: { zh: '存入审批意见的字段', en: 'Field for the last comment' },
    as: 'fields',
    read: panel => textOf(panel, 'app:comment'),
    // Another choice replaces the first.
    write: (panel, value) => set(panel, { 'app:comment': idsIn(value).at(-1) }),
  },
  {
    of: /^(ServiceTask|EndEvent)$/,
    label: { zh: '代办人、自、至的字段', en: 'Fields: substitute, from, to' },
    help: { zh: '执行步骤后，发起人的任务由其代办', en: "After the step, this user does the starter's tasks" },
    as: 'fields',
    ...attribute('app:substitute'),
  },
  { of: /^SendTask$/, label: { zh: '发送消息（编码）', en: 'Message to send (code)' }, ...attribute('app:sends') },
  {
    of: /^BoundaryEvent$/,
    label: { zh: '到时终止所在任务', en: 'Ends its task' },
    as: 'switch',
    read: panel => String(objectOf(panel).get('cancelActivity') !== false || ''),
    write: (panel, value) => set(panel, { cancelActivity: value !== '' }),
  },
  {
    of: everywhere,
    label: { zh: '说明', en: 'Description' },
    as: 'long',
    read: panel => documentationOf(objectOf(panel)),
    write: (panel, text) =>
      set(panel, { documentation: text === '' ? [] : [make(panel, 'bpmn:Documentation', { text })] }),
  },
]

const outgoing = (element: DiagramElement) =>
  (element.outgoing ?? []).filter(({ type }) => type === 'bpmn:SequenceFlow')

const isDefault = ({ element }: Panel) => element.source?.businessObject.get('default') === element.businessObject

/** The description of an element. */
export const documentationOf = (object: Moddle) =>
  String(((object.get('documentation') ?? []) as readonly Moddle[])[0]?.get('text') ?? '')

/** The fields that an element has now. */
export const fieldsOf = (panel: Panel): readonly (ElementField & { readonly value: string })[] =>
  elementFields.flatMap(field => {
    if (!field.of.test(objectOf(panel).$type.replace('bpmn:', ''))) return []
    const value = field.read(panel)
    return value === undefined ? [] : [{ ...field, value }]
  })
