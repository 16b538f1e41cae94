/** A moddle element of BPMN: what its XML says. */
export interface Moddle {
  readonly id: string
  readonly $type: string
  /** Attributes of other namespaces. */
  readonly $attrs: Record<string, string>
  $instanceOf(type: string): boolean
  get(name: string): unknown
  set(name: string, value: unknown): void
}

/** A shape or a connection of a diagram. */
export interface DiagramElement {
  readonly id: string
  readonly type: string
  readonly parent?: DiagramElement
  readonly businessObject: Moddle
  /** Of a connection. */
  readonly source?: DiagramElement
  readonly target?: DiagramElement
  readonly outgoing?: readonly DiagramElement[]
  readonly labelTarget?: DiagramElement
}

/** The services of bpmn-js that the screens use, by its names. */
interface Services {
  readonly canvas: {
    zoom(to: 'fit-viewport' | number, center?: 'auto'): number
    zoom(): number
    addMarker(element: string, marker: string): void
    removeMarker(element: string, marker: string): void
    getRootElement(): DiagramElement
    scrollToElement(element: string, padding?: number): void
    viewbox(): { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
  }
  readonly overlays: {
    add(element: string, type: string, overlay: { position: Readonly<Record<string, number>>; html: HTMLElement }): void
    remove(filter: { readonly type: string }): void
  }
  readonly elementRegistry: {
    get(id: string): DiagramElement | undefined
    getAll(): readonly DiagramElement[]
  }
  readonly elementFactory: { createShape(attributes: object): DiagramElement }
  readonly create: { start(event: Event, shape: DiagramElement | readonly DiagramElement[], context?: object): void }
  readonly autoPlace: { append(source: DiagramElement, shape: DiagramElement): void }
  readonly connect: { start(event: Event, source: DiagramElement): void }
  readonly globalConnect: { start(event: Event): void }
  readonly handTool: { activateHand(event: Event): void }
  readonly lassoTool: { activateSelection(event: Event): void }
  readonly selection: {
    get(): readonly DiagramElement[]
    select(elements: DiagramElement | readonly DiagramElement[]): void
  }
  readonly commandStack: { undo(): void; redo(): void; canUndo(): boolean; canRedo(): boolean }
  readonly modeling: {
    updateProperties(element: DiagramElement, properties: Readonly<Record<string, unknown>>): void
    updateModdleProperties(element: DiagramElement, of: Moddle, properties: Readonly<Record<string, unknown>>): void
    connect(source: DiagramElement, target: DiagramElement): void
    removeElements(elements: readonly DiagramElement[]): void
    createShape(shape: DiagramElement, position: { x: number; y: number }, parent: DiagramElement): DiagramElement
  }
  readonly moddle: {
    create(type: string, attributes?: object): Moddle
    createAny(name: string, namespace: string, attributes?: object): Moddle
  }
  readonly popupMenu: {
    open(element: DiagramElement, menu: string, position: object, options: object): void
    registerProvider(menu: string, priority: number, provider: object): void
  }
  readonly contextPad: {
    registerProvider(provider: object): void
    getPad(element: DiagramElement): { html: HTMLElement }
  }
}

/** What bpmn-js's viewer and modeler have in common. */
export interface BpmnCanvas {
  get<Name extends keyof Services>(name: Name): Services[Name]
  importXML(xml: string): Promise<{ readonly warnings: readonly unknown[] }>
  saveXML(options: { readonly format: boolean }): Promise<{ readonly xml?: string }>
  saveSVG(): Promise<{ readonly svg: string }>
  on(event: string, listener: (event: { readonly element?: DiagramElement }) => void): void
  getDefinitions(): Moddle
  destroy(): void
}

/** Our tokens in place of bpmn-js's black on white. */
export const bpmnColours = {
  defaultFillColor: 'var(--mui-palette-background-paper)',
  defaultStrokeColor: 'var(--flow-line)',
  defaultLabelColor: 'var(--mui-palette-text-primary)',
}
