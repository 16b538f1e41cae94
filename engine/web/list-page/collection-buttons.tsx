import Button from '@mui/material/Button'
import type { ResourcePart } from '../data/resource-part.ts'
import { useCollectionSteps } from '../transitions/use-steps.tsx'

/** The actions on the resource as a whole, a button each in the toolbar of its list, and their dialogs. */
export function CollectionButtons({ part }: { part: ResourcePart }) {
  const { open, barred, busy, begin, dialog } = useCollectionSteps(part)
  const { language } = part
  return (
    <>
      {barred.map(({ step, why }) => (
        <span key={step.name} data-hint={why}>
          <Button variant="text" size="small" disabled aria-description={why}>
            {step.title[language]}
          </Button>
        </span>
      ))}
      {open.map(step => (
        <Button
          key={step.name}
          variant="text"
          size="small"
          loading={busy === step.name}
          disabled={busy !== undefined}
          onClick={() => begin(step)}
        >
          {step.title[language]}
        </Button>
      ))}
      {dialog}
    </>
  )
}
