import { useRef } from 'react'
import { type FlowChange, useFlowQuery } from './flow-calls.ts'
import { useFlowWords } from './flow-words.ts'
import { FormDialog } from './form-dialog.tsx'

interface DeployDialogProps {
  /** What is deployed: a model or a file. */
  readonly name: string
  deploy(category: string, tenantIds: readonly string[]): FlowChange
  onClose(): void
}

/** Asks for what a deployment needs besides the process: the category, of the dictionary `flow`, and tenants. */
export function DeployDialog({ name, deploy, onClose }: DeployDialogProps) {
  const words = useFlowWords()
  const { data = [], isPending } = useFlowQuery<readonly { readonly dictKey: string; readonly dictValue: string }[]>(
    '/api/blade-system/dict/dictionary',
    { code: 'flow' },
  )
  if (isPending) return null
  const categories = data.map(({ dictKey, dictValue }) => ({ const: `flow_${dictKey}`, title: dictValue }))
  return (
    <FormDialog
      title={words('deploy')}
      help={name}
      form={{
        properties: {
          ...(categories.length > 0 && { category: { type: 'string', title: words('category'), oneOf: categories } }),
          tenants: { type: 'string', title: words('tenants'), description: words('tenantsHelp') },
        },
      }}
      done="deployed"
      change={({ category, tenants }) =>
        deploy(
          String(category ?? ''),
          String(tenants ?? '')
            .split(/[,，\s]+/)
            .filter(Boolean),
        )
      }
      onClose={onClose}
    />
  )
}

/** A choice of a BPMN file: the element that asks for it, and what opens it. */
export function useBpmnFile(onChoose: (file: File) => void) {
  const words = useFlowWords()
  const input = useRef<HTMLInputElement>(null)
  const field = (
    <input
      ref={input}
      type="file"
      hidden
      accept=".bpmn,.xml"
      aria-label={words('upload')}
      onChange={event => {
        const [file] = event.target.files ?? []
        if (file) onChoose(file)
        event.target.value = ''
      }}
    />
  )
  return [field, () => input.current?.click()] as const
}
