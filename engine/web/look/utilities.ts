import type { CSSObject } from '@mui/material/styles'

/**
 * Utility classes, by name. None has specificity, so that a class of a component replaces them; of two that set the same
 * property, the later one of the list is effective.
 */
const words: Readonly<Record<string, CSSObject>> = {
  row: { display: 'flex', alignItems: 'center' },
  stack: { display: 'flex', flexDirection: 'column' },
  centered: { display: 'grid', placeItems: 'center' },
  inline: { display: 'inline-flex', alignItems: 'center' },
  grow: { flex: 1, minWidth: 0, minHeight: 0 },
  fill: { position: 'absolute', inset: 0, width: '100%', height: '100%' },
  scroll: { minHeight: 0, overflow: 'auto' },
  truncate: { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  'text-13': { fontSize: '13px', lineHeight: '20px' },
  'text-12': { fontSize: '12px', lineHeight: '18px' },
  inset: { paddingInline: '24px' },
  flex: { display: 'flex' },
  grid: { display: 'grid' },
  block: { display: 'block' },
  'inline-flex': { display: 'inline-flex' },
  hidden: { display: 'none' },
  contents: { display: 'contents' },
  wrap: { flexWrap: 'wrap' },
  spread: { justifyContent: 'space-between' },
  fixed: { flex: 'none' },
  'flex-1': { flex: 1 },
  column: { flexDirection: 'column' },
  'items-center': { alignItems: 'center' },
  baseline: { alignItems: 'baseline' },
  'self-center': { alignSelf: 'center' },
  'justify-center': { justifyContent: 'center' },
  'justify-end': { justifyContent: 'flex-end' },
  'justify-items-center': { justifyItems: 'center' },
  'side-300': { gridTemplateColumns: '300px minmax(0, 1fr)' },
  push: { marginLeft: 'auto' },
  'mr-auto': { marginRight: 'auto' },
  full: { width: '100%' },
  'h-full': { height: '100%' },
  'min-0': { minWidth: 0 },
  'max-full': { maxWidth: '100%' },
  clip: { overflow: 'hidden' },
  scrolls: { overflow: 'auto' },
  'x-scroll': { overflowX: 'auto' },
  'no-bar': { scrollbarWidth: 'none' },
  relative: { position: 'relative' },
  absolute: { position: 'absolute' },
  'at-0': { inset: 0 },
  'center-x': { transform: 'translateX(-50%)' },
  ink: { color: 'var(--mui-palette-text-primary)' },
  muted: { color: 'var(--mui-palette-text-secondary)' },
  quiet: { color: 'var(--mui-palette-text-hint)' },
  accent: { color: 'var(--mui-palette-primary-text)' },
  late: { color: 'var(--mui-palette-error-text)' },
  soon: { color: 'var(--mui-palette-warning-text)' },
  good: { color: 'var(--mui-palette-success-main)' },
  mistake: { color: 'var(--mui-palette-error-text, var(--mui-palette-error-main))' },
  white: { color: '#fff' },
  inherit: { color: 'inherit' },
  paper: { background: 'var(--mui-palette-background-paper)' },
  sunken: { background: 'var(--mui-palette-sunken)' },
  hovered: { background: 'var(--mui-palette-action-hover)' },
  selected: { background: 'var(--mui-palette-primary-soft)' },
  pop: { background: 'var(--mui-palette-pop)' },
  edge: { background: 'var(--mui-palette-edge)' },
  'muted-ground': { background: 'var(--mui-palette-text-secondary)' },
  night: { background: '#0b0e13' },
  medium: { fontWeight: 500 },
  bold: { fontWeight: 600 },
  regular: { fontWeight: 400 },
  num: { fontVariantNumeric: 'tabular-nums' },
  'text-left': { textAlign: 'left' },
  'text-center': { textAlign: 'center' },
  ellipsis: { textOverflow: 'ellipsis' },
  nowrap: { whiteSpace: 'nowrap' },
  break: { overflowWrap: 'anywhere' },
  undecorated: { textDecoration: 'none' },
  boxed: { border: '1px solid var(--mui-palette-divider)' },
  ruled: { borderTop: '1px solid var(--mui-palette-divider)' },
  divided: { borderBottom: '1px solid var(--mui-palette-divider)' },
  'ruled-right': { borderRight: '1px solid var(--mui-palette-divider)' },
  'ruled-left': { borderLeft: '1px solid var(--mui-palette-divider)' },
  circle: { borderRadius: '50%' },
  press: { cursor: 'pointer' },
  'no-pointer': { pointerEvents: 'none' },
  'no-touch': { touchAction: 'none' },
  'opacity-0': { opacity: 0 },
  cover: { objectFit: 'cover' },
  fit: { objectFit: 'contain' },
  'fixed-table': { tableLayout: 'fixed' },
  'tap-44': { minHeight: 44 },
}

/** Classes with a length in pixels in their name: `gap-8` sets the gap to 8 px. */
const lengths: Readonly<Record<string, readonly [properties: readonly string[], steps: readonly number[]]>> = {
  gap: [['gap'], [2, 4, 6, 8, 10, 12, 14, 16]],
  'gap-x': [['columnGap'], [8, 10]],
  'gap-y': [['rowGap'], [4]],
  m: [['margin'], [0]],
  my: [['marginBlock'], [24]],
  mt: [['marginTop'], [2, 4, 6, 8, 10, 12, 14, 16, 24]],
  mr: [['marginRight'], [8]],
  mb: [['marginBottom'], [4, 8, 10, 12]],
  ml: [['marginLeft'], [4, 8, 12]],
  p: [['padding'], [16, 24]],
  px: [['paddingInline'], [4, 6, 8, 10, 12, 14, 16, 20]],
  py: [['paddingBlock'], [4, 6, 7, 8, 10, 12, 16]],
  pt: [['paddingTop'], [4, 8]],
  pb: [['paddingBottom'], [8, 12]],
  pl: [['paddingLeft'], [8, 20]],
  size: [['fontSize'], [12, 13, 14, 15, 18]],
  line: [['lineHeight'], [18, 20, 22, 28]],
  square: [['width', 'height'], [28]],
  w: [['width'], [28]],
  h: [['height'], [28, 32, 36]],
  'max-w': [['maxWidth'], [160]],
  'min-h': [['minHeight'], [0, 28, 32, 48]],
  round: [['borderRadius'], [4, 6, 8, 10]],
  top: [['top'], [0, 3]],
}

/** Classes with a number in their name: `z-1`, and `columns-2` for equal columns. */
const layers = []
const columns = [4]

/** Classes that are also there for phones only, as `full-phone`. */
const onPhone = ['divided', 'full', 'items-center', 'stack', 'tap-44', 'wrap']

const underlined = { textDecoration: 'underline', textUnderlineOffset: '3px' }

const plain: Readonly<Record<string, CSSObject>> = {
  ...words,
  ...Object.fromEntries(
    Object.entries(lengths).flatMap(([name, [properties, steps]]) =>
      steps.map(step => [`${name}-${step}`, Object.fromEntries(properties.map(property => [property, `${step}px`]))]),
    ),
  ),
  ...Object.fromEntries(layers.map(layer => [`z-${layer}`, { zIndex: layer }])),
  ...Object.fromEntries(
    columns.map(count => [`columns-${count}`, { gridTemplateColumns: `repeat(${count}, minmax(0, 1fr))` }]),
  ),
}

const withoutSpecificity = (classes: Readonly<Record<string, CSSObject>>) =>
  Object.fromEntries(Object.entries(classes).map(([name, style]) => [`:where(.${name})`, style]))

/** States, after what they replace: the link to what a row is about, a link that fills its row, and the line of a timeline. */
const states: Readonly<Record<string, CSSObject>> = {
  ':where(.plain-link)': { color: 'inherit', textDecoration: 'none' },
  ':where(.plain-link:hover, .plain-link:focus-visible)': { background: 'var(--mui-palette-action-hover)' },
  ':where(.row-link:hover, .row-link:focus-visible)': { color: 'var(--mui-palette-primary-text)', ...underlined },
  ':where(.underlines:hover)': underlined,
  ':where(.ring-in:focus-visible)': { outlineOffset: '-2px' },
  ':where(.trail:not(:last-child))::before': {
    content: '""',
    position: 'absolute',
    top: '20px',
    bottom: 0,
    left: '6px',
    width: '1px',
    background: 'var(--mui-palette-divider)',
  },
}

/** The rules of all utility classes. */
export const utilities = {
  ...withoutSpecificity(plain),
  ...states,
  '@media (max-width: 1199.95px)': { ':where(.scroll-1200)': { overflow: 'auto' } },
  '@media (max-width: 767.95px)': {
    ':where(.inset)': { paddingInline: '16px' },
    ...withoutSpecificity(Object.fromEntries(onPhone.map(name => [`${name}-phone`, plain[name] ?? {}]))),
  },
}
