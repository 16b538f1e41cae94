import Modeler from 'bpmn-js/lib/Modeler'
import type { Language } from '../../model/model.ts'
import { type BpmnCanvas, bpmnColours, type DiagramElement } from './bpmn-services.ts'
import { bpmnText, type FlowWords } from './flow-words.ts'
import 'bpmn-js/dist/assets/diagram-js.css'
import 'bpmn-js/dist/assets/bpmn-js.css'
import 'bpmn-js/dist/assets/bpmn-font/css/bpmn.css'
import './bpmn.css'

/** The ways to change an element that the engine can execute. */
const allowed =
  /^(replace-with-(none-start|timer-intermediate-catch|message-intermediate-catch|none-end|terminate-end|error-end|(user|service|script|send|receive)-task|exclusive-gateway|parallel-gateway|sequence-flow|default-flow|conditional-flow|(non-interrupting-)?(timer|message)-boundary|error-boundary|subprocess|expanded-subprocess)|toggle-(parallel|sequential)-mi)$/

/** What is added, with its icon of bpmn-js's font. */
export const additions = {
  start: { icon: 'start-event-none', shape: { type: 'bpmn:StartEvent' } },
  timer: {
    icon: 'intermediate-event-catch-timer',
    shape: { type: 'bpmn:IntermediateCatchEvent', eventDefinitionType: 'bpmn:TimerEventDefinition' },
  },
  end: { icon: 'end-event-none', shape: { type: 'bpmn:EndEvent' } },
  exclusive: { icon: 'gateway-xor', shape: { type: 'bpmn:ExclusiveGateway' } },
  parallel: { icon: 'gateway-parallel', shape: { type: 'bpmn:ParallelGateway' } },
  user: { icon: 'user-task', shape: { type: 'bpmn:UserTask' } },
  service: { icon: 'service-task', shape: { type: 'bpmn:ServiceTask' } },
  subProcess: { icon: 'subprocess-expanded', shape: { type: 'bpmn:SubProcess', isExpanded: true } },
} as const

/** A new element. */
export const newShape = (modeler: BpmnCanvas, name: keyof typeof additions): DiagramElement =>
  modeler.get('elementFactory').createShape(additions[name].shape)

/** Creates a modeler that offers only what the engine executes, in the user's language. */
export function createModeler(container: HTMLElement, words: FlowWords, language: Language): BpmnCanvas {
  const translated = (text: string, blanks: Readonly<Record<string, string>> = {}) =>
    bpmnText(text, language).replace(/\{(\w+)\}/g, (whole, name: string) => blanks[name] ?? whole)
  const modeler: BpmnCanvas = new Modeler({
    container,
    bpmnRenderer: bpmnColours,
    additionalModules: [
      {
        // The palette is ours: bpmn-js's has no buttons that a keyboard reaches.
        paletteProvider: ['value', {}],
        contextPadProvider: ['value', {}],
        translate: ['value', translated],
      },
    ],
  }) as unknown as BpmnCanvas
  modeler.get('contextPad').registerProvider({
    getContextPadEntries: (element: DiagramElement) => padOf(modeler, words, element),
    getMultiElementContextPadEntries: () => ({ delete: deletion(modeler, words) }),
  })
  // After the provider of bpmn-js: keeps of its entries what can be executed.
  modeler.get('popupMenu').registerProvider('bpmn-replace', 500, {
    getPopupMenuEntries: () => only,
    getPopupMenuHeaderEntries: () => only,
  })
  return modeler
}

const only = (entries: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(entries).filter(([name]) => allowed.test(name)))

const deletion = (modeler: BpmnCanvas, words: FlowWords) => ({
  group: 'edit',
  className: 'bpmn-icon-trash',
  title: words('remove'),
  action: { click: () => modeler.get('modeling').removeElements([...modeler.get('selection').get()]) },
})

/** The actions beside a selected element. */
function padOf(modeler: BpmnCanvas, words: FlowWords, element: DiagramElement) {
  const append = (name: keyof typeof additions) => ({
    group: 'model',
    className: `bpmn-icon-${additions[name].icon}`,
    title: words(name),
    action: {
      click: (_: Event, source: DiagramElement) => modeler.get('autoPlace').append(source, newShape(modeler, name)),
      dragstart: (event: Event, source: DiagramElement) =>
        modeler.get('create').start(event, newShape(modeler, name), { source }),
    },
  })
  const connect = (event: Event, source: DiagramElement) => modeler.get('connect').start(event, source)
  const isNode = element.businessObject.$instanceOf('bpmn:FlowNode') && element.type !== 'label'
  const leads = isNode && !element.businessObject.$instanceOf('bpmn:EndEvent')
  const replace = (_: Event, of: DiagramElement) => {
    const { left, bottom } = modeler.get('contextPad').getPad(of).html.getBoundingClientRect()
    const position = { x: left, y: bottom + 5, cursor: { x: left, y: bottom + 5 } }
    modeler.get('popupMenu').open(of, 'bpmn-replace', position, { title: words('change'), width: 260, search: false })
  }
  return {
    ...(leads && {
      user: append('user'),
      exclusive: append('exclusive'),
      end: append('end'),
      connect: {
        group: 'connect',
        className: 'bpmn-icon-connection-multi',
        title: words('connect'),
        action: { click: connect, dragstart: connect },
      },
    }),
    replace: { group: 'edit', className: 'bpmn-icon-screw-wrench', title: words('change'), action: { click: replace } },
    delete: deletion(modeler, words),
  }
}
