/**
 * The colours of data by custom property, without the prefix: ink for what is counted, its pale twin for the span
 * before, a ramp whose 0 means none, and series of what has no dictionary. They are the same in every theme.
 */
const light = {
  ink: '#455A78',
  bar: '#455A78',
  pale: '#8491A3',
  soft: '#EEF1F5',
  area: 'rgb(69 90 120 / 9%)',
  'ramp-0': '#EBF1F8',
  'ramp-1': '#CDDBEC',
  'ramp-2': '#A7BDD8',
  'ramp-3': '#7D99BC',
  'ramp-4': '#55749A',
  'ramp-5': '#314F73',
  'series-1': '#456A9C',
  'series-2': '#035855',
  'series-3': '#A387BE',
  'series-4': '#B48B52',
}

const colours: Readonly<Record<'light' | 'dark', typeof light>> = {
  light,
  dark: {
    ink: '#92ABCB',
    bar: '#768AA5',
    pale: '#6C7889',
    soft: '#1E242C',
    area: 'rgb(146 171 203 / 13%)',
    'ramp-0': '#1E2630',
    'ramp-1': '#2C3C4F',
    'ramp-2': '#3D5471',
    'ramp-3': '#4C6A8E',
    'ramp-4': '#80A1CA',
    'ramp-5': '#ADCAEE',
    'series-1': '#96BFF6',
    'series-2': '#5CA7A2',
    'series-3': '#7C6195',
    'series-4': '#8B652A',
  },
}

/** The colours of data as custom properties (`--chart-ink`), for the style of an element around charts. */
export const chartColours = (scheme: 'light' | 'dark'): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(colours[scheme]).map(([name, colour]) => [`--chart-${name}`, colour]))
