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
import { dictionaryPaints } from '../look/dictionary-colours.ts'
import { neutralColours } from '../look/neutral-colours.ts'
import { accentOf, slateSideBar } from '../look/palette.ts'
import { seedOf, type ThemeKey, themeOf, themes, usualTheme } from '../look/themes.ts'
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
      <DialogTitle id="look-title" className="flex! items-start! spread!">
        {translate('look.title')}
        <IconButton aria-label={translate('shell.close')} onClick={onClose}>
          <X />
        </IconButton>
      </DialogTitle>
      <DialogContent>
        <div
          className="look-themes grid gap-16 columns-4 columns-2-992"
          role="radiogroup"
          aria-label={translate('look.title')}
        >
          {(Object.keys(themes) as ThemeKey[]).map(theme => (
            <label className="press" key={theme}>
              <input
                type="radio"
                className="absolute opacity-0"
                name="theme"
                checked={choices.theme === theme}
                onChange={() => preferences.write({ theme, colour: undefined })}
              />
              <span className="look-picture block round-10">
                <ThemePreview theme={theme} seed={seedOf(theme, colours?.primary)} />
              </span>
              <span className="flex text-13 mt-6 px-4">
                <span className={choices.theme === theme ? 'bold' : ''}>
                  {localized(isOfBrand(theme) ? name : themes[theme].title)}
                </span>
              </span>
            </label>
          ))}
          <OwnColour choices={choices} primary={colours?.primary} onChoose={colour => preferences.write({ colour })} />
        </div>
      </DialogContent>
      <DialogActions className="justify-start! gap-24! wrap-992! gap-12-992!">
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
        <Button className="push!" size="large" variant="contained" color="primary" onClick={onClose}>
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
    <div className="self-center">
      <LabelledField
        id="own-colour"
        label={translate('look.own')}
        error={isWrong ? translate('look.ownHelp') : undefined}
      >
        <div className="look-seeds flex gap-8 mt-4 mb-10 wrap-phone gap-0-phone">
          {seeds.map(seed => (
            <button
              className="circle square-24 square-44-phone p-10-phone"
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

/** A miniature list in the colours of a theme, of another seed colour where one is given. */
function ThemePreview({ theme: key, seed }: { theme: ThemeKey; seed?: string }) {
  const theme = themeOf(key)
  const scheme = theme.alwaysDark ? 'dark' : 'light'
  const ground = neutralColours[scheme]
  const accent = accentOf(seed ?? theme.seed, theme, scheme)
  const paints = dictionaryPaints[scheme]
  const line = theme.highContrast ? ground.control : ground.line
  const side = theme.darkSideBar
    ? { ground: slateSideBar.ground, bar: '#3B4B5A', raised: slateSideBar.raised, text: slateSideBar.text }
    : { ground: ground.canvas, bar: ground.edge, raised: ground.raised, text: ground.text2 }
  const rows = [paints.blue, paints.green, paints.red, paints.green]
  return (
    <svg className="block full round-8" viewBox="0 0 188 112" aria-hidden="true">
      <rect width="188" height="112" fill={ground.canvas} />
      <rect width="44" height="112" fill={side.ground} />
      <rect x="8" y="9" width="10" height="10" rx="3" fill={accent.fill} />
      <rect x="8" y="30" width="22" height="4" rx="2" fill={side.bar} />
      <rect x="5" y="40" width="35" height="11" rx="3" fill={side.raised} />
      <rect x="9" y="43.5" width="24" height="4" rx="2" fill={side.text} />
      <rect x="8" y="58" width="26" height="4" rx="2" fill={side.bar} />
      <rect x="8" y="70" width="20" height="4" rx="2" fill={side.bar} />
      <rect x="44.5" y="14.5" width="138" height="92" rx="5" fill={ground.paper} stroke={line} />
      <rect x="53" y="23" width="34" height="6" rx="3" fill={ground.text} />
      <rect x="150" y="21" width="24" height="10" rx="3" fill={accent.fill} />
      <rect x="45" y="40" width="137" height="16" fill={accent.soft} />
      {rows.map(({ mark }, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: four drawn rows never move
        <g key={n} transform={`translate(0 ${16 * n})`}>
          <rect x="53" y="46" width="26" height="4" rx="2" fill={n === 0 ? accent.text : ground.text2} />
          <rect x="90" y="46" width={[40, 52, 34, 46][n]} height="4" rx="2" fill={ground.edge} />
          <circle cx="166" cy="48" r="3" fill={mark} />
          {n < 3 && <rect x="45" y="55.5" width="137" height="1" fill={line} />}
        </g>
      ))}
    </svg>
  )
}
