// The package has no types of its own entry.
declare module 'bpmn-moddle' {
  export interface BpmnElement {
    readonly $type: string
    readonly $attrs: Readonly<Record<string, string>>
    readonly $parent?: BpmnElement
    readonly [property: string]: unknown
    get(list: string): BpmnElement[]
  }
  export interface BpmnWarning {
    readonly message: string
    readonly element?: BpmnElement
  }
  export class BpmnModdle {
    /** Rejects with an error that has `warnings`. */
    fromXML(xml: string): Promise<{
      rootElement: BpmnElement
      elementsById: Readonly<Record<string, BpmnElement>>
      warnings: readonly BpmnWarning[]
    }>
    toXML(element: BpmnElement): Promise<{ xml: string }>
  }
}
