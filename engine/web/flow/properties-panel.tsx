import Autocomplete from '@mui/material/Autocomplete'
import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import IconButton from '@mui/material/IconButton'
import MenuItem from '@mui/material/MenuItem'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import { Plus, X } from 'lucide-react'
import { useGetList } from 'ra-core'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { useModelIndex, useResourcePart } from '../data/resource-part.ts'
import { useLanguage, useLocalized } from '../words/i18n.ts'
import type { BpmnCanvas, DiagramElement, Moddle } from './bpmn-services.ts'
import { type FlowWord, useFlowWords } from './flow-words.ts'
import {
  attributesOf,
  celOf,
  dueIn,
  type PeopleAttributes,
  peopleOf,
  type TaskPeopleChoice,
  workdaysOf,
} from './task-people.ts'

interface PanelProps {
  readonly modeler: BpmnCanvas
  /** The selected element, or the process. */
  readonly element: DiagramElement
}

const namespace = 'urn:app:process'
const PanelContext = createContext<PanelProps | undefined>(undefined)

/** What is edited: the element, its attributes, and their change with undo. */
function usePanel() {
  const panel = useContext(PanelContext)
  if (!panel) throw new Error('A field of the properties requires the panel around it.')
  const { modeler, element } = panel
  const { businessObject: object } = element
  return {
    modeler,
    element,
    object,
    is: (type: string) => object.$instanceOf(`bpmn:${type}`),
    text: (name: string) => String(object.get(name) ?? ''),
    set: (properties: Readonly<Record<string, unknown>>) =>
      modeler.get('modeling').updateProperties(element, properties),
    create: (type: string, attributes: object) => modeler.get('moddle').create(type, attributes),
    setIn: (of: Moddle, properties: Readonly<Record<string, unknown>>) =>
      modeler.get('modeling').updateModdleProperties(element, of, properties),
  }
}

/** The properties of the selected element; of the process if none is selected. */
export function PropertiesPanel(props: PanelProps) {
  const words = useFlowWords()
  const { businessObject } = props.element
  const kind: FlowWord = businessObject.$instanceOf('bpmn:Process')
    ? 'process'
    : businessObject.$instanceOf('bpmn:SequenceFlow')
      ? 'flow'
      : (kinds.find(([type]) => businessObject.$instanceOf(`bpmn:${type}`))?.[1] ?? 'element')
  return (
    <PanelContext value={props}>
      <aside className="flow-properties scroll" aria-label={words('properties')}>
        <header className="row gap-8 divided">
          <strong>{String(businessObject.get('name') ?? '') || words(kind)}</strong>
          <span className="text-12 muted">{words(kind)}</span>
        </header>
        <div className="stack gap-16" key={props.element.id}>
          <Fields />
        </div>
      </aside>
    </PanelContext>
  )
}

const kinds = [
  ['UserTask', 'user'],
  ['Task', 'service'],
  ['ExclusiveGateway', 'exclusive'],
  ['ParallelGateway', 'parallel'],
  ['SubProcess', 'subProcess'],
  ['StartEvent', 'start'],
  ['EndEvent', 'end'],
] as const

function Fields() {
  const words = useFlowWords()
  const { is, text, set, object } = usePanel()
  const events = (object.get('eventDefinitions') ?? []) as readonly Moddle[]
  return (
    <>
      <TextRow label="name" value={text('name')} onChange={name => set({ name: name || undefined })} />
      {is('Process') && <ProcessFields />}
      {is('StartEvent') && (
        <TextRow
          label="initiator"
          value={text('flowable:initiator')}
          onChange={value => set({ 'flowable:initiator': value || undefined })}
        />
      )}
      {is('UserTask') && <PeopleFields />}
      {is('UserTask') && <DueField />}
      {is('Activity') && <LoopFields />}
      {is('SequenceFlow') && <ConditionFields />}
      {is('ScriptTask') && (
        <>
          <TextRow
            label="script"
            value={celOf(text('script'))}
            isLong
            onChange={script => set({ script, scriptFormat: 'cel' })}
          />
          <TextRow
            label="result"
            value={text('flowable:resultVariable')}
            onChange={value => set({ 'flowable:resultVariable': value || undefined })}
          />
        </>
      )}
      {events.map((event, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an event has one or two definitions, which do not move
        <EventFields key={at} event={event} />
      ))}
      {is('FlowNode') && !is('Gateway') && <StepField />}
      {(is('SendTask') || is('ServiceTask')) && (
        <TextRow label="sends" value={text('app:sends')} onChange={value => set({ 'app:sends': value || undefined })} />
      )}
      {is('BoundaryEvent') && (
        <FormControlLabel
          control={
            <Switch
              checked={object.get('cancelActivity') !== false}
              onChange={(_, isOn) => set({ cancelActivity: isOn })}
            />
          }
          label={words('interrupts')}
        />
      )}
      <TextRow label="description" value={documentationOf(object)} isLong onChange={useDocumentation()} />
    </>
  )
}

