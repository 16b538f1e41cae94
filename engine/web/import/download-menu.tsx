import { Button, Menu, MenuItem } from '@mui/material'
import type { ReactNode } from 'react'
import { useMenu } from '../components/use-menu.ts'
import type { Import } from './use-import.ts'

interface DownloadMenuProps {
  readonly importing: Import
  readonly icon: ReactNode
  readonly title: string
  readonly isSmall?: boolean
  /** The title and the path of each file. */
  readonly files: readonly (readonly [title: string, path: string])[]
}

/** A button with a menu of files to download. */
export function DownloadMenu({ importing, icon, title, isSmall = false, files }: DownloadMenuProps) {
  const { opener, menu, choose } = useMenu()
  return (
    <>
      <Button variant="outlined" color="inherit" size={isSmall ? 'small' : 'medium'} startIcon={icon} {...opener}>
        {title}
      </Button>
      <Menu {...menu}>
        {files.map(([name, path]) => (
          <MenuItem key={path} onClick={choose(() => void importing.fetchFile(path))}>
            {name}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
