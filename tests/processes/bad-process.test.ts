import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { compile } from '../../engine/compiler/compile.ts'
import { emptyModel } from '../../engine/model/empty-model.ts'
import { checkDefinition } from '../../engine/processes/check-process.ts'
import { withLayout } from '../../engine/processes/layout.ts'
import { parseProcess } from '../../engine/processes/parse-process.ts'
import { readSources } from '../../engine/server/live/app-files.ts'
import { bpmn } from './models.ts'

const faultsOf = async (xml: string) => {
  const { definition, faults } = await parseProcess(xml)
  const all = definition ? [...faults, ...checkDefinition(definition, emptyModel)] : faults
  // The model has no names.
  const own = all.filter(({ code }) => !/^process\.(step|field|message|role|resource)$/.test(code))
  return own.map(({ code, element, line, level }) => `${code} ${element}:${line}${level === 'warning' ? '?' : ''}`)
}

const around = (...lines: readonly string[]) => bpmn('  <startEvent id="s"/>', ...lines)
const flow = (id: string, from: string, to: string, condition = '') =>
  `<sequenceFlow id="${id}" sourceRef="${from}" targetRef="${to}">${condition && `<conditionExpression>${condition}</conditionExpression>`}</sequenceFlow>`

describe('a process is refused at its place', () => {
  // The start event is in line 5.
  const cases: Readonly<Record<string, readonly [xml: string, faults: readonly string[]]>> = {
    'text that is no XML': ['<definitions', ['process.xml :1']],
    'a document type': [`<!DOCTYPE a [<!ENTITY b "c">]>\n${around()}`, ['process.doctype :1']],
    'a reference to another file': [
      around().replace('<process', '<import namespace="a" location="b.xsd" importType="c"/>\n<process'),
      ['process.import :3'],
    ],
    'a process without an id': [
      around('<endEvent id="e"/>', flow('a', 's', 'e')).replace('<process id="p"', '<process'),
      ['process.id ds:1'],
    ],
    'an unsupported element': [
      around('<inclusiveGateway id="g"/>', '<endEvent id="e"/>', flow('a', 's', 'g'), flow('b', 'g', 'e')),
      ['process.element g:6'],
    ],
    'an element of no standard': [
      around('<endEvent id="e"/>', '<magic id="m"/>', flow('a', 's', 'e')),
      ['process.element :7'],
    ],
    'two elements with one id': [around('<endEvent id="e"/>', '<endEvent id="e"/>'), ['process.duplicate e:7']],
    'a flow that ends nowhere': [
      around('<endEvent id="e"/>', '<sequenceFlow id="a" sourceRef="s" targetRef="x"/>'),
      ['process.reference a:7', 'process.missing a:7'],
    ],
    'a script of another language': [
      around(
        '<scriptTask id="t" scriptFormat="javascript" flowable:resultVariable="pass"><script>1</script></scriptTask>',
        '<endEvent id="e"/>',
        flow('a', 's', 't'),
        flow('b', 't', 'e'),
      ),
      ['process.code t:6'],
    ],
    'a listener': [
      around(
        '<userTask id="t" flowable:assignee="1"><extensionElements><flowable:taskListener event="create"/></extensionElements></userTask>',
        '<endEvent id="e"/>',
        flow('a', 's', 't'),
        flow('b', 't', 'e'),
      ),
      ['process.code t:6'],
    ],
    'a condition that is not boolean, and one with an unknown variable': [
      around(
        '<exclusiveGateway id="g" default="d"/>',
        '<endEvent id="e"/>',
        flow('a', 's', 'g'),
        flow('b', 'g', 'e', 'comment'),
        flow('c', 'g', 'e', 'daysOff &gt; 2'),
        flow('d', 'g', 'e'),
      ),
      ['process.expression b:9', 'process.variable c:10'],
    ],
    'a timer that is none': [
      around(
        '<intermediateCatchEvent id="w"><timerEventDefinition><timeDuration>2 days</timeDuration></timerEventDefinition></intermediateCatchEvent>',
        '<endEvent id="e"/>',
        flow('a', 's', 'w'),
        flow('b', 'w', 'e'),
      ),
      ['process.timer w:6'],
    ],
    'two starts, and a task without people': [
      around(
        '<startEvent id="s2"/>',
        '<userTask id="t"/>',
        '<endEvent id="e"/>',
        flow('a', 's', 't'),
        flow('b', 't', 'e'),
      ),
      ['process.start s2:6', 'process.no-way-out s2:6?', 'process.people t:7?'],
    ],
    'a service without a step': [
      around('<serviceTask id="t"/>', '<endEvent id="e"/>', flow('a', 's', 't'), flow('b', 't', 'e')),
      ['process.missing t:6'],
    ],
    'a place without a way out, and a gateway without a default': [
      around(
        '<exclusiveGateway id="g"/>',
        '<userTask id="t" flowable:assignee="1"/>',
        '<endEvent id="e"/>',
        flow('a', 's', 'g'),
        flow('b', 'g', 't', 'pass'),
        flow('c', 'g', 'e', '!pass'),
      ),
      ['process.no-default g:6?', 'process.no-way-out t:7?'],
    ],
  }
  it.each(Object.entries(cases))('%s', async (_, [xml, faults]) => {
    expect(await faultsOf(xml)).toEqual(faults)
  })
})

