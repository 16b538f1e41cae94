import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { locationOf } from '../../engine/fields/exif-location.ts'
import { colourPng } from '../../engine/server/auth/png.ts'
import { databaseOfJourney } from '../support/databases.ts'
import { locatedJpeg } from '../support/located-jpeg.ts'
import { openScreens, type Screens, showsText } from '../support/screens.ts'
import { adminPassword } from '../support/server.ts'

const files = {
  'resources/ent/survey.yaml': `title: { zh: 踏勘, en: Survey }
menu: { under: ent, order: 90 }
fields:
  name: { type: text, required: true, max: 20, title: { zh: 踏勘名称, en: Name } }
  isFull: { type: boolean, title: { zh: 逐点踏勘, en: Point by point } }
  stamped: { type: image, watermark: true, title: { zh: 水印照片, en: Stamped } }
  spots: { type: children, of: surveySpot, when: isFull, columns: [place, pictures, located], title: { zh: 点位, en: Spots } }
`,
  'resources/ent/surveySpot.yaml': `title: { zh: 点位, en: Spot }
menu: false
partOf: surveyId
display: place
fields:
  surveyId: { type: reference, of: survey, required: true }
  place: { type: text, required: true, title: { zh: 位置, en: Where } }
  pictures: { type: image, many: true, title: { zh: 现场照片, en: Pictures } }
  located: { type: image, many: true, keepLocation: true, title: { zh: 定位照片, en: Located pictures } }
`,
}

// A GIF of one pixel.
const dot = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

