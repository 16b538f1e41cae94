import Button from '@mui/material/Button'
import IconButton, { type IconButtonProps } from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, FileCode, History, Redo2, Undo2 } from 'lucide-react'
import { useNotify } from 'ra-core'
import { type DragEvent, type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { FlowModelView } from '../../model/flow-views.ts'
import type { ProcessFault } from '../../processes/process-faults.ts'
import { recordStepsOf } from '../../record/steps-of.ts'
import { ScreenHead } from '../components/screen-head.tsx'
import { SheetFault, SheetLoading } from '../components/sheet-state.tsx'
import { useMenu } from '../components/use-menu.ts'
import { useEngine } from '../data/engine-context.ts'
import { type ResourcePart, useResourcePart } from '../data/resource-part.ts'
import { saveFile } from '../export/save-file.ts'
import { useUnsaved } from '../form/leave-guard.tsx'
import { useShortcut } from '../frame/shortcuts.ts'
import { StepDialogs } from '../transitions/step-dialogs.tsx'
import { useStepTaking } from '../transitions/step-taking.ts'
import { useLanguage } from '../words/i18n.ts'
import { additions, createModeler, newShape } from './bpmn-modeler.ts'
import type { BpmnCanvas, DiagramElement } from './bpmn-services.ts'
import { documentationOf } from './element-fields.ts'
import { useFlowChange, useFlowQuery } from './flow-calls.ts'
import { FlowDiagram } from './flow-diagram.tsx'
import { useListTitle } from './flow-items.tsx'
import { type FlowWord, useFlowWords } from './flow-words.ts'
import { PropertiesPanel } from './properties-panel.tsx'
import { drawXml, useCanvas } from './use-canvas.ts'
import './modeler.css'

interface OpenModelProps {
  /** Undefined: a new model. */
  readonly id: string | undefined
  onOpen(id: string): void
}

/** A model in the modeler; in a narrow window, its diagram. */
export function OpenModel({ id, onOpen }: OpenModelProps) {
  const words = useFlowWords()
  const list = useListTitle()
  const { data, error, refetch } = useFlowQuery<FlowModelView>('/api/blade-flow/model/detail', { id }, id !== undefined)
  // After the first save, the same drawing goes on under its id.
  const [made] = useState(() => (id === undefined ? emptyProcess() : undefined))
  const isNarrow = useMediaQuery('(max-width: 991.95px)', { noSsr: true })
  const xml = made ?? data?.modelEditorXml
  if (error && !data) return <SheetFault error={error} title={list} retry={() => void refetch()} />
  if (xml === undefined) return <SheetLoading />
  const title = data?.name ?? words('newModel')
  if (isNarrow)
    return (
      <>
        <ScreenHead title={title} />
        <p className="inset muted text-13">{words('narrow')}</p>
        <FlowDiagram xml={xml} />
      </>
    )
  return <Modeler id={id} title={title} xml={xml} model={data} onOpen={onOpen} />
}

/** A new model: start, task and end. Its key is new, so that it replaces no deployed process. */
const emptyProcess = () => `<?xml version="1.0" encoding="UTF-8"?>
<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI" xmlns:dc="http://www.omg.org/spec/DD/20100524/DC" xmlns:di="http://www.omg.org/spec/DD/20100524/DI" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:flowable="http://flowable.org/bpmn" xmlns:app="urn:app:process" id="definitions" targetNamespace="urn:app:process" expressionLanguage="https://cel.dev">
  <bpmn:process id="process_${Date.now().toString(36)}" isExecutable="true">
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

interface ModelerProps extends OpenModelProps {
  readonly title: string
  readonly xml: string
  readonly model: FlowModelView | undefined
}

/** The modeler: our palette and properties around bpmn-js, and the problems of what is drawn. */
function Modeler({ id, title, xml, model, onOpen }: ModelerProps) {
  const words = useFlowWords()
  const notify = useNotify()
  const { session } = useEngine()
  const { modeler, place, element, drawn, error, isDirty, markSaved, markOpened, retry } = useDrawing(xml)
  const { faults, state } = useFaults(modeler, drawn)
  const { mutateAsync, isPending } = useFlowChange<{ readonly id: string }>()
  const { data: part } = useResourcePart('flowModel')
  useUnsaved(isDirty)
  const save = async () => {
    if (!modeler) return ''
    const { businessObject: process } = modeler.get('canvas').getRootElement()
    const name = String(process.get('name') ?? '') || process.id
    const [description, modelEditorXml] = [documentationOf(process), await xmlOf(modeler)]
    const body = { ...(id && { id }), modelKey: process.id, name, description, modelEditorXml }
    const saved = await mutateAsync({ path: '/api/blade-flow/model/submit', body })
    markSaved()
    notify(words('saved'), { type: 'success' })
    if (saved.id !== id) onOpen(saved.id)
    return saved.id
  }
  useShortcut({ keys: 'mod+s', title: words('save') }, () => void save())
  const open = async (text: string) => {
    try {
      if (modeler) await drawXml(modeler, text)
      markOpened()
    } catch (cause) {
      notify(words('notRead', { text: cause instanceof Error ? cause.message : String(cause) }), { type: 'error' })
    }
  }
  const openVersion = async (version: number) => {
    const { modelEditorXml = '' } = await session.call<FlowModelView>('/api/blade-flow/model/detail', {
      query: { id, version },
    })
    await open(modelEditorXml)
  }
  const [field, chooseFile] = useBpmnFile(async file => open(await file.text()))
  const write = async (kind: 'bpmn' | 'svg') => {
    if (!modeler) return
    const text = kind === 'bpmn' ? await xmlOf(modeler) : resolvedSvg((await modeler.saveSVG()).svg)
    saveFile(new Blob([text], { type: kind === 'bpmn' ? 'application/xml' : 'image/svg+xml' }), `${title}.${kind}`)
  }
  const stack = modeler?.get('commandStack')
  const hasErrors = faults.some(({ level }) => level === 'error')
  return (
    <>
      <ScreenHead title={title}>
        <IconButton aria-label={words('undo')} disabled={!stack?.canUndo()} onClick={() => stack?.undo()}>
          <Undo2 size={16} />
        </IconButton>
        <IconButton aria-label={words('redo')} disabled={!stack?.canRedo()} onClick={() => stack?.redo()}>
          <Redo2 size={16} />
        </IconButton>
        {model && (
          <MenuButton
            label={words('versions')}
            icon={<History size={16} />}
            items={(model.versions ?? []).map(({ version, at, by }) => [
              `v${version}, ${at.slice(0, 16)} ${by?.name ?? ''}`,
              () => void openVersion(version),
            ])}
          />
        )}
        <MenuButton
          label={words('file')}
          icon={<FileCode size={16} />}
          items={[
            [words('openFile'), chooseFile],
            [words('saveXml'), () => void write('bpmn')],
            [words('saveSvg'), () => void write('svg')],
          ]}
        />
        {field}
        <Button variant="outlined" color="inherit" loading={isPending} disabled={!isDirty} onClick={() => void save()}>
          {words('save')}
        </Button>
        {part && (
          <DeployButton
            part={part}
            disabled={!modeler || hasErrors || state === 'checking'}
            title={title}
            save={save}
          />
        )}
      </ScreenHead>
      {error ? (
        <SheetFault error={error} title={title} retry={retry} />
      ) : (
        <div className="flow-modeler grid flex-1 min-h-0 ruled">
          <Palette modeler={modeler} />
          <div className="bpmn flow-canvas relative min-h-0 clip" ref={place} />
          {modeler && element && <PropertiesPanel modeler={modeler} element={element} />}
        </div>
      )}
      <FaultList faults={faults} state={state} modeler={modeler} />
    </>
  )
}

interface DeployButtonProps {
  readonly part: ResourcePart
  readonly disabled: boolean
  readonly title: string
  save(): Promise<string>
}

/** Saves the model and takes the step that deploys it. */
function DeployButton({ part, disabled, title, save }: DeployButtonProps) {
  const taking = useStepTaking(part)
  const step = part.may.includes('deploy') && recordStepsOf(part.resource).find(({ name }) => name === 'deploy')
  if (!step) return null
  const begin = async () => taking.begin(step, { id: await save(), modelName: title })
  return (
    <>
      <Button variant="contained" disabled={disabled} onClick={() => void begin()}>
        {step.title[part.language]}
      </Button>
      <StepDialogs part={part} taking={taking} />
    </>
  )
}

/** A choice of a BPMN file: the element that asks for it, and what opens it. */
function useBpmnFile(onChoose: (file: File) => void) {
  const words = useFlowWords()
  const input = useRef<HTMLInputElement>(null)
  const field = (
    <input
      ref={input}
      type="file"
      hidden
      accept=".bpmn,.xml"
      aria-label={words('openFile')}
      onChange={event => {
        const [file] = event.target.files ?? []
        if (file) onChoose(file)
        event.target.value = ''
      }}
    />
  )
  return [field, () => input.current?.click()] as const
}

const xmlOf = async (modeler: BpmnCanvas) => (await modeler.saveXML({ format: true })).xml ?? ''

/** The drawing surface: it is created once for a model, and renders this screen at every change. */
function useDrawing(xml: string) {
  const words = useFlowWords()
  const language = useLanguage()
  const [element, setElement] = useState<DiagramElement>()
  const [drawn, setDrawn] = useState(0)
  const [saved, setSaved] = useState(0)
  const {
    canvas: modeler,
    place,
    error,
    retry,
  } = useCanvas(xml, language, async container => {
    const created = createModeler(container, words, language)
    const select = () => {
      const [only, ...others] = created.get('selection').get()
      setElement(only && others.length === 0 ? (only.labelTarget ?? only) : created.get('canvas').getRootElement())
    }
    created.on('selection.changed', select)
    created.on('commandStack.changed', () => setDrawn(count => count + 1))
    created.on('import.done', select)
    return created
  })
  return {
    place,
    modeler,
    element,
    drawn,
    error,
    isDirty: drawn !== saved,
    markSaved: () => setSaved(drawn),
    markOpened: () => setDrawn(count => count + 1),
    retry,
  }
}

type CheckState = 'checking' | 'checked' | 'failed'

/** The faults of what is drawn, marked at their elements. */
function useFaults(modeler: BpmnCanvas | undefined, drawn: number) {
  const { session } = useEngine()
  const language = useLanguage()
  const [at, setAt] = useState(0)
  useEffect(() => {
    const timer = setTimeout(() => setAt(drawn), 400)
    return () => clearTimeout(timer)
  }, [drawn])
  const { data, error, isFetching } = useQuery({
    queryKey: ['engine', 'flow-check', at],
    queryFn: async ({ signal }) => {
      const xml = modeler ? await xmlOf(modeler) : ''
      const options = { method: 'POST', body: { xml }, isChange: false, signal } as const
      return session.call<readonly ProcessFault[]>('/api/engine/flow/check', options)
    },
    enabled: modeler !== undefined,
    gcTime: 0,
    placeholderData: before => before,
  })
  const faults = data ?? noFaults
  useEffect(() => {
    if (!modeler) return
    const overlays = modeler.get('overlays')
    for (const fault of faults) {
      const { element, level } = fault
      if (!modeler.get('elementRegistry').get(element)) continue
      const html = document.createElement('span')
      html.className = `flow-fault centered circle size-12 bold ${level}`
      html.textContent = '!'
      html.title = fault[language]
      overlays.add(element, 'fault', { position: { top: -10, right: 10 }, html })
    }
    return () => overlays.remove({ type: 'fault' })
  }, [modeler, faults, language])
  const state: CheckState = isFetching || at !== drawn ? 'checking' : error ? 'failed' : 'checked'
  return { faults, state }
}

const noFaults: readonly ProcessFault[] = []

interface FaultListProps {
  readonly faults: readonly ProcessFault[]
  readonly state: CheckState
  readonly modeler: BpmnCanvas | undefined
}

function FaultList({ faults, state, modeler }: FaultListProps) {
  const words = useFlowWords()
  const language = useLanguage()
  const errors = faults.filter(({ level }) => level === 'error').length
  const warnings = faults.length - errors
  const registry = modeler?.get('elementRegistry')
  const choose = (id: string) => {
    const element = registry?.get(id)
    if (!modeler || !element) return
    modeler.get('selection').select(element)
    modeler.get('canvas').scrollToElement(id, 80)
  }
  const found = errors > 0 ? words('faults', { count: errors }) : ''
  const none = faults.length === 0 ? words(state === 'checking' ? 'checking' : 'noFaults') : ''
  return (
    <footer className="flow-faults text-13 flex gap-16 ruled py-12 inset" aria-live="polite">
      <p className="row gap-8 nowrap">
        {errors > 0 ? <CircleAlert size={16} className="late" /> : <CircleCheck size={16} className="muted" />}
        {state === 'failed' ? words('unchecked') : found || none}
        {warnings > 0 && <span className="muted">{words('warnings', { count: warnings })}</span>}
      </p>
      <ul className="grow scroll">
        {faults.map(fault => (
          <li key={`${fault.element} ${fault.code} ${fault.zh}`}>
            <button
              type="button"
              className={`link ${fault.level === 'error' ? '' : 'muted'}`}
              onClick={() => choose(fault.element)}
            >
              {String(registry?.get(fault.element)?.businessObject.get('name') ?? fault.element)}: {fault[language]}
            </button>
          </li>
        ))}
      </ul>
    </footer>
  )
}

interface MenuButtonProps {
  readonly label: string
  readonly icon: ReactNode
  readonly items: readonly (readonly [label: string, act: () => void])[]
}

function MenuButton({ label, icon, items }: MenuButtonProps) {
  const { opener, menu, choose } = useMenu()
  return (
    <>
      <IconButton aria-label={label} title={label} {...opener}>
        {icon}
      </IconButton>
      <Menu {...menu}>
        {items.map(([item, act]) => (
          <MenuItem key={item} onClick={choose(act)}>
            {item}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}

/** An SVG with the theme's colours in place of its custom properties, so that it can be shown anywhere. */
function resolvedSvg(svg: string): string {
  const style = getComputedStyle(document.querySelector('.bpmn') ?? document.documentElement)
  const resolved = (text: string): string =>
    text.replace(/var\((--[\w-]+)\)/g, (_text, name: string) => resolved(style.getPropertyValue(name).trim()))
  return resolved(svg)
}

/** The tools, and the elements that the engine executes: dragged, placed by a click, or appended by Enter. */
function Palette({ modeler }: { readonly modeler: BpmnCanvas | undefined }) {
  const words = useFlowWords()
  const add = (name: keyof typeof additions, event: DragEvent | MouseEvent) => {
    event.preventDefault()
    if (!modeler) return
    const { nativeEvent: native, detail } = event
    const shape = newShape(modeler, name)
    if (event.type === 'dragstart' || detail > 0) return modeler.get('create').start(native, shape)
    const [selected] = modeler.get('selection').get()
    if (selected?.businessObject.$instanceOf('bpmn:FlowNode')) return modeler.get('autoPlace').append(selected, shape)
    const canvas = modeler.get('canvas')
    const { x, y, width, height } = canvas.viewbox()
    const centre = { x: x + width / 2, y: y + height / 2 }
    modeler.get('selection').select(modeler.get('modeling').createShape(shape, centre, canvas.getRootElement()))
  }
  const tool = (name: FlowWord, icon: string, act: Pick<IconButtonProps, 'onClick' | 'onDragStart' | 'draggable'>) => (
    <IconButton key={name} aria-label={words(name)} title={words(name)} {...act}>
      <i className={`bpmn-icon-${icon}`} />
    </IconButton>
  )
  return (
    <nav className="flow-palette stack gap-2 scrolls ruled-right items-center py-8" aria-label={words('tools')}>
      {tool('hand', 'hand-tool', { onClick: ({ nativeEvent }) => modeler?.get('handTool').activateHand(nativeEvent) })}
      {tool('lasso', 'lasso-tool', {
        onClick: ({ nativeEvent }) => modeler?.get('lassoTool').activateSelection(nativeEvent),
      })}
      {tool('connect', 'connection-multi', {
        onClick: ({ nativeEvent }) => modeler?.get('globalConnect').start(nativeEvent),
      })}
      <hr />
      {(Object.keys(additions) as (keyof typeof additions)[]).map(name => {
        const act = (event: DragEvent | MouseEvent) => add(name, event)
        return tool(name, additions[name].icon, { draggable: true, onDragStart: act, onClick: act })
      })}
    </nav>
  )
}
