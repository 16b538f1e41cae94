import { useCallback } from 'react'
import type { Bilingual } from '../../model/model.ts'
import { useLanguage } from '../words/i18n.ts'

/** The texts of charts and boards, which are loaded with them. */
const chartWords = {
  whole: { zh: '全部', en: 'All' },
  level: { zh: '级别', en: 'Level' },
  schematic: { zh: '示意位置', en: 'schematic positions' },
  approval: { zh: '审图号：%{number}', en: 'Approval number: %{number}' },
  scene: { zh: '第 %{at} 屏，共 %{count} 屏', en: 'Screen %{at} of %{count}' },
  nextScene: { zh: '下一屏', en: 'Next screen' },
  lastScene: { zh: '上一屏', en: 'Previous screen' },
  pause: { zh: '暂停或继续轮播', en: 'Pause or resume' },
  isPaused: { zh: '已暂停', en: 'Paused' },
  fullScreen: { zh: '全屏', en: 'Full screen' },
  live: { zh: '实时，%{count} 秒前', en: 'Live, %{count} s ago' },
  updatedAt: { zh: '最后更新 %{time}', en: 'Last updated %{time}' },
  still: { zh: '静态模式：不轮播', en: 'Still: no rotation' },
  stillKeys: { zh: '← → 换屏　f 全屏', en: '← → screens　f full screen' },
  runningKeys: { zh: '空格 暂停　← → 换屏　f 全屏', en: 'space pause　← → screens　f full screen' },
  previous: { zh: '上期', en: 'Period before' },
  present: { zh: '本期', en: 'This period' },
  yearBefore: { zh: '去年同期', en: 'Year before' },
  sincePrevious: { zh: '较上期', en: 'vs period before' },
  sinceYear: { zh: '较去年同期', en: 'vs year before' },
  tickPrevious: { zh: '竖线为上期', en: 'tick: period before' },
  tickYear: { zh: '竖线为去年同期', en: 'tick: year before' },
  points: { zh: '%{value} 个百分点', en: '%{value} points' },
  target: { zh: '目标 %{value}', en: 'target %{value}' },
  partial: { zh: '未完', en: 'not over yet' },
  today: { zh: '今天', en: 'Today' },
  few: { zh: '少', en: 'Few' },
  many: { zh: '多', en: 'Many' },
  more: { zh: '其余 %{count} 项', en: '%{count} more' },
  empty: { zh: '这一段没有数据', en: 'No data in this period' },
  sentence: {
    zh: '%{title}，共 %{count} 个数据，最高：%{highest}',
    en: '%{title}, %{count} values, highest: %{highest}',
  },
  openThese: { zh: '查看这 %{value}', en: 'Show these %{value}' },
  menu: { zh: '%{title}：更多操作', en: '%{title}: more actions' },
  asTable: { zh: '看成表格', en: 'Show as table' },
  asChart: { zh: '看成图', en: 'Show as chart' },
  picture: { zh: '保存图片', en: 'Save as picture' },
  list: { zh: '查看列表', en: 'Open list' },
  moveKeys: { zh: '在图的数据间移动', en: 'Move between the values of a chart' },
  openKey: { zh: '打开数据背后的列表', en: 'Open the list behind a value' },
  period: { zh: '时间', en: 'Period' },
  days: { zh: '近 %{count} 天', en: '%{count} days' },
  weeks: { zh: '近 %{count} 周', en: '%{count} weeks' },
  months: { zh: '近 %{count} 个月', en: '%{count} months' },
  week: { zh: '本周', en: 'This week' },
  month: { zh: '本月', en: 'This month' },
  year: { zh: '今年', en: 'This year' },
  all: { zh: '全部时间', en: 'All time' },
  custom: { zh: '自定义', en: 'Custom' },
  stale: { zh: '未更新', en: 'Not updated' },
  wrongSearch: { zh: '地址里的查询条件无效', en: 'The address has an invalid filter' },
  withoutSearch: { zh: '恢复默认条件', en: 'Use the default filter' },
  noCharts: { zh: '这里没有您能看的图', en: 'There are no charts here that you may view' },
  noChartsHelp: {
    zh: '需要图背后数据的查看权限，请联系管理员授权。',
    en: 'They require the permission to view the data behind them. Contact your administrator.',
  },
} as const satisfies Readonly<Record<string, Bilingual>>

/** Returns a text of charts in the user's language, with its blanks filled; the same function until that changes. */
export function useChartWords() {
  const language = useLanguage()
  return useCallback(
    (key: keyof typeof chartWords, blanks: Readonly<Record<string, string | number>> = {}): string =>
      chartWords[key][language].replace(/%\{(\w+)\}/g, (_text, name: string) => String(blanks[name] ?? '')),
    [language],
  )
}
