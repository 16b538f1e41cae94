import MenuItem from '@mui/material/MenuItem'
import Select from '@mui/material/Select'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '../components/confirm-dialog.tsx'
import { rootPage } from '../data/addresses.ts'
import { useEngine } from '../data/engine-context.ts'
import { useModelIndex } from '../data/resource-part.ts'
import { describedBy, LabelledField } from '../sign-in/labelled.tsx'
import { useTranslation } from '../words/i18n.ts'
import { useSystemWords } from './system-words.ts'

type Choice = 'dept' | 'role'

/** Chooses with which of the user's departments and roles the user acts; the page starts again with their menu. */
export function SwitchDialog({ onClose }: { readonly onClose: () => void }) {
  const words = useSystemWords()
  const translate = useTranslation()
  const { session } = useEngine()
  const me = useModelIndex()?.me
  const [chosen, setChosen] = useState<Readonly<Record<Choice, string>>>({
    dept: me?.deptId ?? '',
    role: me?.roleIds.length === 1 ? (me.roleIds[0] ?? '') : '',
  })
  const [isTried, setTried] = useState(false)
  const [fault, setFault] = useState('')
  const [isBusy, setBusy] = useState(false)
  const confirm = async () => {
    setTried(true)
    if (chosen.dept === '' || chosen.role === '') return
    setBusy(true)
    try {
      await session.switchTo({ deptId: chosen.dept, roleId: chosen.role })
      location.assign(rootPage)
    } catch (error) {
      setFault(error instanceof Error ? error.message : String(error))
      setBusy(false)
    }
  }
  const field = (choice: Choice) => (
    <ChoiceField
      choice={choice}
      value={chosen[choice]}
      error={isTried && chosen[choice] === '' ? words(choice === 'dept' ? 'noDept' : 'noRole') : undefined}
      onChange={id => setChosen(before => ({ ...before, [choice]: id }))}
    />
  )
  return (
    <ConfirmDialog
      title={translate('shell.switch')}
      text={words('switchHelp')}
      confirm={translate('shell.switch')}
      isBusy={isBusy}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      {field('dept')}
      {field('role')}
      {fault && (
        <p className="late text-13" role="alert">
          {fault}
        </p>
      )}
    </ConfirmDialog>
  )
}

interface ChoiceFieldProps {
  readonly choice: Choice
  readonly value: string
  readonly error: string | undefined
  onChange(id: string): void
}

function ChoiceField({ choice, value, error, onChange }: ChoiceFieldProps) {
  const words = useSystemWords()
  const { session } = useEngine()
  const userId = session.person()?.userId
  const { data = [] } = useQuery({
    queryKey: ['own', choice, userId],
    queryFn: () =>
      session.call<readonly { readonly id: string; readonly [name: string]: string }[]>(
        `/api/blade-system/${choice}/select`,
        { query: { userId } },
      ),
  })
  const id = `switch-${choice}`
  return (
    <LabelledField id={id} label={words(choice)} isRequired error={error}>
      <Select
        fullWidth
        // A value that is no choice yet would be an error of MUI.
        value={data.some(one => one.id === value) ? value : ''}
        error={error !== undefined}
        SelectDisplayProps={{
          id,
          'aria-label': words(choice),
          'aria-describedby': error ? describedBy(id) : undefined,
        }}
        onChange={event => onChange(event.target.value)}
      >
        {data.map(one => (
          <MenuItem key={one.id} value={one.id}>
            {one[`${choice}Name`]}
          </MenuItem>
        ))}
      </Select>
    </LabelledField>
  )
}
