import { ChartColumn } from 'lucide-react'
import { partCode, type WebPart } from '../frame/web-part.ts'

/** Any list as a chart. */
export const chartPart: WebPart = {
  name: 'chart',
  listKinds: {
    chart: {
      title: { zh: '图表', en: 'Chart' },
      icon: ChartColumn,
      isWhole: true,
      fits: () => true,
      Rows: partCode(() => import('./list-chart.tsx').then(({ ListChart }) => ListChart)),
    },
  },
}
