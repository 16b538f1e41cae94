import NavigatedViewer from 'bpmn-js/lib/NavigatedViewer'
import { type BpmnCanvas, bpmnColours } from './bpmn-services.ts'
import 'bpmn-js/dist/assets/diagram-js.css'
import 'bpmn-js/dist/assets/bpmn-js.css'
import './bpmn.css'

/** Creates a diagram that can be moved and zoomed. */
export const createViewer = (container: HTMLElement): BpmnCanvas =>
  new NavigatedViewer({ container, bpmnRenderer: bpmnColours }) as unknown as BpmnCanvas