const documentationOf = (object: Moddle) =>
  String(((object.get('documentation') ?? []) as readonly Moddle[])[0]?.get('text') ?? '')

function useDocumentation() {
  const { set, create } = usePanel()
  return (text: string) => set({ documentation: text === '' ? [] : [create('bpmn:Documentation', { text })] })
}

interface TextRowProps {
  readonly label: FlowWord
  readonly value: string
  readonly help?: string
  readonly isLong?: boolean
  onChange(value: string): void
}

/** A text that is written when the field is left, so that undo has one step for it. */
function TextRow({ label, value, help, isLong = false, onChange }: TextRowProps) {
  const words = useFlowWords()
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  const write = () => typed !== value && onChange(typed.trim())
  return (
    <TextField
      label={words(label)}
      value={typed}
      helperText={help}
      multiline={isLong}
      onChange={event => setTyped(event.target.value)}
      onBlur={write}
      onKeyDown={event => event.key === 'Enter' && !isLong && write()}
    />
  )
}

interface ChoiceRowProps {
  readonly label: FlowWord
  readonly value: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  onChange(value: string): void
}

function ChoiceRow({ label, value, options, onChange }: ChoiceRowProps) {
  const words = useFlowWords()
  // A value that is no choice here stays as it is.
  const all = options.some(option => option.value === value) ? options : [...options, { value, label: value }]
  return (
    <TextField
      select
      label={words(label)}
      value={value}
      onChange={event => onChange(event.target.value)}
      slotProps={{
        select: { displayEmpty: true, SelectDisplayProps: { 'aria-label': words(label) } },
        inputLabel: { shrink: true },
      }}
    >
      {all.map(option => (
        <MenuItem key={option.value} value={option.value}>
          {option.label}
        </MenuItem>
      ))}
    </TextField>
  )
}

function ProcessFields() {
  const words = useFlowWords()
  const localized = useLocalized()
  const { text, set, object } = usePanel()
  const resources = useModelIndex()?.resources ?? []
  return (
    <>
      <TextRow label="key" value={object.id} onChange={id => id !== '' && set({ id })} />
      <ChoiceRow
        label="resource"
        value={text('app:resource')}
        options={[
          { value: '', label: words('none') },
          ...resources.map(({ name, title }) => ({ value: name, label: localized(title) })),
        ]}
        onChange={value => set({ 'app:resource': value || undefined })}
      />
      <VariableRows />
    </>
  )
}

const variableTypes = ['text', 'integer', 'decimal', 'boolean', 'date', 'datetime', 'user', 'users', 'texts']

interface Variable {
  readonly name: string
  readonly type: string
}

function VariableRows() {
  const words = useFlowWords()
  const { modeler, object, set, create } = usePanel()
  const variables = variablesOf(object)
  const write = (next: readonly Variable[]) => {
    const { moddle } = { moddle: modeler.get('moddle') }
    const children = next.map(one => moddle.createAny('app:variable', namespace, { ...one }))
    const others = extensionsOf(object).filter(one => one.$type !== 'app:variables')
    const own = moddle.createAny('app:variables', namespace, { $children: children })
    set({ extensionElements: create('bpmn:ExtensionElements', { values: [...others, own] }) })
  }
  const change = (at: number, part: Partial<Variable>) =>
    write(variables.map((one, index) => (index === at ? { ...one, ...part } : one)))
  return (
    <fieldset className="flow-variables">
      <legend className="text-13 muted">{words('variables')}</legend>
      {variables.map((one, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: names are being typed
        <div key={at} className="row gap-4">
          <NameInput value={one.name} onChange={name => change(at, { name })} />
          <TextField
            select
            value={one.type}
            onChange={event => change(at, { type: event.target.value })}
            slotProps={{ select: { SelectDisplayProps: { 'aria-label': words('type') } } }}
          >
            {variableTypes.map(type => (
              <MenuItem key={type} value={type}>
                {type}
              </MenuItem>
            ))}
          </TextField>
          <IconButton aria-label={words('remove')} onClick={() => write(variables.filter((_, index) => index !== at))}>
            <X size={14} />
          </IconButton>
        </div>
      ))}
      <Button
        size="small"
        startIcon={<Plus size={14} />}
        onClick={() => write([...variables, { name: '', type: 'text' }])}
      >
        {words('add')}
      </Button>
    </fieldset>
  )
}

