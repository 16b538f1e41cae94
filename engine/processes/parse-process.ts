import { type BpmnElement, BpmnModdle } from 'bpmn-moddle'
import type { JsonSchema } from '../model/model.ts'
import {
  type FlowEvent,
  type FlowNode,
  type FlowNodeKind,
  flowNodeKinds,
  type MultiInstance,
  type ProcessDefinition,
  type SequenceFlow,
  type VariableType,
  variableTypes,
} from './definition.ts'
import { type ParsedProcess, type ProcessFault, type ProcessFaultCode, processFault } from './process-faults.ts'

/** Parses BPMN 2.0. Prefixes of `flowable` and of `urn:app:process` are not significant. */
export async function parseProcess(xml: string): Promise<ParsedProcess> {
  const lines = linesOf(xml)
  const doctype = /<!(?:DOCTYPE|ENTITY)/i.exec(xml)
  if (doctype) return { faults: [processFault('process.doctype', { id: '', line: lines.at(doctype.index) })] }
  const stylesheet = /<\?xml-stylesheet|<(?:\w+:)?import\s/i.exec(xml)
  if (stylesheet) return { faults: [processFault('process.import', { id: '', line: lines.at(stylesheet.index) })] }
  try {
    const { rootElement, warnings } = await new BpmnModdle().fromXML(xml)
    const reader = new Reader(lines)
    for (const { message, element } of warnings) reader.warned(message, element)
    const processes = items(rootElement['rootElements']).filter(({ $type }) => $type === 'bpmn:Process')
    const [process, second] = processes
    if (!process) return { faults: [...reader.faults, processFault('process.none', { id: '', line: 1 })] }
    if (second) reader.fault('process.several', second)
    const definition = reader.process(process)
    const isBroken = reader.faults.some(({ level }) => level === 'error')
    return { ...(!isBroken && { definition }), faults: reader.faults }
  } catch (error) {
    const [what = '', line = '0'] = /^(.*?)\s+line: (\d+)/s.exec(String((error as Error).message))?.slice(1) ?? []
    return { faults: [processFault('process.xml', { id: '', line: Number(line) + 1 }, what)] }
  }
}

interface Lines {
  at(index: number): number
  of(id: string): number
}

function linesOf(xml: string): Lines {
  const at = (index: number) => xml.slice(0, index).split('\n').length
  const known = new Map<string, number>()
  let [line, counted] = [1, 0]
  // A tag ends before the next one begins, so that no text is searched twice.
  for (const { 1: id = '', index } of xml.matchAll(/<[\w:]+\s[^<>]{0,9999}?\bid\s*=\s*["']([^"'<]*)["']/g)) {
    line += xml.slice(counted, index).split('\n').length - 1
    counted = index
    if (!known.has(id)) known.set(id, line)
  }
  return { at, of: id => known.get(id) ?? 1 }
}

const items = (value: unknown): readonly BpmnElement[] => (Array.isArray(value) ? value : [])
const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const idOf = (element: unknown): string => text((element as BpmnElement | undefined)?.['id'])
const localName = (name: string): string => name.slice(name.indexOf(':') + 1)
/** An attribute of another namespace, by the name after its prefix. */
const own = ({ $attrs = {} }: Partial<BpmnElement>, name: string): string | undefined =>
  Object.entries($attrs).find(([key]) => key.includes(':') && localName(key) === name)?.[1]
const separated = (value: string | undefined): readonly string[] =>
  value?.split(/,(?![^{]*\})/).flatMap(part => part.trim() || []) ?? []
const bodyOf = (value: unknown): string => text((value as BpmnElement | undefined)?.['body']).trim()
const kindOf = ({ $type }: BpmnElement): string => $type.replace(/^bpmn:(.)/, (_, first: string) => first.toLowerCase())

const executing = ['class', 'delegateExpression', 'expression', 'type']
// Drawn beside the process, without a meaning for its execution.
const drawn = ['textAnnotation', 'association', 'group', 'dataObject', 'dataObjectReference', 'dataStoreReference']

class Reader {
  readonly faults: ProcessFault[] = []
  private readonly lines: Lines
  private readonly nodes: Record<string, FlowNode> = {}
  private readonly flows: Record<string, SequenceFlow> = {}

  constructor(lines: Lines) {
    this.lines = lines
  }

  fault(code: ProcessFaultCode, element: BpmnElement | undefined, word = ''): void {
    // An event definition often has no id of its own.
    let named = element
    while (named && !idOf(named)) named = named.$parent
    const id = idOf(named)
    this.faults.push(processFault(code, { id, line: this.lines.of(id) }, word))
  }

