/** The neutral colours of one scheme. */
export interface NeutralColours {
  readonly canvas: string
  readonly paper: string
  readonly sunken: string
  readonly raised: string
  readonly pop: string
  readonly line: string
  readonly edge: string
  readonly control: string
  readonly text: string
  readonly text2: string
  readonly text3: string
  readonly hover: string
  readonly rowHover: string
  readonly skeleton: string
  readonly error: string
  readonly errorText: string
  readonly errorFill: string
  readonly errorSoft: string
  readonly toast: string
  readonly onToast: string
  readonly toastLink: string
  readonly veil: string
  /** Colours of shadows: outline and drop shadow. */
  readonly ring: readonly [raised: string, menu: string, dialog: string]
  readonly drop: readonly [raised: string, menu: string, dialog: string]
}

export const neutralColours: Readonly<Record<'light' | 'dark', NeutralColours>> = {
  light: {
    canvas: '#F4F5F7',
    paper: '#FFFFFF',
    sunken: '#FAFBFC',
    raised: '#FFFFFF',
    pop: '#FFFFFF',
    line: '#E7E9ED',
    edge: '#CBD0D8',
    control: '#8A94A3',
    text: '#1A212C',
    text2: '#525C6B',
    text3: '#667080',
    hover: 'rgba(23, 32, 48, 0.055)',
    rowHover: '#F7F8FA',
    skeleton: '#ECEEF1',
    error: '#D8383F',
    errorText: '#C92F39',
    errorFill: '#D0343B',
    errorSoft: '#FCEBEB',
    toast: '#20262F',
    onToast: '#F3F5F7',
    toastLink: '#7DBBFF',
    veil: 'rgba(17, 22, 30, 0.38)',
    ring: ['rgba(23, 32, 48, 0.06)', 'rgba(23, 32, 48, 0.07)', 'rgba(23, 32, 48, 0.08)'],
    drop: ['rgba(23, 32, 48, 0.05)', 'rgba(23, 32, 48, 0.18)', 'rgba(23, 32, 48, 0.32)'],
  },
  dark: {
    canvas: '#0D0F13',
    paper: '#14171C',
    sunken: '#181C22',
    raised: '#1D2229',
    pop: '#1B1F26',
    line: '#262B33',
    edge: '#3A414C',
    control: '#6B7582',
    text: '#E8EBEF',
    text2: '#A9B2BE',
    text3: '#909AA8',
    hover: 'rgba(226, 234, 245, 0.07)',
    rowHover: '#1A1E24',
    skeleton: '#23282F',
    error: '#E5575B',
    errorText: '#FE7271',
    errorFill: '#D0343B',
    errorSoft: '#392025',
    toast: '#E8EBEF',
    onToast: '#1A212C',
    toastLink: '#0862B0',
    veil: 'rgba(0, 0, 0, 0.56)',
    ring: ['rgba(255, 255, 255, 0.05)', 'rgba(255, 255, 255, 0.09)', 'rgba(255, 255, 255, 0.1)'],
    drop: ['transparent', 'rgba(0, 0, 0, 0.6)', 'rgba(0, 0, 0, 0.7)'],
  },
}