function NameInput({ value, onChange }: { readonly value: string; onChange(value: string): void }) {
  const words = useFlowWords()
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  return (
    <TextField
      value={typed}
      onChange={event => setTyped(event.target.value)}
      onBlur={() => typed !== value && onChange(typed.trim())}
      slotProps={{ htmlInput: { 'aria-label': words('variable') } }}
    />
  )
}

const extensionsOf = (object: Moddle) =>
  ((object.get('extensionElements') as Moddle | undefined)?.get('values') ?? []) as readonly Moddle[]

// An element of a namespace that bpmn-js does not know is plain: its attributes are its properties.
function variablesOf(object: Moddle): readonly Variable[] {
  const own = extensionsOf(object).find(({ $type }) => $type === 'app:variables')
  const children = (own as unknown as { $children?: readonly Partial<Variable>[] } | undefined)?.$children ?? []
  return children.map(({ name = '', type = 'text' }) => ({ name, type }))
}

function PeopleFields() {
  const words = useFlowWords()
  const { modeler, object, text, set } = usePanel()
  const initiator = initiatorOf(modeler)
  const attributes = Object.fromEntries(
    ['flowable:assignee', 'flowable:candidateUsers', 'flowable:candidateGroups'].map(name => [name, text(name)]),
  ) as unknown as PeopleAttributes
  const read = peopleOf(attributes, initiator)
  // A kind without a value yet is in no attribute.
  const [kind, setKind] = useState(read.kind)
  const choice = { ...read, kind }
  const write = (next: TaskPeopleChoice) => set({ ...attributesOf(next, initiator) })
  const choose = (next: TaskPeopleChoice['kind']) => {
    setKind(next)
    if (next === 'starter') write({ ...choice, kind: next })
  }
  return (
    <section aria-label={words('who')} className="stack gap-16" key={object.id}>
      <ChoiceRow
        label="who"
        value={kind}
        options={[
          { value: 'users', label: words('byUser') },
          { value: 'groups', label: `${words('byRole')} / ${words('byDept')} / ${words('byPost')}` },
          ...(initiator === '' ? [] : [{ value: 'starter', label: words('byStarter') }]),
          { value: 'expression', label: words('byExpression') },
        ]}
        onChange={value => choose(value as TaskPeopleChoice['kind'])}
      />
      {kind === 'users' && (
        <UserPicker
          label={words('byUser')}
          ids={read.kind === kind ? read.ids : []}
          onChange={ids => write({ ...choice, ids })}
        />
      )}
      {kind === 'groups' && (
        <GroupPicker ids={read.kind === kind ? read.ids : []} onChange={ids => write({ ...choice, ids })} />
      )}
      {kind === 'groups' && read.ids.some(id => !/^\d+$/.test(id)) && (
        <ChoiceRow
          label="scope"
          value={read.isOfStarter ? 'starter' : ''}
          options={[
            { value: '', label: words('everywhere') },
            { value: 'starter', label: words('ofStarter') },
          ]}
          onChange={value => write({ ...choice, isOfStarter: value !== '' })}
        />
      )}
      {kind === 'expression' && (
        <TextRow
          label="byExpression"
          value={celOf(read.expression)}
          onChange={value => write({ ...choice, expression: value && `\${${value}}` })}
        />
      )}
    </section>
  )
}

/** The variable that has the starter. */
function initiatorOf(modeler: BpmnCanvas): string {
  const process = modeler.get('canvas').getRootElement().businessObject
  const nodes = (process.get('flowElements') ?? []) as readonly Moddle[]
  const start = nodes.find(node => node.$instanceOf('bpmn:StartEvent'))
  return String(start?.get('flowable:initiator') ?? '')
}