  warned(message: string, element: BpmnElement | undefined): void {
    const [, what = '', line] = /^(.*?)\s+line: (\d+)/s.exec(message) ?? [undefined, message]
    if (line === undefined) {
      this.fault('process.reference', element, /<(.*)>/.exec(message)?.[1])
      return
    }
    const place = { id: '', line: Number(line) + 1 }
    const id = /duplicate ID <([^>]*)>/.exec(message)?.[1]
    const type = /unparsable content <([^>]*)>/.exec(what)?.[1]
    if (id !== undefined) this.faults.push(processFault('process.duplicate', { ...place, id }, id))
    else
      this.faults.push(type ? processFault('process.element', place, type) : processFault('process.xml', place, what))
  }

  process(process: BpmnElement): ProcessDefinition {
    const key = idOf(process)
    this.checkId(process)
    const resource = own(process, 'resource')
    this.checkCode(process)
    this.elements(process)
    return {
      key,
      name: text(process['name']) || key,
      line: this.lines.of(key),
      documentation: items(process['documentation'])
        .map(one => text(one['text']))
        .join('\n'),
      ...(resource !== undefined && { resource }),
      variables: this.variables(process),
      nodes: this.nodes,
      flows: this.flows,
    }
  }

  private variables(process: BpmnElement): ProcessDefinition['variables'] {
    const found: Record<string, VariableType> = {}
    for (const list of extensions(process).filter(({ $type }) => localName($type) === 'variables'))
      for (const variable of items(list['$children'])) {
        const [name, type] = [text(variable['name']), text(variable['type'])]
        if (!(type in variableTypes)) this.fault('process.variable-type', process, name)
        else found[name] = type as VariableType
      }
    return { pass: 'boolean', comment: 'text', starter: 'user', ...found }
  }

  private checkId(element: BpmnElement): void {
    const id = idOf(element)
    if (!/^[A-Za-z_][\w.-]{0,63}$/.test(id)) this.fault('process.id', element, id)
  }

  private elements(scope: BpmnElement, parent?: string): void {
    for (const element of items(scope['flowElements'])) {
      const kind = kindOf(element)
      this.checkId(element)
      if (drawn.includes(kind)) continue
      this.checkCode(element)
      if (kind === 'sequenceFlow') this.flow(element)
      else if (!(flowNodeKinds as readonly string[]).includes(kind) || element['triggeredByEvent'] === true)
        this.fault('process.element', element, kind)
      else this.node(element, kind as FlowNodeKind, parent)
    }
  }

  /** Refuses what other engines execute. */
  private checkCode(element: BpmnElement): void {
    for (const name of Object.keys(element.$attrs ?? {}))
      if (name.includes(':') && executing.includes(localName(name))) this.fault('process.code', element, name)
    for (const { $type } of extensions(element))
      if (/listener$|script$/i.test($type)) this.fault('process.code', element, $type)
  }

  private flow(element: BpmnElement): void {
    const [id, from, to] = [idOf(element), idOf(element['sourceRef']), idOf(element['targetRef'])]
    // A missing reference is a warning of the parser only where it names something.
    if (!from || !to) {
      this.fault('process.missing', element, from ? 'targetRef' : 'sourceRef')
      return
    }
    const written = element['conditionExpression'] as BpmnElement | undefined
    const language = text(written?.['language'])
    if (language && !/cel/i.test(language)) this.fault('process.code', element, language)
    this.flows[id] = {
      id,
      name: text(element['name']),
      line: this.lines.of(id),
      from,
      to,
      ...(written && { condition: bodyOf(written) }),
    }
  }

  private node(element: BpmnElement, kind: FlowNodeKind, parent: string | undefined): void {
    const id = idOf(element)
    const [defaultFlow, attachedTo] = [idOf(element['default']), idOf(element['attachedToRef'])]
    const [initiator, step, comment, sends] = ['initiator', 'step', 'comment', 'sends'].map(name => own(element, name))
    const substitute = separated(own(element, 'substitute'))
    const event = this.event(element, kind)
    const [loop, form] = [this.loop(element), this.form(element)]
    const flowsBy = (end: 'from' | 'to') =>
      items(element.$parent?.['flowElements']).flatMap(one =>
        kindOf(one) === 'sequenceFlow' && idOf(one[end === 'from' ? 'sourceRef' : 'targetRef']) === id
          ? [idOf(one)]
          : [],
      )
    if (kind === 'boundaryEvent' && !attachedTo) this.fault('process.missing', element, 'attachedToRef')
    this.nodes[id] = {
      id,
      name: text(element['name']) || id,
      kind,
      line: this.lines.of(id),
      ...(parent !== undefined && { parent }),
      incoming: flowsBy('to'),
      outgoing: flowsBy('from'),
      ...(defaultFlow && { default: defaultFlow }),
      ...(kind === 'userTask' && { task: people(element) }),
      ...(form && { form }),
      ...(initiator !== undefined && { initiator }),
      ...(step !== undefined && { step }),
      ...(comment !== undefined && { comment }),
      ...(substitute.length > 0 && { substitute }),
      ...(sends !== undefined && { sends }),
      ...(kind === 'scriptTask' && { script: this.script(element) }),
      ...(event && { event }),
      ...(attachedTo && { attachedTo, interrupts: element['cancelActivity'] !== false }),
      ...(loop && { loop }),
    }
    if (kind === 'subProcess') this.elements(element, id)
  }

