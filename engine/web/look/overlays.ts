import type { Overrides } from './overrides.ts'

const pop = { backgroundColor: 'var(--mui-palette-pop)', backgroundImage: 'none' }

/** Overlays: menus, dialogs, notifications. */
export const overlays: Overrides = {
  MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
  MuiPopover: { styleOverrides: { paper: { ...pop, borderRadius: 10 } }, defaultProps: { elevation: 4 } },
  MuiMenu: {
    styleOverrides: { paper: { ...pop, borderRadius: 10, marginTop: 4 }, list: { padding: '4px 0' } },
  },
  MuiDialog: {
    styleOverrides: {
      paper: {
        ...pop,
        borderRadius: 14,
        margin: 32,
        '@media (max-width: 767.95px)': {
          '&:not(.MuiDialog-paperFullScreen)': { margin: 16, width: 'calc(100% - 32px)' },
        },
        '&.MuiDialog-paperFullScreen': { margin: 0, borderRadius: 0 },
      },
    },
  },
  MuiDialogTitle: { styleOverrides: { root: { padding: '20px 24px 12px', fontSize: 17, lineHeight: '26px' } } },
  MuiDialogContent: { styleOverrides: { root: { padding: '4px 24px 20px' } } },
  MuiDialogContentText: { styleOverrides: { root: { color: 'var(--mui-palette-text-primary)' } } },
  MuiDialogActions: {
    styleOverrides: {
      root: {
        padding: '14px 24px',
        gap: 8,
        borderTop: '1px solid var(--mui-palette-divider)',
        '& > :not(style) ~ :not(style)': { marginLeft: 0 },
      },
    },
  },
  MuiBackdrop: {
    styleOverrides: {
      root: { variants: [{ props: { invisible: false }, style: { backgroundColor: 'var(--mui-palette-veil)' } }] },
    },
  },
  MuiSnackbar: { styleOverrides: { root: { bottom: 28 } } },
  MuiSnackbarContent: {
    styleOverrides: {
      root: {
        '&.MuiSnackbarContent-root': { minWidth: 0 },
        minHeight: 44,
        padding: '0 16px',
        borderRadius: 10,
        fontSize: 14,
        boxShadow: 'var(--mui-shadows-4)',
        backgroundColor: 'var(--mui-palette-toast-ground) !important',
        color: 'var(--mui-palette-toast-text) !important',
        flexWrap: 'nowrap',
        // An error has its own background, an icon and a close button.
        '&.toast-error': {
          backgroundColor: 'var(--mui-palette-error-main) !important',
          color: '#fff !important',
        },
      },
      message: { padding: '10px 0' },
      action: { marginRight: -8, paddingLeft: 12, '& .MuiButton-root': { color: 'var(--mui-palette-toast-link)' } },
    },
  },
  MuiSkeleton: {
    defaultProps: { animation: false },
    styleOverrides: { root: { backgroundColor: 'var(--mui-palette-skeleton)' } },
  },
  MuiLinearProgress: { styleOverrides: { root: { borderRadius: 2 } } },
  MuiDrawer: { styleOverrides: { paper: { backgroundColor: 'var(--mui-palette-background-default)' } } },
}
