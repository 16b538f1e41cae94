import type { Overrides } from './overrides.ts'

const onPhone = '@media (max-width: 767.95px)'
/**
 * The minimum touch target, independent of text and font. In a field the target is larger than its icon, because the
 * width is needed for the text.
 */
const forFinger = {
  [onPhone]: {
    width: 44,
    height: 44,
    '.MuiInputBase-root &': {
      width: 32,
      height: 32,
      '&::after': { content: '""', position: 'absolute', inset: -6 },
    },
  },
}
const icon = { '& .MuiButton-startIcon': { marginLeft: 0, marginRight: 6 } }

/** One filled button per screen; the others are outlined or plain. */
export const buttons: Overrides = {
  MuiButtonBase: {
    defaultProps: { disableRipple: true },
    styleOverrides: {
      root: { '&.Mui-focusVisible': { outline: '2px solid var(--mui-palette-primary-text)', outlineOffset: 2 } },
    },
  },
  MuiButton: {
    defaultProps: { disableElevation: true, variant: 'outlined', color: 'inherit', size: 'medium' },
    styleOverrides: {
      root: {
        minWidth: 0,
        padding: '0 12px',
        height: 32,
        borderRadius: 6,
        whiteSpace: 'nowrap',
        ...icon,
        // The indicator instead of the text, not over it.
        '&.MuiButton-loading.MuiButton-loadingPositionCenter': {
          color: 'transparent',
          '& .MuiButton-startIcon, & .MuiButton-endIcon': { visibility: 'hidden' },
        },
        '& .MuiButton-loadingIndicator svg': { color: 'var(--mui-palette-text-secondary)' },
        [onPhone]: { minWidth: 44, minHeight: 44 },
      },
      sizeSmall: { height: 28, padding: '0 8px', fontSize: 13 },
      sizeLarge: { height: 36, padding: '0 16px', fontSize: 14 },
      contained: {
        fontWeight: 500,
        '& .MuiButton-loadingIndicator svg': { color: 'var(--mui-palette-primary-contrastText)' },
        // A filled button is the primary one, whether its colour is named or not.
        '&.MuiButton-colorInherit': {
          color: 'var(--mui-palette-primary-contrastText)',
          backgroundColor: 'var(--mui-palette-primary-main)',
        },
        '&.MuiButton-colorPrimary:hover, &.MuiButton-colorInherit:hover': {
          backgroundColor: 'var(--mui-palette-primary-dark)',
        },
        '&.Mui-disabled:not(.MuiButton-loading)': {
          opacity: 0.45,
          color: 'var(--mui-palette-primary-contrastText)',
          backgroundColor: 'var(--mui-palette-primary-main)',
          '&.MuiButton-colorError': { backgroundColor: 'var(--mui-palette-error-main)' },
        },
      },
      outlined: {
        borderColor: 'var(--mui-palette-edge)',
        backgroundColor: 'var(--mui-palette-background-paper)',
        color: 'var(--mui-palette-text-primary)',
        '& svg': { color: 'var(--mui-palette-text-secondary)' },
        '&:hover': { borderColor: 'var(--mui-palette-edge)', backgroundColor: 'var(--mui-palette-rowHover)' },
        '&.Mui-disabled': { opacity: 0.45, color: 'inherit', borderColor: 'var(--mui-palette-edge)' },
        '&.MuiButton-colorError, &.MuiButton-colorError svg': { color: 'var(--mui-palette-error-text)' },
        '&.MuiButton-colorPrimary, &.MuiButton-colorPrimary svg': { color: 'var(--mui-palette-primary-text)' },
      },
      text: {
        padding: '0 8px',
        color: 'var(--mui-palette-text-secondary)',
        '&:hover': { backgroundColor: 'var(--mui-palette-action-hover)' },
        '&.MuiButton-colorPrimary': { color: 'var(--mui-palette-primary-text)' },
        '&.MuiButton-colorError': { color: 'var(--mui-palette-error-text)' },
      },
    },
  },
  MuiIconButton: {
    defaultProps: { size: 'medium' },
    styleOverrides: {
      root: {
        width: 32,
        height: 32,
        padding: 0,
        borderRadius: 6,
        color: 'var(--mui-palette-text-secondary)',
        '&:hover': { backgroundColor: 'var(--mui-palette-action-hover)' },
        ...forFinger,
      },
      sizeSmall: { width: 28, height: 28, ...forFinger },
    },
  },
  MuiTab: {
    styleOverrides: {
      root: {
        minHeight: 40,
        minWidth: 0,
        padding: 0,
        marginRight: 20,
        textTransform: 'none',
        color: 'var(--mui-palette-text-secondary)',
        '&.Mui-selected': { color: 'var(--mui-palette-text-primary)', fontWeight: 600 },
      },
    },
  },
  MuiTabs: {
    styleOverrides: {
      root: { minHeight: 40 },
      indicator: { height: 2, backgroundColor: 'var(--mui-palette-primary-text)' },
    },
  },
}