  private form(element: BpmnElement): JsonSchema | undefined {
    const written = extensions(element).find(({ $type }) => localName($type) === 'form')
    if (!written) return undefined
    try {
      return Object(JSON.parse(text(written['$body'])))
    } catch (error) {
      this.fault('process.form', element, (error as Error).message)
      return undefined
    }
  }

  private script(element: BpmnElement): { text: string; result: string } {
    const format = text(element['scriptFormat'])
    const result = own(element, 'resultVariable') ?? ''
    if (!/^(?:text\/)?(?:x-)?cel$/i.test(format)) this.fault('process.code', element, `script ${format}`.trim())
    if (!result) this.fault('process.missing', element, 'resultVariable')
    return { text: text(element['script']).trim(), result }
  }

  private event(element: BpmnElement, kind: FlowNodeKind): FlowEvent | undefined {
    const [definition, second] = items(element['eventDefinitions'])
    if (second) this.fault('process.element', second, kindOf(second))
    const allowed: Readonly<Partial<Record<FlowNodeKind, readonly string[]>>> = {
      endEvent: ['error', 'terminate'],
      boundaryEvent: ['timer', 'message', 'error'],
      intermediateCatchEvent: ['timer', 'message'],
    }
    const form = definition ? kindOf(definition).replace('EventDefinition', '') : ''
    if (!definition) {
      if (kind === 'boundaryEvent' || kind === 'intermediateCatchEvent')
        this.fault('process.missing', element, 'eventDefinition')
      if (kind !== 'receiveTask') return undefined
    } else if (!allowed[kind]?.includes(form)) {
      this.fault('process.element', element, kindOf(definition))
      return undefined
    }
    if (form === 'terminate') return { kind: 'terminate' }
    if (form === 'timer') return this.timer(element, definition as BpmnElement)
    const by = definition ?? element
    const named = by[form === 'error' ? 'errorRef' : 'messageRef'] as BpmnElement | undefined
    if (form === 'error') return { kind: 'error', code: text(named?.['errorCode']) || idOf(named) }
    if (!named) this.fault('process.missing', element, 'messageRef')
    return { kind: 'message', name: text(named?.['name']) || idOf(named) }
  }

  private timer(element: BpmnElement, definition: BpmnElement): FlowEvent {
    const forms = { duration: 'timeDuration', date: 'timeDate', cycle: 'timeCycle' } as const
    for (const [form, property] of Object.entries(forms))
      if (definition[property])
        return { kind: 'timer', form: form as keyof typeof forms, text: bodyOf(definition[property]) }
    this.fault('process.missing', element, 'timeDuration')
    return { kind: 'timer', form: 'duration', text: '' }
  }

  private loop(element: BpmnElement): MultiInstance | undefined {
    const loop = element['loopCharacteristics'] as BpmnElement | undefined
    if (!loop) return undefined
    if (loop.$type !== 'bpmn:MultiInstanceLoopCharacteristics') this.fault('process.element', element, kindOf(loop))
    const [cardinality, completion] = [bodyOf(loop['loopCardinality']), bodyOf(loop['completionCondition'])]
    const [collection, variable] = [own(loop, 'collection'), own(loop, 'elementVariable')]
    if (!cardinality && !collection) this.fault('process.missing', element, 'loopCardinality')
    return {
      isSequential: loop['isSequential'] === true,
      ...(cardinality && { cardinality }),
      ...(collection !== undefined && { collection }),
      ...(variable !== undefined && { element: variable }),
      ...(completion && { completion }),
    }
  }
}

const extensions = (element: BpmnElement): readonly BpmnElement[] =>
  items((element['extensionElements'] as BpmnElement | undefined)?.['values'])

function people(element: BpmnElement): NonNullable<FlowNode['task']> {
  const [assignee, dueDate] = ['assignee', 'dueDate'].map(name => own(element, name)?.trim())
  return {
    ...(assignee && { assignee }),
    candidateUsers: separated(own(element, 'candidateUsers')),
    candidateGroups: separated(own(element, 'candidateGroups')),
    ...(dueDate && { dueDate }),
    edit: separated(own(element, 'edit')?.replaceAll(' ', ',')),
  }
}
