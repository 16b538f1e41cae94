import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import IconButton from '@mui/material/IconButton'
import MenuItem from '@mui/material/MenuItem'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import { Plus, Trash2, X } from 'lucide-react'
import { useGetList } from 'ra-core'
import { type ComponentType, useEffect, useState } from 'react'
import { type VariableType, variableTypes } from '../../processes/definition.ts'
import { useModelIndex, useResourcePart } from '../data/resource-part.ts'
import { useLanguage, useLocalized } from '../words/i18n.ts'
import type { BpmnCanvas, DiagramElement } from './bpmn-services.ts'
import { type ElementField, fieldsOf, type Panel } from './element-fields.ts'
import { type FlowWord, type FlowWords, useFlowWords } from './flow-words.ts'
import { PeoplePicker, Picker, type PickerChoice } from './pickers.tsx'

const kinds = [
  ['Process', 'process'],
  ['SequenceFlow', 'flow'],
  ['UserTask', 'user'],
  ['Task', 'service'],
  ['ExclusiveGateway', 'exclusive'],
  ['ParallelGateway', 'parallel'],
  ['SubProcess', 'subProcess'],
  ['StartEvent', 'start'],
  ['EndEvent', 'end'],
] as const

/**
 * The properties of the selected element; of the process if none is selected. Elements are also selected, connected and
 * deleted here, since a keyboard does not reach them on the drawing.
 */
export function PropertiesPanel(props: { readonly modeler: BpmnCanvas; readonly element: DiagramElement }) {
  const words = useFlowWords()
  const { modeler, element } = props
  const root = modeler.get('canvas').getRootElement()
  const select = (id: string) => {
    const chosen = modeler.get('elementRegistry').get(id)
    modeler.get('selection').select(chosen && id !== root.id ? chosen : [])
    if (chosen && id !== root.id) modeler.get('canvas').scrollToElement(id, 80)
  }
  return (
    <aside className="flow-properties scroll ruled-left" aria-label={words('properties')}>
      <header className="row gap-8 divided top-0 paper">
        <Select
          label={words('element')}
          value={element.id}
          options={[root, ...elementsIn(modeler)].map(one => choiceOf(words, one))}
          onChange={select}
        />
        {element !== root && (
          <IconButton
            aria-label={words('remove')}
            title={words('remove')}
            onClick={() => modeler.get('modeling').removeElements([element])}
          >
            <Trash2 size={16} />
          </IconButton>
        )}
      </header>
      <Fields key={element.id} {...props} />
    </aside>
  )
}

const elementsIn = (modeler: BpmnCanvas) =>
  modeler
    .get('elementRegistry')
    .getAll()
    .filter(one => !one.labelTarget && one.businessObject.$instanceOf('bpmn:FlowElement'))

function choiceOf(words: FlowWords, { id, businessObject }: DiagramElement): PickerChoice {
  const kind: FlowWord = kinds.find(([type]) => businessObject.$instanceOf(`bpmn:${type}`))?.[1] ?? 'element'
  return { id, label: `${String(businessObject.get('name') || id)} · ${words(kind)}` }
}

function Fields(props: { readonly modeler: BpmnCanvas; readonly element: DiagramElement }) {
  const localized = useLocalized()
  const [kind, choose] = useState<Panel['kind']>()
  const panel: Panel = { ...props, kind, choose }
  return (
    <div className="stack gap-16">
      {fieldsOf(panel).map(field => {
        const { label, help, as = 'text', value } = field
        const Input = typeof as === 'string' ? inputs[as] : ChoiceInput
        return (
          <Input
            key={label.en}
            panel={panel}
            as={as}
            label={localized(label)}
            help={help && localized(help)}
            value={value}
            onChange={next => field.write(panel, next)}
          />
        )
      })}
    </div>
  )
}

interface InputProps {
  readonly panel: Panel
  readonly as: NonNullable<ElementField['as']> | 'text'
  readonly label: string
  readonly help: string | undefined
  readonly value: string
  onChange(value: string): void
}

/** A text that is written when the field is left, so that undo has one step for it. */
function TextInput({ as, label, help, value, onChange }: Omit<InputProps, 'panel'>) {
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  const write = () => typed !== value && onChange(typed.trim())
  const isLong = as === 'long'
  return (
    <TextField
      label={label}
      value={typed}
      helperText={help}
      multiline={isLong}
      onChange={event => setTyped(event.target.value)}
      onBlur={write}
      onKeyDown={event => event.key === 'Enter' && !isLong && write()}
    />
  )
}

const SwitchInput = ({ label, value, onChange }: InputProps) => (
  <FormControlLabel
    control={<Switch checked={value !== ''} onChange={(_, isOn) => onChange(isOn ? 'true' : '')} />}
    label={label}
  />
)

function ChoiceInput({ as, ...props }: InputProps) {
  const localized = useLocalized()
  const options = typeof as === 'string' ? [] : as.map(([id, label]) => ({ id, label: localized(label) }))
  return <Select {...props} options={options} />
}

