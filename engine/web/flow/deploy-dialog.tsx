import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNotify } from 'ra-core'
import { useState } from 'react'
import { SheetDialog } from '../components/dialog.tsx'
import { useEngine } from '../data/engine-context.ts'
import { useFlowWords } from './flow-words.ts'

interface CategoryFieldProps {
  readonly value: string
  onChange(value: string): void
}

/** The entries of the dictionary `flow`, as the category of a process. */
function CategoryField({ value, onChange }: CategoryFieldProps) {
  const words = useFlowWords()
  const { session } = useEngine()
  const { data = [] } = useQuery({
    queryKey: ['flow', 'categories'],
    queryFn: () =>
      session.call<readonly { readonly dictKey: string; readonly dictValue: string }[]>(
        '/api/blade-system/dict/dictionary',
        { query: { code: 'flow' } },
      ),
  })
  return (
    <TextField select label={words('category')} value={value} onChange={event => onChange(event.target.value)}>
      {data.map(({ dictKey, dictValue }) => (
        <MenuItem key={dictKey} value={`flow_${dictKey}`}>
          {dictValue}
        </MenuItem>
      ))}
    </TextField>
  )
}

function TenantsField({ value, onChange }: CategoryFieldProps) {
  const words = useFlowWords()
  return (
    <TextField
      label={words('tenants')}
      helperText={words('tenantsHelp')}
      value={value}
      onChange={event => onChange(event.target.value)}
    />
  )
}

interface DeployDialogProps {
  /** What is deployed: a model or a file. */
  readonly name: string
  /** Reports its own error; the dialog then stays open. */
  deploy(category: string, tenantIds: readonly string[]): Promise<unknown>
  onClose(): void
}

/** Asks for what a deployment needs besides the process. */
export function DeployDialog({ name, deploy, onClose }: DeployDialogProps) {
  const words = useFlowWords()
  const notify = useNotify()
  const [category, setCategory] = useState('')
  const [tenants, setTenants] = useState('')
  const { mutate, isPending } = useMutation({
    mutationFn: () => deploy(category, tenants.split(/[,，\s]+/).filter(Boolean)),
    onSuccess() {
      notify(words('deployed'), { type: 'success' })
      onClose()
    },
  })
  return (
    <SheetDialog
      title={words('deploy')}
      help={name}
      width={480}
      isBusy={isPending}
      onClose={onClose}
      foot={close => (
        <>
          <Button variant="outlined" color="inherit" onClick={close}>
            {words('cancel')}
          </Button>
          <Button variant="contained" loading={isPending} onClick={() => mutate()}>
            {words('deploy')}
          </Button>
        </>
      )}
    >
      <div className="stack gap-16">
        <CategoryField value={category} onChange={setCategory} />
        <TenantsField value={tenants} onChange={setTenants} />
      </div>
    </SheetDialog>
  )
}
