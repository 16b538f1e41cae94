import type { CSSObject } from '@mui/material/styles'

/**
 * Utility classes, by name. None has specificity, so that a class of a component replaces them; of two that set the same
 * property, the later one of the list is effective. Each exists for phones only, too: `full-phone`.
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
  'inline-block': { display: 'inline-block' },
  hidden: { display: 'none' },
  contents: { display: 'contents' },
  wrap: { flexWrap: 'wrap' },
  spread: { justifyContent: 'space-between' },
  fixed: { flex: 'none' },
  'flex-1': { flex: 1 },
  'whole-line': { flex: '1 0 100%' },
  column: { flexDirection: 'column' },
  'items-center': { alignItems: 'center' },
  'items-start': { alignItems: 'flex-start' },
  'items-top': { alignItems: 'start' },
  'items-end': { alignItems: 'flex-end' },
  baseline: { alignItems: 'baseline' },
  'place-center': { placeItems: 'center' },
  'self-center': { alignSelf: 'center' },
  'justify-center': { justifyContent: 'center' },
  'justify-end': { justifyContent: 'flex-end' },
  'justify-start': { justifyContent: 'flex-start' },
  'justify-items-center': { justifyItems: 'center' },
  'content-start': { alignContent: 'start' },
  'inline-grid': { display: 'inline-grid' },
  'second-column': { gridColumn: 2 },
  'one-column': { gridTemplateColumns: 'minmax(0, 1fr)' },
  'side-300': { gridTemplateColumns: '300px minmax(0, 1fr)' },
  push: { marginLeft: 'auto' },
  'pull-8': { marginLeft: '-8px' },
  'pull-12': { marginLeft: '-12px' },
  'h-auto': { height: 'auto' },
  'mr-auto': { marginRight: 'auto' },
  'mx-auto': { marginInline: 'auto' },
  full: { width: '100%' },
  'h-full': { height: '100%' },
  'min-0': { minWidth: 0 },
  'max-full': { maxWidth: '100%' },
  'w-auto': { width: 'auto' },
  'max-w-none': { maxWidth: 'none' },
  clip: { overflow: 'hidden' },
  scrolls: { overflow: 'auto' },
  'x-scroll': { overflowX: 'auto' },
  'y-scroll': { overflowY: 'auto' },
  unclipped: { overflow: 'visible' },
  'no-bar': { scrollbarWidth: 'none' },
  'thin-bar': { scrollbarWidth: 'thin' },
  relative: { position: 'relative' },
  absolute: { position: 'absolute' },
  sticky: { position: 'sticky' },
  'fixed-place': { position: 'fixed' },
  'at-0': { inset: 0 },
  'left-half': { left: '50%' },
  'center-x': { transform: 'translateX(-50%)' },
  ink: { color: 'var(--mui-palette-text-primary)' },
  muted: { color: 'var(--mui-palette-text-secondary)' },
  quiet: { color: 'var(--mui-palette-text-hint)' },
  accent: { color: 'var(--mui-palette-primary-text)' },
  late: { color: 'var(--mui-palette-error-text)' },
  soon: { color: 'var(--mui-palette-warning-text)' },
  good: { color: 'var(--mui-palette-success-main)' },
  'good-text': { color: 'var(--mui-palette-success-text)' },
  mistake: { color: 'var(--mui-palette-error-text, var(--mui-palette-error-main))' },
  white: { color: '#fff' },
  inherit: { color: 'inherit' },
  paper: { background: 'var(--mui-palette-background-paper)' },
  'page-ground': { background: 'var(--mui-palette-background-default)' },
  sunken: { background: 'var(--mui-palette-sunken)' },
  hovered: { background: 'var(--mui-palette-action-hover)' },
  selected: { background: 'var(--mui-palette-primary-soft)' },
  pop: { background: 'var(--mui-palette-pop)' },
  edge: { background: 'var(--mui-palette-edge)' },
  'error-ground': { background: 'var(--mui-palette-error-main)' },
  'good-soft': { background: 'var(--mui-palette-success-soft)' },
  'error-soft': { background: 'var(--mui-palette-error-soft)' },
  'accent-ground': { background: 'var(--mui-palette-primary-text)' },
  'side-quiet': { color: 'var(--mui-palette-sideBar-text3)' },
  'side-muted': { color: 'var(--mui-palette-sideBar-text2)' },
  amber: { color: 'var(--mui-palette-dictionary-amber-text)' },
  'primary-ground': { background: 'var(--mui-palette-primary-main)' },
  'muted-ground': { background: 'var(--mui-palette-text-secondary)' },
  night: { background: '#0b0e13' },
  'divider-ground': { background: 'var(--mui-palette-divider)' },
  medium: { fontWeight: 500 },
  bold: { fontWeight: 600 },
  regular: { fontWeight: 400 },
  num: { fontVariantNumeric: 'tabular-nums' },
  'text-left': { textAlign: 'left' },
  'text-center': { textAlign: 'center' },
  'text-right': { textAlign: 'right' },
  ellipsis: { textOverflow: 'ellipsis' },
  nowrap: { whiteSpace: 'nowrap' },
  'text-wrap': { whiteSpace: 'normal' },
  'pre-wrap': { whiteSpace: 'pre-wrap' },
  'pre-line': { whiteSpace: 'pre-line' },
  break: { overflowWrap: 'anywhere' },
  undecorated: { textDecoration: 'none' },
  'align-top': { verticalAlign: 'top' },
  'align-middle': { verticalAlign: 'middle' },
  'own-font': { font: 'inherit' },
  mono: { fontFamily: 'ui-monospace, monospace' },
  upright: { fontStyle: 'normal' },
  'line-1': { lineHeight: 1 },
  borderless: { border: 0 },
  boxed: { border: '1px solid var(--mui-palette-divider)' },
  'edge-boxed': { border: '1px solid var(--mui-palette-edge)' },
  ruled: { borderTop: '1px solid var(--mui-palette-divider)' },
  divided: { borderBottom: '1px solid var(--mui-palette-divider)' },
  'ruled-right': { borderRight: '1px solid var(--mui-palette-divider)' },
  'ruled-left': { borderLeft: '1px solid var(--mui-palette-divider)' },
  circle: { borderRadius: '50%' },
  'no-outline': { outline: 'none' },
  'pop-shade': { boxShadow: 'var(--mui-shadows-4)' },
  press: { cursor: 'pointer' },
  'no-press': { cursor: 'default' },
  'no-pointer': { pointerEvents: 'none' },
  'no-touch': { touchAction: 'none' },
  'no-select': { userSelect: 'none' },
  'opacity-0': { opacity: 0 },
  cover: { objectFit: 'cover' },
  fit: { objectFit: 'contain' },
  'fixed-table': { tableLayout: 'fixed' },
  'wide-picture': { aspectRatio: '16 / 9' },
  'no-list': { listStyle: 'none' },
  'side-ground': { background: 'var(--mui-palette-sideBar-ground)' },
  'stage-ground': { background: 'var(--mui-palette-stage)' },
  'toast-ground': { background: 'var(--mui-palette-toast-ground)' },
  'toast-text': { color: 'var(--mui-palette-toast-text)' },
  'fills-line': { flex: '1 1 auto' },
  'zooms-in': { cursor: 'zoom-in' },
  unruled: { borderTop: 0 },
  'unruled-left': { borderLeft: 0 },
  'unruled-right': { borderRight: 0 },
  collapsed: { borderCollapse: 'collapse' },
  'clip-out': { clipPath: 'inset(50%)' },
  'contains-scroll': { overscrollBehavior: 'contain' },
  'text-start': { textAlign: 'start' },
  'flex-row': { flexDirection: 'row' },
  'column-reverse': { flexDirection: 'column-reverse' },
  'picture-ground': { background: '#14171c' },
  'white-ground': { background: '#fff' },
  'amber-tint': { background: 'var(--mui-palette-dictionary-amber-tint)' },
  'fit-content': { width: 'fit-content' },
  'size-box': { containerType: 'size' },
  'clip-y': { overflow: 'auto hidden' },
  'tap-44': { minHeight: '44px' },
}

/** Classes with a length in pixels in their name: `gap-8` sets the gap to 8 px. */
export const lengths: Readonly<Record<string, readonly [properties: readonly string[], steps: readonly number[]]>> = {
  gap: [['gap'], [0, 2, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20, 24, 48]],
  'gap-x': [['columnGap'], [4, 8, 10, 12, 16, 24, 40]],
  'gap-y': [['rowGap'], [0, 4, 6, 8, 12, 22]],
  m: [['margin'], [0, 24]],
  mx: [['marginInline'], [0, 4, 6, 16, 24]],
  my: [['marginBlock'], [2, 4, 8, 12, 24]],
  mt: [['marginTop'], [0, 2, 4, 6, 8, 10, 12, 14, 16, 24, 28]],
  mr: [['marginRight'], [6, 8, 12]],
  mb: [['marginBottom'], [2, 4, 8, 10, 12, 14, 16, 20, 22, 24, 32]],
  ml: [['marginLeft'], [2, 4, 8, 10, 12, 15, 16]],
  p: [['padding'], [0, 2, 4, 8, 10, 12, 16, 24, 40, 64, 96]],
  px: [['paddingInline'], [0, 4, 6, 8, 10, 12, 14, 16, 18, 20, 24, 28, 56, 64]],
  py: [['paddingBlock'], [0, 1, 2, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 24, 28, 48, 72, 96]],
  pt: [['paddingTop'], [0, 2, 4, 6, 8, 10, 16, 20, 24]],
  pr: [['paddingRight'], [4, 6, 8, 10, 12, 16]],
  pb: [['paddingBottom'], [0, 2, 4, 6, 8, 10, 12, 14, 16, 20, 24, 32]],
  pl: [['paddingLeft'], [4, 8, 10, 12, 16, 20, 24, 32]],
  size: [['fontSize'], [11, 12, 13, 14, 15, 16, 17, 18, 20, 24, 26, 28]],
  line: [['lineHeight'], [16, 18, 20, 22, 24, 26, 28, 34, 36, 40]],
  square: [
    ['width', 'height'],
    [6, 8, 10, 14, 20, 24, 28, 44, 56, 72, 320],
  ],
  w: [['width'], [1, 9, 16, 28, 48, 60, 88, 128, 168, 200, 208, 256, 272, 280, 288, 320]],
  h: [['height'], [1, 4, 6, 8, 10, 14, 16, 22, 24, 28, 32, 36, 40, 44, 48, 52, 56, 72, 231, 300, 400]],
  'min-w': [['minWidth'], [2, 12, 32, 44, 124, 140, 200, 1100]],
  'max-w': [['maxWidth'], [160, 200, 300, 320, 360, 400, 528, 560, 640, 1360]],
  'min-h': [['minHeight'], [0, 24, 28, 30, 32, 36, 40, 42, 48, 52, 64, 96, 120, 160, 260, 320]],
  'max-h': [['maxHeight'], [88, 108, 120, 168, 200, 400, 420]],
  round: [['borderRadius'], [2, 3, 4, 6, 8, 10, 12, 14, 18, 22, 28]],
  top: [['top'], [0, 2, 3, 4, 12, 26, 40]],
  right: [['right'], [0, 4, 12, 16, 20, 48, 56, 96]],
  bottom: [['bottom'], [0, 16, 24, 32]],
  left: [['left'], [0, 56, 96]],
}

