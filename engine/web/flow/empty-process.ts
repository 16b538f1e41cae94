/** A new model: start, task and end. Its key is new, so that it replaces no deployed process. */
export function emptyProcess(): string {
  const key = `process_${Date.now().toString(36)}`
  return `<?xml version="1.0" encoding="UTF-8"?>
<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI" xmlns:dc="http://www.omg.org/spec/DD/20100524/DC" xmlns:di="http://www.omg.org/spec/DD/20100524/DI" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:flowable="http://flowable.org/bpmn" xmlns:app="urn:app:process" id="definitions" targetNamespace="urn:app:process" expressionLanguage="https://cel.dev">
  <bpmn:process id="${key}" isExecutable="true">
    <bpmn:extensionElements>
      <app:variables>
        <app:variable name="applyUser" type="user" />
        <app:variable name="pass" type="boolean" />
        <app:variable name="comment" type="text" />
      </app:variables>
    </bpmn:extensionElements>
    <bpmn:startEvent id="start" flowable:initiator="applyUser" />
    <bpmn:userTask id="task" />
    <bpmn:endEvent id="end" />
    <bpmn:sequenceFlow id="toTask" sourceRef="start" targetRef="task" />
    <bpmn:sequenceFlow id="toEnd" sourceRef="task" targetRef="end" />
  </bpmn:process>
</bpmn:definitions>`
}
