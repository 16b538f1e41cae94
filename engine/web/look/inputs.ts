import { Check, ChevronDown, Minus, X } from 'lucide-react'
import { createElement } from 'react'
import type { Heights, Overrides } from './overrides.ts'

/** An icon of 16 px in a target of 32. */
const box = (sign?: typeof Check) =>
  createElement('span', { className: `mark ${sign ? 'is-on' : ''}` }, sign && createElement(sign, { strokeWidth: 3 }))
const mark = {
  '& .mark': {
    display: 'grid',
    placeItems: 'center',
    width: 16,
    height: 16,
    borderRadius: 4,
    boxShadow: 'inset 0 0 0 1.5px var(--mui-palette-control)',
    backgroundColor: 'var(--mui-palette-background-paper)',
  },
  '& .mark.is-on': {
    boxShadow: 'none',
    backgroundColor: 'var(--mui-palette-primary-main)',
    color: 'var(--mui-palette-primary-contrastText)',
  },
  '& .mark svg.lucide': { width: 12, height: 12, strokeWidth: 3 },
  '&.Mui-disabled': { opacity: 0.45 },
}
const onPhone = '@media (max-width: 767.95px)'
const listRow = {
  minHeight: 32,
  padding: '0 12px',
  borderRadius: 6,
  margin: '0 4px',
  fontSize: 14,
  '&:hover': { backgroundColor: 'var(--mui-palette-action-hover)' },
  '&.Mui-focusVisible': { backgroundColor: 'var(--mui-palette-action-hover)', outlineOffset: -2 },
  '&.Mui-selected, &.Mui-selected:hover, &.Mui-selected.Mui-focusVisible': {
    backgroundColor: 'var(--mui-palette-primary-soft)',
    color: 'var(--mui-palette-primary-text)',
  },
  [onPhone]: { minHeight: 44, fontSize: 16 },
}

/** Fields have a border, a label above, and a focus ring that is never removed. */
export const inputs = ({ field }: Heights): Overrides => ({
  MuiTextField: { defaultProps: { variant: 'outlined', size: 'small', fullWidth: true } },
  MuiFormControl: { defaultProps: { size: 'small', margin: 'none' } },
  MuiInputLabel: {
    defaultProps: { shrink: true },
    styleOverrides: {
      root: {
        position: 'static',
        transform: 'none',
        maxWidth: 'none',
        marginBottom: 4,
        fontSize: 13,
        lineHeight: '20px',
        color: 'var(--mui-palette-text-secondary)',
        '&.Mui-focused, &.Mui-error': { color: 'var(--mui-palette-text-secondary)' },
      },
      asterisk: { color: 'var(--mui-palette-error-text)', fontWeight: 600 },
    },
  },
  MuiOutlinedInput: {
    defaultProps: { notched: false, size: 'small' },
    styleOverrides: {
      root: {
        minHeight: field,
        borderRadius: 6,
        fontSize: 14,
        backgroundColor: 'var(--mui-palette-background-paper)',
        '& .MuiOutlinedInput-notchedOutline': { borderColor: 'var(--mui-palette-edge)', top: 0 },
        '& .MuiOutlinedInput-notchedOutline legend': { display: 'none' },
        '&:hover .MuiOutlinedInput-notchedOutline': { borderColor: 'var(--mui-palette-control)' },
        '&.Mui-focused': { boxShadow: '0 0 0 3px var(--mui-palette-primary-soft)' },
        '&.Mui-focused .MuiOutlinedInput-notchedOutline': {
          borderWidth: 1.5,
          borderColor: 'var(--mui-palette-primary-text)',
        },
        '&.Mui-error .MuiOutlinedInput-notchedOutline': {
          borderWidth: 1.5,
          borderColor: 'var(--mui-palette-error-light)',
        },
        '&.Mui-disabled': { backgroundColor: 'var(--mui-palette-sunken)' },
        '&.Mui-disabled .MuiOutlinedInput-notchedOutline': { borderColor: 'var(--mui-palette-divider)' },
        [onPhone]: { minHeight: 44, fontSize: 16 },
      },
      input: {
        height: 'auto',
        // A native date is two pixels higher than a text.
        '&:not(textarea)': { height: 22 },
        padding: `${(field - 22) / 2}px 12px`,
        lineHeight: '22px',
        outline: 'none',
        '&::placeholder': { color: 'var(--mui-palette-text-hint)', opacity: 1 },
        '&.Mui-disabled': { WebkitTextFillColor: 'var(--mui-palette-text-secondary)' },
      },
      multiline: { padding: 0 },
      adornedEnd: { paddingRight: 8 },
    },
  },
  MuiSelect: {
    defaultProps: { IconComponent: ChevronDown },
    styleOverrides: { icon: { color: 'var(--mui-palette-text-hint)', top: 'calc(50% - 8px)' } },
  },
  MuiFormHelperText: {
    styleOverrides: {
      root: {
        margin: '4px 0 0',
        fontSize: 12,
        lineHeight: '18px',
        color: 'var(--mui-palette-text-hint)',
        '&.Mui-error': { color: 'var(--mui-palette-error-text)' },
      },
    },
  },
  MuiCheckbox: {
    defaultProps: { size: 'small', icon: box(), checkedIcon: box(Check), indeterminateIcon: box(Minus) },
    styleOverrides: {
      root: {
        width: 32,
        height: 32,
        padding: 8,
        borderRadius: 6,
        ...mark,
      },
    },
  },
  MuiRadio: {
    defaultProps: { size: 'small' },
    styleOverrides: {
      root: {
        width: 32,
        height: 32,
        padding: 6,
        color: 'var(--mui-palette-control)',
        '&.Mui-checked': { color: 'var(--mui-palette-primary-main)' },
        '& svg': { width: 20, height: 20 },
      },
    },
  },
  MuiSwitch: { defaultProps: { size: 'small' } },
  MuiFormControlLabel: {
    styleOverrides: { root: { marginLeft: -8, marginRight: 16, [onPhone]: { minHeight: 44 } } },
  },
  MuiMenuItem: {
    styleOverrides: {
      root: {
        ...listRow,
        gap: 10,
        '& svg.lucide': { color: 'var(--mui-palette-text-hint)' },
        '&.MuiMenuItem-root': { minHeight: 32, [onPhone]: { minHeight: 44 } },
      },
    },
  },
  MuiChip: {
    defaultProps: { size: 'small', deleteIcon: createElement(X) },
    styleOverrides: {
      deleteIcon: {
        color: 'var(--mui-palette-text-hint)',
        margin: '0 6px 0 -4px',
        '&.lucide': { width: 12, height: 12 },
      },
      root: {
        height: 24,
        borderRadius: 4,
        fontSize: 13,
        backgroundColor: 'var(--mui-palette-action-hover)',
      },
    },
  },
})
