import { useEffect, useRef, useState } from 'react'
import type { BpmnCanvas } from './bpmn-services.ts'

/**
 * A canvas of bpmn-js in the element of `place`, drawn from a text of BPMN and destroyed with the screen; another one for
 * another `key`. It is returned once it is drawn.
 */
export function useCanvas(xml: string, key: string, create: (container: HTMLElement) => Promise<BpmnCanvas>) {
  const place = useRef<HTMLDivElement>(null)
  const [canvas, setCanvas] = useState<BpmnCanvas>()
  const [error, setError] = useState<unknown>()
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new key draws again, and so does another attempt
  useEffect(() => {
    let created: BpmnCanvas | undefined
    let isLeft = false
    const draw = async () => {
      if (!place.current) return
      const made = await create(place.current)
      if (isLeft) return made.destroy()
      created = made
      await drawXml(made, xml)
      if (!isLeft) setCanvas(made)
    }
    setError(undefined)
    draw().catch(cause => isLeft || setError(cause))
    return () => {
      isLeft = true
      created?.destroy()
      setCanvas(undefined)
    }
  }, [key, attempt])
  return { place, canvas, error, retry: () => setAttempt(attempt + 1) }
}

/** Draws a text of BPMN, with the namespaces of the attributes that the properties write. */
export async function drawXml(canvas: BpmnCanvas, xml: string): Promise<void> {
  const { withLayout } = await import('../../processes/layout.ts')
  await canvas.importXML(await withLayout(xml))
  const { $attrs } = canvas.getDefinitions()
  $attrs['xmlns:flowable'] ??= 'http://flowable.org/bpmn'
  $attrs['xmlns:app'] ??= 'urn:app:process'
  showWhole(canvas)
}

/** Shows the whole drawing. */
export const showWhole = (canvas: BpmnCanvas | undefined) => canvas?.get('canvas').zoom('fit-viewport', 'auto')
