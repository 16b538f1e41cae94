import Button from '@mui/material/Button'
import { Link } from 'react-router'
import type { BoardTile } from '../../model/chart.ts'
import { useChartWords } from '../chart/chart-words.ts'
import { TileFrame } from '../chart/tile-frame.tsx'
import { addressOf } from '../data/addresses.ts'
import { useModelIndex } from '../data/resource-part.ts'
import { MenuIcon } from '../frame/menu-icon.tsx'
import { useLanguage, useLocalized } from '../words/i18n.ts'
import './add-tile.css'

/** Buttons that open the form for a new record. */
export function AddTile({ tile }: { readonly tile: BoardTile }) {
  const words = useChartWords()
  const localized = useLocalized()
  const language = useLanguage()
  const index = useModelIndex()
  const known = (tile.add ?? []).flatMap(name => index?.resources.find(one => one.name === name) ?? [])
  return (
    <TileFrame title={tile.title ? localized(tile.title) : words('add')}>
      <ul className="chart-body grid gap-8 scroll add-tile">
        {known.map(resource => (
          <li key={resource.name}>
            <Button
              fullWidth
              variant="outlined"
              color="inherit"
              component={Link}
              to={addressOf(resource, 'create')}
              startIcon={<MenuIcon name={resource.icon} />}
            >
              <span className="truncate">{resource.titles[language]}</span>
            </Button>
          </li>
        ))}
      </ul>
    </TileFrame>
  )
}
