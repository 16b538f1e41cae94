import Button from '@mui/material/Button'
import { CornerDownRight, Eye, FolderTree } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useLabels } from '../../fields/reference/use-labels.ts'
import { StatePanel } from '../components/state-panel.tsx'
import { addressOf } from '../data/addresses.ts'
import type { ResourcePart } from '../data/resource-part.ts'
import { RecordFormDialog } from '../form/record-dialog.tsx'
import { useTranslation } from '../words/i18n.ts'

interface NothingBelowProps {
  readonly part: ResourcePart
  readonly branch: string
}

/** The empty state of a branch without records: links to it, and to a new record below it. */
export function EmptyBranch({ part: { resource, sources, may }, branch }: NothingBelowProps) {
  const translate = useTranslation()
  const navigate = useNavigate()
  const [isMaking, setMaking] = useState(false)
  const [option] = useLabels(sources, resource.name, [branch], undefined).of([branch])
  const name = option && option.label !== option.id ? option.label : ''
  const parent = resource.tree ?? ''
  return (
    <StatePanel
      icon={<FolderTree />}
      title={translate('tree.nothingBelow', { name })}
      help={translate(may.includes('add') ? 'tree.nothingBelowAdd' : 'tree.nothingBelowHelp')}
    >
      <Button startIcon={<Eye />} onClick={() => navigate(addressOf(resource, 'show', branch))}>
        {translate('list.view')}
      </Button>
      {may.includes('add') && (
        <Button startIcon={<CornerDownRight />} onClick={() => setMaking(true)}>
          {translate('tree.addBelow')}
        </Button>
      )}
      {isMaking && (
        <RecordFormDialog
          resource={resource.name}
          presets={{ [parent]: branch, ...(name && { [`${parent}Name`]: name }) }}
          onClose={() => setMaking(false)}
          onSaved={() => setMaking(false)}
        />
      )}
    </StatePanel>
  )
}
