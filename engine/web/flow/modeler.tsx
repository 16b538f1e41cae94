import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useQuery } from '@tanstack/react-query'
import {
  Circle,
  CircleAlert,
  CircleCheck,
  CircleDot,
  CirclePlus,
  CircleX,
  Clock,
  Cog,
  FileCode,
  Hand,
  MousePointer2,
  Redo2,
  Spline,
  SquareDashed,
  Undo2,
  UserRound,
} from 'lucide-react'
import { useNotify } from 'ra-core'
import { type DragEvent, type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { ProcessFault } from '../../processes/process-faults.ts'
import { ScreenHead } from '../components/screen-head.tsx'
import { SheetFault } from '../components/sheet-state.tsx'
import { useEngine } from '../data/engine-context.ts'
import { saveFile } from '../export/save-file.ts'
import { useUnsaved } from '../form/leave-guard.tsx'
import { useShortcut } from '../frame/shortcuts.ts'
import { useLanguage } from '../words/i18n.ts'
import { type BpmnCanvas, type DiagramElement, withLayout } from './bpmn-services.ts'
import { type FlowWord, useFlowWords } from './flow-words.ts'
import { documentationOf, PropertiesPanel } from './properties-panel.tsx'
import './modeler.css'

interface ModelerProps {
  readonly title: string
  readonly xml: string
  /** Beside the title: the version. */
  readonly note: ReactNode
  readonly isSaving: boolean
  onBack(): void
  onSave(model: DrawnModel): Promise<unknown>
  /** Offers the deployment of what is drawn. */
  onDeploy(model: DrawnModel): void
}

/** A model as it is stored. */
export interface DrawnModel {
  readonly key: string
  readonly name: string
  readonly description: string
  readonly xml: string
}

/** The modeler: our palette and properties around bpmn-js, and the problems of what is drawn. */
export function Modeler({ title, xml, note, isSaving, onBack, onSave, onDeploy }: ModelerProps) {
  const words = useFlowWords()
  const notify = useNotify()
  const drawing = useDrawing(xml)
  const { modeler, place, drawn, isDirty, error } = drawing
  const { faults, state } = useFaults(modeler, drawn)
  useUnsaved(isDirty)
  const save = async () => {
    if (!modeler) return
    await onSave(await modelOf(modeler))
    drawing.markSaved()
  }
  useShortcut({ keys: 'mod+s', title: words('save') }, () => void save())
  const open = async (file: File) => {
    try {
      await modeler?.importXML(await withLayout(await file.text()))
      drawing.markOpened()
    } catch (cause) {
      notify(words('notRead', { text: cause instanceof Error ? cause.message : String(cause) }), { type: 'error' })
    }
  }
  const stack = modeler?.get('commandStack')
  const errors = faults.filter(({ level }) => level === 'error').length
  return (
    <>
      <ScreenHead title={title} back={{ label: words('back'), onClick: onBack }}>
        <span className="text-13 muted">{note}</span>
        <IconButton aria-label={words('undo')} disabled={!stack?.canUndo()} onClick={() => stack?.undo()}>
          <Undo2 size={16} />
        </IconButton>
        <IconButton aria-label={words('redo')} disabled={!stack?.canRedo()} onClick={() => stack?.redo()}>
          <Redo2 size={16} />
        </IconButton>
        <FilesMenu modeler={modeler} name={title} onOpen={file => void open(file)} />
        <Button variant="outlined" color="inherit" loading={isSaving} disabled={!isDirty} onClick={() => void save()}>
          {words('save')}
        </Button>
        <Button
          variant="contained"
          disabled={!modeler || errors > 0 || state === 'checking'}
          onClick={async () => modeler && onDeploy(await modelOf(modeler))}
        >
          {words('deploy')}
        </Button>
      </ScreenHead>
      {error ? (
        <SheetFault error={error} title={title} retry={drawing.retry} />
      ) : (
        <div className="flow-modeler">
          <Palette modeler={modeler} />
          <div className="bpmn flow-canvas" ref={place} />
          {modeler && drawing.element && <PropertiesPanel modeler={modeler} element={drawing.element} />}
        </div>
      )}
      <FaultList
        faults={faults}
        state={state}
        nameOf={id => nameOf(modeler, id)}
        onChoose={id => choose(modeler, id)}
      />
    </>
  )
}

const xmlOf = async (modeler: BpmnCanvas) => (await modeler.saveXML({ format: true })).xml ?? ''

async function modelOf(modeler: BpmnCanvas): Promise<DrawnModel> {
  const { businessObject: process } = modeler.get('canvas').getRootElement()
  const name = String(process.get('name') ?? '')
  return {
    key: process.id,
    name: name || process.id,
    description: documentationOf(process),
    xml: await xmlOf(modeler),
  }
}

function choose(modeler: BpmnCanvas | undefined, id: string): void {
  const element = modeler?.get('elementRegistry').get(id)
  if (!modeler || !element) return
  modeler.get('selection').select(element)
  modeler.get('canvas').scrollToElement(id, 80)
}

const nameOf = (modeler: BpmnCanvas | undefined, id: string) =>
  String(modeler?.get('elementRegistry').get(id)?.businessObject.get('name') ?? id)

/** The drawing surface: it is created once for a model, and renders this screen at every change. */
function useDrawing(xml: string) {
  const words = useFlowWords()
  const place = useRef<HTMLDivElement>(null)
  const [modeler, setModeler] = useState<BpmnCanvas>()
  const [element, setElement] = useState<DiagramElement>()
  const [drawn, setDrawn] = useState(0)
  const [saved, setSaved] = useState(0)
  const [error, setError] = useState<unknown>()
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the XML that is saved comes back, and is drawn already
  useEffect(() => {
    let made: BpmnCanvas | undefined
    let isLeft = false
    const draw = async () => {
      const [{ createModeler }, laid] = await Promise.all([import('./bpmn-modeler.ts'), withLayout(xml)])
      if (isLeft || !place.current) return
      const created = createModeler(place.current, words)
      made = created
      const select = () => {
        const [only, ...others] = created.get('selection').get()
        const shown = only && others.length === 0 ? (only.labelTarget ?? only) : created.get('canvas').getRootElement()
        setElement(shown)
      }
      created.on('selection.changed', select)
      created.on('commandStack.changed', () => setDrawn(count => count + 1))
      created.on('import.done', select)
      await created.importXML(laid)
      if (isLeft) return
      created.get('canvas').zoom('fit-viewport', 'auto')
      setModeler(created)
    }
    setError(undefined)
    draw().catch(setError)
    return () => {
      isLeft = true
      made?.destroy()
      setModeler(undefined)
    }
  }, [words, attempt])
  return {
    place,
    modeler,
    element,
    drawn,
    error,
    isDirty: drawn !== saved,
    markSaved: () => setSaved(drawn),
    markOpened() {
      modeler?.get('canvas').zoom('fit-viewport', 'auto')
      setDrawn(count => count + 1)
    },
    retry: () => setAttempt(attempt + 1),
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
      return session.call<readonly ProcessFault[]>('/api/engine/flow/check', {
        method: 'POST',
        body: { xml },
        isChange: false,
        signal,
      })
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
      html.className = `flow-fault ${level}`
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
  nameOf(element: string): string
  onChoose(element: string): void
}

function FaultList({ faults, state, nameOf, onChoose }: FaultListProps) {
  const words = useFlowWords()
  const language = useLanguage()
  const errors = faults.filter(({ level }) => level === 'error').length
  const warnings = faults.length - errors
  return (
    <footer className="flow-faults" aria-live="polite">
      <p className="row gap-8 nowrap">
        {errors > 0 ? <CircleAlert size={16} className="late" /> : <CircleCheck size={16} className="muted" />}
        {state === 'failed'
          ? words('unchecked')
          : errors > 0
            ? words('faults', { count: errors })
            : faults.length === 0
              ? words(state === 'checking' ? 'checking' : 'noFaults')
              : ''}
        {warnings > 0 && <span className="muted">{words('warnings', { count: warnings })}</span>}
      </p>
      <ul className="grow scroll">
        {faults.map(fault => (
          <li key={`${fault.element} ${fault.code} ${fault.zh}`}>
            <button
              type="button"
              className={`link ${fault.level === 'error' ? '' : 'muted'}`}
              onClick={() => onChoose(fault.element)}
            >
              {nameOf(fault.element)}: {fault[language]}
            </button>
          </li>
        ))}
      </ul>
    </footer>
  )
}

interface FilesMenuProps {
  readonly modeler: BpmnCanvas | undefined
  readonly name: string
  onOpen(file: File): void
}

function FilesMenu({ modeler, name, onOpen }: FilesMenuProps) {
  const words = useFlowWords()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const save = async (kind: 'xml' | 'svg') => {
    setAnchor(null)
    if (!modeler) return
    const text = kind === 'xml' ? await xmlOf(modeler) : resolvedSvg((await modeler.saveSVG()).svg)
    const type = kind === 'xml' ? 'application/xml' : 'image/svg+xml'
    saveFile(new Blob([text], { type }), `${name}.${kind === 'xml' ? 'bpmn' : 'svg'}`)
  }
  return (
    <>
      <IconButton aria-label={words('files')} aria-haspopup="menu" onClick={event => setAnchor(event.currentTarget)}>
        <FileCode size={16} />
      </IconButton>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        <MenuItem
          onClick={() => {
            setAnchor(null)
            input.current?.click()
          }}
        >
          {words('openFile')}
        </MenuItem>
        <MenuItem onClick={() => void save('xml')}>{words('saveXml')}</MenuItem>
        <MenuItem onClick={() => void save('svg')}>{words('saveSvg')}</MenuItem>
      </Menu>
      <input
        ref={input}
        type="file"
        hidden
        accept=".bpmn,.xml"
        aria-label={words('openFile')}
        onChange={event => {
          const [file] = event.target.files ?? []
          if (file) onOpen(file)
          event.target.value = ''
        }}
      />
    </>
  )
}

/** An SVG with the theme's colours in place of its custom properties, so that it can be shown anywhere. */
function resolvedSvg(svg: string): string {
  const style = getComputedStyle(document.querySelector('.bpmn') ?? document.documentElement)
  const colourOf = (name: string): string =>
    style
      .getPropertyValue(name)
      .trim()
      .replace(/var\((--[\w-]+)\)/g, (_text, inner: string) => colourOf(inner))
  return svg.replace(/var\((--[\w-]+)\)/g, (_text, name: string) => colourOf(name))
}

type Addition = 'user' | 'service' | 'exclusive' | 'parallel' | 'start' | 'timer' | 'end' | 'subProcess'

const tools: readonly (readonly [FlowWord & Addition, ReactNode])[] = [
  ['start', <Circle key="start" />],
  ['timer', <Clock key="timer" />],
  ['end', <CircleDot key="end" />],
  ['exclusive', <CircleX key="exclusive" />],
  ['parallel', <CirclePlus key="parallel" />],
  ['user', <UserRound key="user" />],
  ['service', <Cog key="service" />],
  ['subProcess', <SquareDashed key="subProcess" />],
]

/** The tools, and the elements that the engine executes: dragged, placed by a click, or appended by Enter. */
function Palette({ modeler }: { readonly modeler: BpmnCanvas | undefined }) {
  const words = useFlowWords()
  const add = async (name: Addition, event: DragEvent | MouseEvent) => {
    event.preventDefault()
    if (!modeler) return
    const { nativeEvent: native, detail } = event
    const { additions } = await import('./bpmn-modeler.ts')
    const shape = modeler.get('elementFactory').createShape(additions[name])
    if (event.type === 'dragstart' || detail > 0) return modeler.get('create').start(native, shape)
    const [selected] = modeler.get('selection').get()
    if (selected?.businessObject.$instanceOf('bpmn:FlowNode')) return modeler.get('autoPlace').append(selected, shape)
    const canvas = modeler.get('canvas')
    const { x, y, width, height } = canvas.viewbox()
    const centre = { x: x + width / 2, y: y + height / 2 }
    modeler.get('selection').select(modeler.get('modeling').createShape(shape, centre, canvas.getRootElement()))
  }
  return (
    <nav className="flow-palette" aria-label={words('tools')}>
      <IconButton
        aria-label={words('hand')}
        title={words('hand')}
        onClick={event => modeler?.get('handTool').activateHand(event.nativeEvent)}
      >
        <Hand />
      </IconButton>
      <IconButton
        aria-label={words('lasso')}
        title={words('lasso')}
        onClick={event => modeler?.get('lassoTool').activateSelection(event.nativeEvent)}
      >
        <MousePointer2 />
      </IconButton>
      <IconButton
        aria-label={words('connect')}
        title={words('connect')}
        onClick={event => modeler?.get('globalConnect').start(event.nativeEvent)}
      >
        <Spline />
      </IconButton>
      <hr />
      {tools.map(([name, icon]) => (
        <IconButton
          key={name}
          aria-label={words(name)}
          title={words(name)}
          draggable
          onDragStart={event => void add(name, event)}
          onClick={event => void add(name, event)}
        >
          {icon}
        </IconButton>
      ))}
    </nav>
  )
}
