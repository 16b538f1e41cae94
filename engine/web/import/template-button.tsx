import { Button, Menu, MenuItem } from '@mui/material'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useSay } from '../words/i18n.ts'
import type { Import } from './use-import.ts'

/** Offers a file to fill in, as a workbook or as text. */
export function TemplateButton({ importing }: { importing: Import }) {
  const say = useSay()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const fetchAs = (format: string) => {
    setAnchor(null)
    void importing.fetchFile(`/template?format=${format}`)
  }
  return (
    <>
      <Button
        variant="outlined"
        color="inherit"
        startIcon={<Download />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={event => setAnchor(event.currentTarget)}
      >
        {say('importing.template')}
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        <MenuItem onClick={() => fetchAs('xlsx')}>{say('exporting.xlsx')}</MenuItem>
        <MenuItem onClick={() => fetchAs('csv')}>{say('exporting.csv')}</MenuItem>
      </Menu>
    </>
  )
}
