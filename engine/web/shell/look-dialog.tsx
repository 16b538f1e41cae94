import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import IconButton from '@mui/material/IconButton'
import OutlinedInput from '@mui/material/OutlinedInput'
import { X } from 'lucide-react'
import { useState } from 'react'
import { isHex } from '../../model/colour.ts'
import { Segment, Segments } from '../components/segments.tsx'
import { useEngine } from '../data/engine-context.ts'
import type { Choices } from '../data/preferences.ts'
import { useChoices } from '../data/use-choices.ts'
import { useBrand } from '../frame/brand-context.ts'
import { ThemePreview } from '../look/theme-preview.tsx'
import { seedOf, type ThemeKey, themes, usualTheme } from '../look/themes.ts'
import { describedBy, LabelledField } from '../sign-in/labelled.tsx'
import { useLocalized, useTranslation } from '../words/i18n.ts'
import './look-dialog.css'

const seeds = ['#409EFF', '#1FA99A', '#52A447', '#D99A15', '#E8702A', '#7E6BF0']

/** Theme, colour, colour scheme and row height; every choice is applied and stored at once. */
export function LookDialog({ onClose }: { onClose: () => void }) {
  const translate = useTranslation()
  const localized = useLocalized()
  const { preferences } = useEngine()
  const choices = useChoices(preferences)
  const { name, colours } = useBrand()
  const isOfBrand = (theme: ThemeKey) => theme === usualTheme && colours?.primary !== undefined
  return (
    <Dialog
      open
      onClose={onClose}
      aria-labelledby="look-title"
      maxWidth={false}
      slotProps={{ paper: { className: 'look-dialog' } }}
    >
      <DialogTitle id="look-title" className="look-title">
        {translate('look.title')}
        <IconButton aria-label={translate('shell.close')} onClick={onClose}>
          <X />
        </IconButton>
      </DialogTitle>
      <DialogContent>
        <div className="look-themes grid gap-16" role="radiogroup" aria-label={translate('look.title')}>
          {(Object.keys(themes) as ThemeKey[]).map(theme => (
            <label key={theme}>
              <input
                type="radio"
                name="theme"
                checked={choices.theme === theme}
                onChange={() => preferences.write({ theme, colour: undefined })}
              />
              <span className="look-picture">
                <ThemePreview theme={theme} seed={seedOf(theme, colours?.primary)} />
              </span>
              <span className="look-name flex text-13">
                <span>{localized(isOfBrand(theme) ? name : themes[theme].title)}</span>
              </span>
            </label>
          ))}
          <OwnColour choices={choices} primary={colours?.primary} onChoose={colour => preferences.write({ colour })} />
        </div>
      </DialogContent>
      <DialogActions className="look-foot">
        <Segments label={translate('look.scheme')}>
          {(['light', 'dark', 'system'] as const).map(scheme => (
            <Segment key={scheme} isOn={choices.scheme === scheme} onChoose={() => preferences.write({ scheme })}>
              {translate(`look.${scheme}`)}
            </Segment>
          ))}
        </Segments>
        <Segments label={translate('look.density')}>
          {(['comfortable', 'compact'] as const).map(density => (
            <Segment key={density} isOn={choices.density === density} onChoose={() => preferences.write({ density })}>
              {translate(`look.${density}`)}
            </Segment>
          ))}
        </Segments>
        <Button size="large" variant="contained" color="primary" onClick={onClose}>
          {translate('look.done')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

interface OwnColourProps {
  readonly choices: Choices
  /** The colour of the brand. */
  readonly primary: string | undefined
  readonly onChoose: (colour: string) => void
}

function OwnColour({ choices, primary, onChoose }: OwnColourProps) {
  const translate = useTranslation()
  const now = choices.colour ?? seedOf(choices.theme, primary)
  const [typed, setTyped] = useState<string>()
  const text = typed ?? now
  const isWrong = typed !== undefined && !isHex(typed)
  return (
    <div className="look-own">
      <LabelledField
        id="own-colour"
        label={translate('look.own')}
        error={isWrong ? translate('look.ownHelp') : undefined}
      >
        <div className="look-seeds flex gap-8">
          {seeds.map(seed => (
            <button
              key={seed}
              type="button"
              aria-label={seed}
              aria-pressed={now.toUpperCase() === seed}
              style={{ backgroundColor: seed }}
              onClick={() => {
                setTyped(undefined)
                onChoose(seed)
              }}
            />
          ))}
        </div>
        <OutlinedInput
          id="own-colour"
          fullWidth
          value={text}
          error={isWrong}
          inputProps={{ maxLength: 7, 'aria-describedby': isWrong ? describedBy('own-colour') : undefined }}
          onChange={({ target }) => {
            setTyped(target.value)
            if (isHex(target.value)) onChoose(target.value.toUpperCase())
          }}
          onBlur={() => setTyped(undefined)}
        />
      </LabelledField>
    </div>
  )
}