/** Classes with a number in their name: `z-1`, and `columns-2` for equal columns. */
const layers: readonly number[] = [1, 2, 1300, 1400, 100000, 100001]
const columns = [2, 3, 4, 24]

/** Classes that are also there below a width: `scroll-1200`. */
const below: Readonly<Record<string, readonly string[]>> = {
  1200: [
    'block',
    'column',
    'fixed',
    'gap-16',
    'hidden',
    'left-56',
    'p-40',
    'pb-0',
    'pt-16',
    'px-0',
    'px-56',
    'py-96',
    'right-56',
    'ruled',
    'scroll',
    'scrolls',
    'stack',
    'unclipped',
    'unruled-left',
    'unruled-right',
    'w-auto',
  ],
  992: ['columns-2', 'flex', 'hidden', 'right-12', 'top-12'],
}

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

/**
 * Classes that replace a style of a component of MUI or of a table as well, with an exclamation mark: `push!`. The others give
 * way to any style of the theme.
 */
// biome-ignore format: a list of names
const important: readonly string[] = [
  'accent', 'align-middle', 'borderless', 'columns-2-phone', 'fixed', 'fixed-1200', 'flex', 'flex-1', 'flex-row',
  'gap-12-992', 'gap-24', 'gap-8', 'gap-y-8', 'h-24', 'h-28', 'h-auto', 'ink', 'items-center', 'items-start',
  'justify-start', 'm-0', 'm-0-phone', 'max-full', 'max-w-320', 'max-w-400', 'mb-12', 'mb-14', 'mb-2', 'mb-8',
  'medium', 'min-0', 'min-h-42', 'min-h-48-phone', 'min-w-200', 'min-w-44-phone', 'ml-8', 'mr-8', 'mt-0', 'mt-12',
  'mt-16', 'muted', 'mx-16-phone', 'mx-24', 'nowrap', 'one-column-phone', 'p-0', 'pull-12-phone', 'pull-8', 'push',
  'px-16-phone', 'px-6', 'py-0', 'py-10', 'py-6', 'quiet', 'size-12', 'size-13', 'spread', 'tap-44-phone',
  'text-center', 'text-wrap', 'w-200', 'w-280', 'whole-line-phone', 'wrap-992',
]