interface PickerProps {
  readonly ids: readonly string[]
  onChange(ids: readonly string[]): void
}

interface Choice {
  readonly id: string
  readonly label: string
  readonly group?: string
}

/** Users by name; several ids may be typed where the list may not be read. */
export function UserPicker({ label, ids, onChange }: PickerProps & { readonly label: string }) {
  const [search, setSearch] = useState('')
  const { data = [] } = useGetList('bladeUser', {
    pagination: { page: 1, perPage: 50 },
    sort: { field: 'id', order: 'ASC' },
    filter: search === '' ? {} : { name_like: search },
  })
  const { data: chosen = [] } = useGetList(
    'bladeUser',
    { pagination: { page: 1, perPage: 50 }, sort: { field: 'id', order: 'ASC' }, filter: { id_in: ids.join(',') } },
    { enabled: ids.length > 0 },
  )
  const choices = [...data, ...chosen].map(({ id, name, realName }) => ({
    id: String(id),
    label: String(realName ?? name),
  }))
  return <Picker label={label} ids={ids} choices={choices} onChange={onChange} onSearch={setSearch} />
}

function GroupPicker(props: PickerProps) {
  const words = useFlowWords()
  const choices = [
    ...useGroups('bladeRole', words('byRole'), 'roleName', 'roleAlias'),
    ...useGroups('bladeDept', words('byDept'), 'deptName', 'id'),
    ...useGroups('bladePost', words('byPost'), 'postName', 'id'),
  ]
  return <Picker label={words('who')} choices={choices} {...props} />
}

function useGroups(resource: string, group: string, name: string, id: string): readonly Choice[] {
  const { data = [] } = useGetList(resource, {
    pagination: { page: 1, perPage: 200 },
    sort: { field: 'sort', order: 'ASC' },
  })
  return data.map(row => ({ id: String(row[id]), label: String(row[name]), group }))
}

function Picker(
  props: PickerProps & { readonly label: string; readonly choices: readonly Choice[]; onSearch?(text: string): void },
) {
  const { label, ids, choices, onChange, onSearch } = props
  const known = new Map(choices.map(choice => [choice.id, choice]))
  return (
    <Autocomplete<Choice, true, false, true>
      multiple
      freeSolo
      options={[...known.values()]}
      value={ids.map(id => known.get(id) ?? { id, label: id })}
      getOptionKey={option => (typeof option === 'string' ? option : option.id)}
      getOptionLabel={option => (typeof option === 'string' ? option : option.label)}
      isOptionEqualToValue={(option, value) => option.id === value.id}
      {...(choices.some(({ group }) => group) && { groupBy: ({ group = '' }: Choice) => group })}
      onChange={(_, next) => onChange(next.map(one => (typeof one === 'string' ? one : one.id)))}
      {...(onSearch && { onInputChange: (_: unknown, text: string) => onSearch(text) })}
      renderInput={({ InputLabelProps, InputProps, inputProps, ...input }) => (
        <TextField
          {...input}
          label={label}
          slotProps={{ inputLabel: { ...InputLabelProps, shrink: true }, input: InputProps, htmlInput: inputProps }}
        />
      )}
    />
  )
}

function DueField() {
  const { text, set } = usePanel()
  const due = text('flowable:dueDate')
  const days = workdaysOf(due)
  const isDays = due === '' || days !== undefined
  return (
    <TextRow
      label={isDays ? 'due' : 'dueOther'}
      value={isDays ? String(days ?? '') : celOf(due)}
      onChange={value =>
        set({
          'flowable:dueDate': value === '' ? undefined : /^\d+$/.test(value) ? dueIn(Number(value)) : `\${${value}}`,
        })
      }
    />
  )
}