describe.each(databaseOfJourney('uploads'))('pending uploads on $kind', kind => {
  let screens: Screens
  let page: Page
  /** The intercepted requests that wait to be continued, in order. */
  let sent: Route[]
  const rows = () => page.getByRole('table', { name: '点位' }).locator('tbody tr')
  const place = (row: number) => rows().nth(row).locator('td').nth(1)
  const pictures = (row: number) => rows().nth(row).locator('td').nth(2)
  const isFull = (answer: '是' | '否') => page.getByRole('radiogroup', { name: '逐点踏勘' }).getByLabel(answer).check()
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const arrives = async () => {
    const answer = page.waitForResponse('**/put-file')
    await sent.shift()?.continue()
    return String((await (await answer).json()).data.link)
  }
  const sends = async (row: number, name: string) => {
    const before = sent.length
    await pictures(row).click()
    await rows()
      .nth(row)
      .locator('input[type=file]:not([capture])')
      .setInputFiles([{ name, mimeType: 'image/gif', buffer: dot }])
    await expect.poll(() => sent.length).toBe(before + 1)
  }
  const types = async (row: number, text: string) => {
    await place(row).click()
    await place(row).locator('input').fill(text)
  }
  const stored = async (name: string) => {
    const query = `/api/ent/v1/survey/listByQuery?name=${encodeURIComponent(name)}`
    const [{ id }] = (await screens.call('GET', query)) as [{ id: string }]
    const { spots } = (await screens.call('GET', `/api/ent/v1/survey/getById?id=${id}`)) as {
      spots: readonly { place: string; pictures: readonly string[] | null }[]
    }
    return spots.map(spot => [spot.place, spot.pictures ?? []])
  }
  const saves = async () => {
    await button('保存').click()
    await page.waitForURL(/show$/)
  }
  const opens = async (name: string, spots: readonly string[]) => {
    const { id } = (await screens.call('POST', '/api/ent/v1/survey/save', {
      name,
      isFull: true,
      spots: spots.map(place => ({ place })),
    })) as { id: string }
    await page.goto(`/survey/${id}`)
    await place(0).waitFor()
  }

  beforeAll(async () => {
    screens = await openScreens(kind, { files })
    page = await screens.openAs('admin', adminPassword)
    await page.route('**/put-file', route => void sent.push(route))
  })
  beforeEach(() => {
    sent = []
  })
  afterAll(() => screens.close())

  it('carry the account and the time where the field has a watermark', async () => {
    await opens('水印', ['灶台'])
    const plain = colourPng(400, 300, new Uint8Array(400 * 300 * 3).fill(128))
    const file = { name: 'plain.png', mimeType: 'image/png', buffer: Buffer.from(plain) }
    await page.locator('input[type=file]:not([capture])').first().setInputFiles([file])
    await expect.poll(() => sent.length).toBe(1)
    const link = await arrives()
    // The upper half is as before, the lower right corner is not.
    const shades = await page.evaluate(async link => {
      const picture = await createImageBitmap(await (await fetch(link)).blob())
      const pen = new OffscreenCanvas(picture.width, picture.height).getContext('2d')
      if (!pen) return []
      pen.drawImage(picture, 0, 0)
      const spread = (y: number, height: number) => {
        const all = [...pen.getImageData(200, y, 200, height).data].filter((_value, at) => at % 4 === 0)
        return Math.max(...all) - Math.min(...all)
      }
      return [spread(0, 150), spread(270, 30)]
    }, link)
    expect(shades[0]).toBeLessThan(10)
    expect(shades[1]).toBeGreaterThan(100)
  })

  it('are all kept when a cell is reopened and receives another file before the first completes', async () => {
    await opens('先后', ['灶台', '库房'])
    await sends(0, 'first.gif')
    await types(1, '后门')
    await pictures(0).getByRole('img', { name: '正在上传 first.gif' }).waitFor()
    await sends(0, 'second.gif')
    const links = [await arrives()]
    await types(1, '前门')
    links.push(await arrives())
    await pictures(0).getByRole('button', { name: '查看图片 2' }).waitFor()
    await saves()
    expect(await stored('先后')).toEqual([
      ['灶台', links],
      ['前门', []],
    ])
  })

  it('complete in lines that were hidden in the meantime, and keep the input there', async () => {
    await opens('隐藏', ['灶台', '库房'])
    await sends(0, 'hidden.gif')
    await isFull('否')
    await rows().first().waitFor({ state: 'detached' })
    const link = await arrives()
    await isFull('是')
    await pictures(0).getByRole('button', { name: '查看图片 1' }).waitFor()
    await sends(1, 'late.gif')
    await isFull('否')
    await rows().first().waitFor({ state: 'detached' })
    await isFull('是')
    await types(0, '新灶台')
    const late = await arrives()
    await pictures(1).getByRole('button', { name: '查看图片 1' }).waitFor()
    await saves()
    expect(await stored('隐藏')).toEqual([
      ['新灶台', [link]],
      ['库房', [late]],
    ])
  })

  it('are retried automatically after reconnection with a closed cell, and block saving until then', async () => {
    await opens('断线', ['灶台'])
    await sends(0, 'cut.gif')
    await types(0, '灶台间')
    await page.route('**/health/live', route => route.abort())
    await expect.poll(() => sent.length).toBe(1)
    await sent.shift()?.abort()
    await pictures(0).getByRole('img', { name: '上传未完成 cut.gif' }).waitFor()
    await button('保存').click()
    await showsText(page, '现场照片有文件上传未完成，请等待、重试或移除')
    await page.unroute('**/health/live')
    await expect.poll(() => sent.length).toBe(1)
    await pictures(0).click()
    await pictures(0).getByRole('progressbar', { name: 'cut.gif' }).waitFor()
    const link = await arrives()
    await pictures(0).getByRole('button', { name: '移除 1' }).waitFor()
    await saves()
    expect(await stored('断线')).toEqual([['灶台间', [link]]])
  })

  it('are discarded on reload, and the draft is restored without them', async () => {
    await opens('重开', ['灶台'])
    await sends(0, 'lost.gif')
    await types(0, '灶台间')
    await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('灶台间')
    await page.reload()
    await button('恢复').click()
    await expect.poll(() => place(0).innerText()).toBe('灶台间')
    await saves()
    expect(await stored('重开')).toEqual([['灶台间', []]])
  })
  it('are scaled, rotated upright and stripped of location data before upload, unless the field keeps it', async () => {
    await opens('照片', ['灶台', '库房'])
    await types(0, '灶台间')
    await pictures(0).click()
    const photo = locatedJpeg(await jpegOf(page, 3000, 4000), {
      latitude: [31, 12, 5],
      orientation: 6,
      isLittle: false,
    })
    await rows()
      .nth(0)
      .locator('input[type=file]:not([capture])')
      .setInputFiles([{ name: 'IMG_0042.HEIC', mimeType: 'image/heic', buffer: photo }])
    await expect.poll(() => sent.length).toBe(1)
    const body = sent[0]?.request().postDataBuffer() ?? Buffer.alloc(0)
    expect(body.includes('A phone')).toBe(false)
    expect(body.includes('Exif')).toBe(false)
    expect(body.length).toBeLessThan(2 * 1_048_576)
    const link = await arrives()
    expect(link).toMatch(/IMG_0042\.jpg$/)
    // Orientation 6 is a quarter turn: the long side becomes horizontal.
    expect(await sizeOf(page, link)).toEqual([1920, 1440])
    // The same photo in a field that keeps the location.
    await rows().nth(0).locator('td').nth(3).click()
    await rows()
      .nth(0)
      .locator('input[type=file]:not([capture])')
      .setInputFiles([{ name: 'IMG_0043.HEIC', mimeType: 'image/heic', buffer: photo }])
    await expect.poll(() => sent.length).toBe(1)
    const located = sent[0]?.request().postDataBuffer() ?? Buffer.alloc(0)
    expect(located.includes('A phone')).toBe(false)
    expect(locationOf(located.subarray(located.indexOf('\xff\xd8', 'latin1')))).toEqual(locationOf(photo))
    await arrives()
    await saves()
    expect(await stored('照片')).toEqual([
      ['灶台间', [link]],
      ['库房', []],
    ])
  })
})

/** A JPEG of noise, which compresses as poorly as a photo. */
async function jpegOf(page: Page, width: number, height: number): Promise<Buffer> {
  const base64 = await page.evaluate(
    async ([width, height]) => {
      const canvas = new OffscreenCanvas(width, height)
      const pen = canvas.getContext('2d')
      for (let y = 0; y < height; y += 20)
        for (let x = 0; x < width; x += 20) {
          if (pen) pen.fillStyle = `hsl(${(x * 7 + y * 13) % 360} 60% ${30 + ((x * y) % 40)}%)`
          pen?.fillRect(x, y, 20, 20)
        }
      const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/jpeg', quality: 1 })).arrayBuffer())
      let text = ''
      for (const byte of bytes) text += String.fromCharCode(byte)
      return btoa(text)
    },
    [width, height] as const,
  )
  return Buffer.from(base64, 'base64')
}

const sizeOf = (page: Page, link: string) =>
  page.evaluate(async link => {
    const picture = await createImageBitmap(await (await fetch(link)).blob())
    return [picture.width, picture.height]
  }, link)