const widthOf = (name: string) => /-(?:1200|992|phone)$/.exec(name)?.[0] ?? ''
const importantIn = (width: string) =>
  Object.fromEntries(
    important.flatMap(name => {
      if (widthOf(name) !== width) return []
      const style = Object.entries(plain[name.slice(0, name.length - width.length)] ?? {})
      return [[`.${name}\\!`, Object.fromEntries(style.map(([property, value]) => [property, `${value} !important`]))]]
    }),
  )

const withoutSpecificity = (classes: Readonly<Record<string, CSSObject>>, suffix = '') =>
  Object.fromEntries(Object.entries(classes).map(([name, style]) => [`:where(.${name}${suffix})`, style]))

/** Classes with states, after what they replace. */
const states: Readonly<Record<string, CSSObject>> = {
  ':where(.hovers:hover)': { background: 'var(--mui-palette-action-hover)' },
  ':where(.row-hovers:hover)': { background: 'var(--mui-palette-rowHover)' },
  ':where(.chosen:is([aria-current="true"], [aria-selected="true"]))': {
    background: 'var(--mui-palette-primary-soft)',
    color: 'var(--mui-palette-primary-text)',
    fontWeight: 500,
  },
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
  ...importantIn(''),
  ...Object.fromEntries(
    [1200, 992].map(width => [
      `@media (max-width: ${width - 0.05}px)`,
      {
        ...withoutSpecificity(
          Object.fromEntries((below[width] ?? []).map(name => [name, plain[name] ?? {}])),
          `-${width}`,
        ),
        ...importantIn(`-${width}`),
      },
    ]),
  ),
  '@media (max-width: 767.95px)': {
    ':where(.inset)': { paddingInline: '16px' },
    ...withoutSpecificity(plain, '-phone'),
    ...importantIn('-phone'),
  },
}
