import { describe, expect, it } from 'vitest'
import { displayKeyOf } from './display-key.ts'

const sorted = (texts: readonly string[]) =>
  texts.toSorted((one, other) => Buffer.compare(Buffer.from(displayKeyOf(one)), Buffer.from(displayKeyOf(other))))

describe('a stored pinyin key', () => {
  it.each([
    ['清溪区第三小学', '~qing1清~xi1溪~qu1区~di4第~san1三~xiao3小~xue2学'],
    ['重庆路Ａ座', '~chong2重~qing4庆~lu4路A~zuo4座'],
    ['第007号', '~di4第17~hao4号'],
    ['绿～', '~lv4绿-'],
    ['𠮷', '𠮷'],
    ['', ''],
  ])('of %s', (text, key) => {
    expect(displayKeyOf(text)).toBe(key)
  })

  it('orders by pinyin, tone and character, numbers by their size, digits and Latin before Chinese', () => {
    const names = [
      '2号店',
      'Alpha',
      '阿克苏',
      '李庄',
      '力行',
      '王府',
      '张三',
      '章二',
      '张四',
      '第2所',
      '第10所',
      '重庆',
    ]
    expect(sorted(names.toReversed())).toEqual([
      '2号店',
      'Alpha',
      '阿克苏',
      '重庆',
      '第2所',
      '第10所',
      '李庄',
      '力行',
      '王府',
      '张三',
      '张四',
      '章二',
    ])
  })

  it('fits an index, however long the text is', () => {
    expect(Buffer.byteLength(displayKeyOf('装'.repeat(500)))).toBeLessThan(800)
  })
})
