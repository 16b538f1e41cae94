import Button from '@mui/material/Button'
import { useNotify } from 'ra-core'
import { type RenameView, useRename } from '../data/descriptor-state.ts'
import { useTranslation } from '../words/i18n.ts'
import { useOutcome } from './use-outcome.ts'

interface RenameButtonsProps {
  /** The revision whose files are changed. */
  readonly revision: string
  readonly renames: readonly RenameView[]
}

/** Buttons that declare a rename in its file: then nothing is lost. */
export function RenameButtons({ revision, renames }: RenameButtonsProps) {
  const translate = useTranslation()
  const notify = useNotify()
  const report = useOutcome()
  const { mutateAsync, isPending } = useRename()
  const write = (rename: RenameView) =>
    report(
      () => mutateAsync({ revision, ...rename }),
      ({ file }) => notify('descriptors.renamed', { type: 'success', messageArgs: { from: rename.from, file } }),
    )
  return (
    <p className="descriptors-renames">
      {translate('descriptors.renameHelp')}
      {renames.map(rename => (
        <Button
          key={JSON.stringify(rename)}
          size="small"
          variant="outlined"
          disabled={isPending}
          onClick={() => write(rename)}
        >
          {translate('descriptors.rename', { from: rename.from, to: newNameOf(rename) })}
        </Button>
      ))}
    </p>
  )
}

const newNameOf = (rename: RenameView): string =>
  'dictionary' in rename ? (rename.entry ?? rename.dictionary) : (rename.field ?? rename.resource)