function LoopFields() {
  const words = useFlowWords()
  const { object, set, create, setIn } = usePanel()
  const loop = object.get('loopCharacteristics') as Moddle | undefined
  const value = loop === undefined ? '' : loop.get('isSequential') === true ? 'inTurn' : 'each'
  const choose = (next: string) => {
    if (next === '') return set({ loopCharacteristics: undefined })
    const isSequential = next === 'inTurn'
    if (loop) return setIn(loop, { isSequential })
    set({ loopCharacteristics: create('bpmn:MultiInstanceLoopCharacteristics', { isSequential }) })
  }
  return (
    <>
      <ChoiceRow
        label="several"
        value={value}
        options={[
          { value: '', label: words('first') },
          { value: 'each', label: words('each') },
          { value: 'inTurn', label: words('inTurn') },
        ]}
        onChange={choose}
      />
      {loop && (
        <>
          <TextRow
            label="people"
            value={celOf(String(loop.get('flowable:collection') ?? ''))}
            onChange={text => setIn(loop, { 'flowable:collection': text || undefined })}
          />
          <TextRow
            label="variable"
            value={String(loop.get('flowable:elementVariable') ?? '')}
            onChange={text => setIn(loop, { 'flowable:elementVariable': text || undefined })}
          />
        </>
      )}
    </>
  )
}

function ConditionFields() {
  const words = useFlowWords()
  const { modeler, element, object, set, create } = usePanel()
  const source = element.source
  const isDefault = source?.businessObject.get('default') === object
  const expression = object.get('conditionExpression') as Moddle | undefined
  const write = (text: string) =>
    set({
      conditionExpression: text === '' ? undefined : create('bpmn:FormalExpression', { body: `\${${text}}` }),
    })
  const setDefault = (isOn: boolean) =>
    source && modeler.get('modeling').updateProperties(source, { default: isOn ? object : undefined })
  return (
    <>
      {!isDefault && (
        <TextRow
          label="condition"
          value={celOf(String(expression?.get('body') ?? ''))}
          help={words('conditionHelp')}
          isLong
          onChange={write}
        />
      )}
      {source && !source.businessObject.$instanceOf('bpmn:Event') && (
        <FormControlLabel
          control={<Switch checked={isDefault} onChange={(_, isOn) => setDefault(isOn)} />}
          label={words('isDefault')}
        />
      )}
    </>
  )
}

const timerForms = ['timeDuration', 'timeCycle', 'timeDate']

function EventFields({ event }: { readonly event: Moddle }): ReactNode {
  const words = useFlowWords()
  const { modeler, setIn, create } = usePanel()
  if (event.$instanceOf('bpmn:TimerEventDefinition')) {
    const form = timerForms.find(name => event.get(name) !== undefined) ?? 'timeDuration'
    const write = (body: string) => {
      const next = body.startsWith('R') ? 'timeCycle' : /^\d{4}-/.test(body) ? 'timeDate' : 'timeDuration'
      const none = Object.fromEntries(timerForms.map(name => [name, undefined]))
      setIn(event, { ...none, [next]: create('bpmn:FormalExpression', { body }) })
    }
    const body = String((event.get(form) as Moddle | undefined)?.get('body') ?? '')
    return <TextRow label="duration" value={body} help={words('durationHelp')} onChange={write} />
  }
  const [type, of, property, label] = event.$instanceOf('bpmn:ErrorEventDefinition')
    ? (['bpmn:Error', 'errorRef', 'errorCode', 'errorCode'] as const)
    : (['bpmn:Message', 'messageRef', 'name', 'messageName'] as const)
  if (event.$instanceOf('bpmn:TerminateEventDefinition')) return null
  const referred = event.get(of) as Moddle | undefined
  const write = (value: string) => {
    if (referred) return setIn(referred, { [property]: value })
    const root = modeler.getDefinitions()
    const made = create(type, { id: `${property}_${event.$parent?.id ?? ''}`, name: value, [property]: value })
    setIn(root, { rootElements: [...(root.get('rootElements') as readonly Moddle[]), made] })
    setIn(event, { [of]: made })
  }
  return <TextRow label={label} value={String(referred?.get(property) ?? '')} onChange={write} />
}

/** The transition of the resource that runs when the element is reached. */
function StepField() {
  const words = useFlowWords()
  const language = useLanguage()
  const { modeler, text, set } = usePanel()
  const resource = String(modeler.get('canvas').getRootElement().businessObject.get('app:resource') ?? '')
  const { data } = useResourcePart(resource)
  const transitions = data?.resource.lifecycle?.transitions ?? []
  const value = text('app:step')
  if (transitions.length === 0 && value === '') return null
  return (
    <ChoiceRow
      label="step"
      value={value}
      options={[
        { value: '', label: words('none') },
        ...transitions.map(({ name, title }) => ({ value: name, label: title[language] })),
      ]}
      onChange={next => set({ 'app:step': next || undefined })}
    />
  )
}
