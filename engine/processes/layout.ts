import { type BpmnElement, BpmnModdle } from 'bpmn-moddle'

/** The XML with a diagram: one without is laid out. */
export async function withLayout(xml: string): Promise<string> {
  if (/<\w*:?BPMNShape\b/.test(xml)) return xml
  const { layoutProcess } = await import('bpmn-auto-layout')
  return layoutProcess(await withEnds(xml))
}

/** The layout follows the references of elements to their flows, which are optional. */
async function withEnds(xml: string): Promise<string> {
  const moddle = new BpmnModdle()
  const { rootElement, elementsById } = await moddle.fromXML(xml)
  const add = (flow: BpmnElement, end: 'sourceRef' | 'targetRef', name: 'outgoing' | 'incoming') => {
    const flows = (flow[end] as BpmnElement | undefined)?.get(name)
    if (flows?.includes(flow) === false) flows.push(flow)
  }
  for (const flow of Object.values(elementsById).filter(({ $type }) => $type === 'bpmn:SequenceFlow')) {
    add(flow, 'sourceRef', 'outgoing')
    add(flow, 'targetRef', 'incoming')
  }
  return (await moddle.toXML(rootElement)).xml
}