function Select(
  props: Pick<InputProps, 'label' | 'value' | 'onChange'> & { readonly options: readonly PickerChoice[] },
) {
  const { label, value, options, onChange } = props
  // A value that is no choice here stays as it is.
  const all = options.some(({ id }) => id === value) ? options : [...options, { id: value, label: value }]
  return (
    <TextField
      select
      label={label}
      value={value}
      onChange={event => onChange(event.target.value)}
      slotProps={{
        select: { displayEmpty: true, SelectDisplayProps: { 'aria-label': label } },
        inputLabel: { shrink: true },
      }}
    >
      {all.map(option => (
        <MenuItem key={option.id} value={option.id}>
          {option.label}
        </MenuItem>
      ))}
    </TextField>
  )
}

function ResourceInput(props: InputProps) {
  const localized = useLocalized()
  const words = useFlowWords()
  const resources = (useModelIndex()?.resources ?? []).map(({ name, title }) => ({ id: name, label: localized(title) }))
  return <Select {...props} options={[{ id: '', label: words('none') }, ...resources]} />
}

/** The resource of the process. */
function useProcessResource({ modeler }: Panel) {
  const resource = String(modeler.get('canvas').getRootElement().businessObject.get('app:resource') ?? '')
  return useResourcePart(resource).data?.resource
}

/** The transition of the resource that runs when the element is reached. */
function StepInput(props: InputProps) {
  const language = useLanguage()
  const words = useFlowWords()
  const transitions = useProcessResource(props.panel)?.lifecycle?.transitions ?? []
  if (transitions.length === 0 && props.value === '') return null
  const options = transitions.map(({ name, title }) => ({ id: name, label: title[language] }))
  return <Select {...props} options={[{ id: '', label: words('none') }, ...options]} />
}

/** The fields of the record that a task writes. */
function FieldsInput(props: InputProps) {
  const language = useLanguage()
  const fields = useProcessResource(props.panel)?.fields ?? []
  if (fields.length === 0 && props.value === '') return null
  return <Picker {...props} choices={fields.map(({ name, title }) => ({ id: name, label: title[language] }))} />
}

/** The elements to which an element leads. */
function TargetsInput(props: InputProps) {
  const words = useFlowWords()
  const { modeler, element } = props.panel
  const isTarget = ({ parent, businessObject }: DiagramElement) =>
    parent === element.parent &&
    businessObject.$instanceOf('bpmn:FlowNode') &&
    !/StartEvent|BoundaryEvent/.test(businessObject.$type)
  const choices = elementsIn(modeler).filter(isTarget)
  return <Picker {...props} choices={choices.map(one => choiceOf(words, one))} />
}

const byOrder = { pagination: { page: 1, perPage: 200 }, sort: { field: 'sort', order: 'ASC' as const } }

function GroupsInput(props: InputProps) {
  const words = useFlowWords()
  const { data: roles = [] } = useGetList('bladeRole', byOrder)
  const { data: departments = [] } = useGetList('bladeDept', byOrder)
  const { data: posts = [] } = useGetList('bladePost', byOrder)
  const choices = [
    ...roles.map(row => ({ id: row['roleAlias'], label: row['roleName'], group: words('byRole') })),
    ...departments.map(row => ({ id: String(row.id), label: row['deptName'], group: words('byDept') })),
    ...posts.map(row => ({ id: String(row.id), label: row['postName'], group: words('byPost') })),
  ]
  return <Picker {...props} choices={choices} />
}

/** Rows of names and types; the value is `name type, …`. */
function VariablesInput({ label, value, onChange }: InputProps) {
  const words = useFlowWords()
  const rows = value.split(',').filter(Boolean)
  const change = (at: number, row: string) => onChange(rows.map((one, index) => (index === at ? row : one)).join())
  const types = Object.keys(variableTypes).map(type => ({ id: type, label: words(`type_${type as VariableType}`) }))
  return (
    <fieldset className="flow-variables grid gap-8">
      <legend className="text-13 muted">{label}</legend>
      {rows.map((row, at) => {
        const [name = '', type = 'text'] = row.split(' ')
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: names are being typed
          <div key={at} className="row gap-4 full">
            <TextInput
              as="text"
              label={words('variable')}
              help={undefined}
              value={name}
              onChange={next => change(at, `${next} ${type}`)}
            />
            <Select
              label={words('type')}
              value={type}
              options={types}
              onChange={next => change(at, `${name} ${next}`)}
            />
            <IconButton
              aria-label={words('remove')}
              onClick={() => onChange(rows.filter((_, index) => index !== at).join())}
            >
              <X size={14} />
            </IconButton>
          </div>
        )
      })}
      <Button size="small" startIcon={<Plus size={14} />} onClick={() => onChange([...rows, ' text'].join())}>
        {words('add')}
      </Button>
    </fieldset>
  )
}

const inputs: Readonly<Record<Extract<InputProps['as'], string>, ComponentType<InputProps>>> = {
  text: TextInput,
  long: TextInput,
  switch: SwitchInput,
  variables: VariablesInput,
  users: PeoplePicker,
  groups: GroupsInput,
  fields: FieldsInput,
  targets: TargetsInput,
  resources: ResourceInput,
  steps: StepInput,
}