it('is a problem of the compiler with file, line and column', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'processes-'))
  await mkdir(join(folder, 'processes'))
  const text = around('<endEvent id="e"/>', '  <userTask id="t"/>', flow('a', 's', 'e')).replace('"p"', '"other"')
  await writeFile(join(folder, 'processes/pay.bpmn'), text)
  const { problems, model } = compile(await readSources(folder))
  await rm(folder, { recursive: true })
  expect(problems.map(({ code, severity, at }) => [code, severity, at.line, at.column])).toEqual([
    ['process.file', 'error', 3, 1],
    ['process.people', 'warning', 7, 3],
    ['process.unreachable', 'warning', 7, 3],
  ])
  expect([new Set(problems.map(({ at }) => at.file)), model]).toEqual([new Set(['processes/pay.bpmn']), undefined])
})

describe('pools', () => {
  const pool = (process: string) =>
    around(
      '<laneSet id="ls"><lane id="l" name="Office"><flowNodeRef>s</flowNodeRef></lane></laneSet>',
      '<endEvent id="e"/>',
      flow('a', 's', 'e'),
    ).replace(
      '</definitions>',
      `${process}\n<collaboration id="c"><participant id="one" processRef="p"/><participant id="two"/></collaboration></definitions>`,
    )
  it('with lanes are drawn, and lanes decide nothing', async () => {
    expect(await faultsOf(pool(''))).toEqual([])
    expect(await withLayout(pool(''))).toMatch(/<lane id="l" .*<bpmndi:BPMNShape [^>]*bpmnElement="s"/s)
  })
  it('with a second process are refused', async () => {
    expect(await faultsOf(pool('<process id="q"/>'))).toEqual(['process.several q:10'])
  })
})

it('a text of a megabyte is read once for the lines of its elements', async () => {
  const { faults } = await parseProcess(`<!DOCTYPE a>${'<a id="b"/>\n'.repeat(80_000)}${'<a '.repeat(20_000)}`)
  expect(faults).toMatchObject([{ code: 'process.doctype', line: 1 }])
})

it('the processes of the app have no fault', async () => {
  const { model } = compile(await readSources('.'))
  for (const name of ['leave', 'entChangeRequest']) {
    const { definition, faults } = await parseProcess(readFileSync(`processes/${name}.bpmn`, 'utf8'))
    expect(faults).toEqual([])
    expect(definition && model && checkDefinition(definition, model)).toEqual([])
  }
})
