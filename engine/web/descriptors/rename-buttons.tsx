import Button from '@mui/material/Button'
import { useNotify } from 'ra-core'
import { type RenameView, useRename } from '../data/descriptor-state.ts'
import { useTranslation } from '../words/i18n.ts'

interface RenameButtonsProps {
  /** The revision whose files are changed. */
  readonly revision: string
  readonly renames: readonly RenameView[]
}

/** Buttons that declare a rename in its file: then nothing is lost. */
export function RenameButtons({ revision, renames }: RenameButtonsProps) {
  const translate = useTranslation()
  const notify = useNotify()
  const { mutate, isPending } = useRename()
  const write = (rename: RenameView) =>
    mutate(
      { revision, ...rename },
      {
        onSuccess: ({ file }) =>
          notify('descriptors.renamed', { type: 'success', messageArgs: { from: rename.from, file } }),
        onError: error => notify(error.message, { type: 'error' }),
      },
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
