import type { Heights, Overrides } from './overrides.ts'

/** Tables have hairlines, no stripes and no vertical lines; the density sets the row height. */
export const tables = ({ row }: Heights): Overrides => ({
  MuiTableCell: {
    styleOverrides: {
      root: {
        padding: '0 12px',
        borderBottom: '1px solid var(--mui-palette-divider)',
        fontSize: 14,
        lineHeight: '22px',
      },
      body: { height: row },
      head: {
        height: 36,
        fontSize: 12,
        lineHeight: '18px',
        fontWeight: 500,
        whiteSpace: 'nowrap',
        color: 'var(--mui-palette-text-secondary)',
        backgroundColor: 'var(--mui-palette-sunken)',
      },
    },
  },
  MuiTableRow: {
    styleOverrides: {
      root: {
        '&.MuiTableRow-hover:hover': { backgroundColor: 'var(--mui-palette-rowHover)' },
        '&.Mui-selected, &.Mui-selected:hover': { backgroundColor: 'var(--mui-palette-primary-soft)' },
      },
    },
  },
  MuiTableSortLabel: {
    styleOverrides: {
      root: { '&.Mui-active, &:hover': { color: 'var(--mui-palette-text-primary)' } },
      icon: { fontSize: 14, margin: '0 2px' },
    },
  },
  MuiPaginationItem: {
    styleOverrides: {
      root: {
        minWidth: 28,
        height: 28,
        borderRadius: 6,
        margin: '0 1px',
        '&.Mui-selected': {
          backgroundColor: 'var(--mui-palette-primary-soft)',
          color: 'var(--mui-palette-primary-text)',
          fontWeight: 600,
        },
      },
    },
  },
})
