import { Button, Menu, MenuItem } from '@mui/material'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '../words/i18n.ts'
import type { Import } from './use-import.ts'

/** Downloads a template as a workbook or CSV. */
export function TemplateButton({ importing }: { importing: Import }) {
  const translate = useTranslation()
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
        {translate('importing.template')}
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        <MenuItem onClick={() => fetchAs('xlsx')}>{translate('exporting.xlsx')}</MenuItem>
        <MenuItem onClick={() => fetchAs('csv')}>{translate('exporting.csv')}</MenuItem>
      </Menu>
    </>
  )
}
