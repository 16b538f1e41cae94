/** A text of BPMN with the process `p`: its elements begin in line 3. */
export const bpmn = (...elements: readonly string[]): string =>
  [
    '<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:flowable="http://flowable.org/bpmn" xmlns:app="urn:app:process" id="ds" targetNamespace="t">',
    '<process id="p" isExecutable="true">',
    ...elements,
    '</process>',
    '</definitions>',
  ].join('\n')
