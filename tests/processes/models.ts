/** A text of BPMN with the process `p`: its elements begin in line 3. */
export const bpmn = (...elements: readonly string[]): string =>
  [
    '<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:flowable="http://flowable.org/bpmn" xmlns:app="urn:app:process" id="ds" targetNamespace="t">',
    '<message id="paid" name="paid"/><error id="failed" errorCode="failed"/>',
    '<process id="p" name="P" isExecutable="true">',
    '<extensionElements><app:variables><app:variable name="amount" type="integer"/><app:variable name="people" type="users"/></app:variables></extensionElements>',
    ...elements,
    '</process>',
    '</definitions>',
  ].join('\n')

/** `a>b` or `a>b[condition]`, separated by spaces, as sequence flows with the ids `a_b`. */
export const flows = (text: string): string =>
  [...text.matchAll(/(\w+)>(\w+)(?:\[([^\]]*)\])?/g)]
    .map(
      ([, from, to, condition]) =>
        `<sequenceFlow id="${from}_${to}" sourceRef="${from}" targetRef="${to}">${condition ? `<conditionExpression>${condition}</conditionExpression>` : ''}</sequenceFlow>`,
    )
    .join('')

export const user = (id: string, inside = '', attributes = ''): string =>
  `<userTask id="${id}" flowable:assignee="1" ${attributes}>${inside}</userTask>`
export const end = (id: string, inside = ''): string => `<endEvent id="${id}">${inside}</endEvent>`
export const boundary = (id: string, of: string, inside: string, cancels = true): string =>
  `<boundaryEvent id="${id}" attachedToRef="${of}" cancelActivity="${cancels}">${inside}</boundaryEvent>`
export const timer = (text: string): string =>
  `<timerEventDefinition><timeDuration>${text}</timeDuration></timerEventDefinition>`
const start = '<startEvent id="s"/>'
const message = '<messageEventDefinition messageRef="paid"/>'
const error = '<errorEventDefinition errorRef="failed"/>'
const copies = (attributes: string, inside: string) =>
  `<multiInstanceLoopCharacteristics ${attributes}>${inside}</multiInstanceLoopCharacteristics>`

/** A model of each supported kind. */
export const models: Readonly<Record<string, string>> = {
  choice: bpmn(
    start,
    user('a'),
    '<exclusiveGateway id="g" default="g_no"/>',
    end('yes'),
    end('no'),
    flows('s>a a>g g>yes[pass] g>no'),
  ),
  loop: bpmn(start, user('a'), '<exclusiveGateway id="g" default="g_a"/>', end('e'), flows('s>a a>g g>a g>e[pass]')),
  parallel: bpmn(
    start,
    '<parallelGateway id="f"/>',
    user('a'),
    user('b'),
    '<parallelGateway id="j"/>',
    end('e'),
    flows('s>f f>a f>b a>j b>j j>e'),
  ),
  inclusive: bpmn(start, user('a'), user('b'), user('c'), end('e'), flows('s>a a>b[pass] a>c[amount &gt; 2] b>e c>e')),
  timers: bpmn(
    start,
    user('a'),
    boundary('late', 'a', timer('PT1H'), false),
    boundary('over', 'a', timer('P1D')),
    `<intermediateCatchEvent id="w">${timer('PT5M')}</intermediateCatchEvent>`,
    end('reminded'),
    end('e'),
    flows('s>a a>w w>e late>reminded over>e'),
  ),
  messages: bpmn(
    start,
    '<receiveTask id="r" messageRef="paid"/>',
    user('a'),
    boundary('m', 'a', message),
    end('e'),
    end('heard'),
    flows('s>r r>a a>e m>heard'),
  ),
  errors: bpmn(
    start,
    `<subProcess id="sub"><startEvent id="s1"/>${user('a')}<exclusiveGateway id="g" default="g_bad"/>${end('good')}${end('bad', error)}${flows('s1>a a>g g>good[pass] g>bad')}</subProcess>`,
    boundary('x', 'sub', error),
    '<serviceTask id="t" app:step="apply"/>',
    boundary('y', 't', error),
    user('fix'),
    end('e'),
    flows('s>sub sub>t t>e x>fix y>fix fix>e'),
  ),
  terminate: bpmn(
    start,
    '<parallelGateway id="f"/>',
    user('a'),
    user('b'),
    end('stop', '<terminateEventDefinition/>'),
    end('e'),
    flows('s>f f>a f>b a>stop b>e'),
  ),
  copies: bpmn(
    start,
    user(
      'a',
      copies(
        'flowable:collection="people" flowable:elementVariable="person"',
        '<completionCondition>nrOfCompletedInstances &gt;= 2</completionCondition>',
      ),
    ),
    user('b', copies('isSequential="true"', '<loopCardinality>amount</loopCardinality>')),
    end('e'),
    flows('s>a a>b b>e'),
  ),
  computed: bpmn(
    start,
    '<scriptTask id="c" scriptFormat="cel" flowable:resultVariable="amount"><script>amount * 2</script></scriptTask>',
    '<exclusiveGateway id="g"/>',
    '<sendTask id="n" app:sends="note"/>',
    end('e'),
    flows('s>c c>g g>n[amount &gt; 10] n>e'),
  ),
}
