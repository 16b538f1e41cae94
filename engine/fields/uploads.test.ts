import { describe, expect, it } from 'vitest'
import { createUploads, withReplacements } from './uploads.ts'

const calm = { whenBack: () => undefined, tryNow: () => undefined }
const file = new File(['x'], 'a.pdf')

describe('pending uploads', () => {
  it('report their completion by placeholder, and replace placeholders in values', async () => {
    const uploads = createUploads(calm)
    const arrivals: [string, string][] = []
    uploads.onArrival((place, link) => arrivals.push([place, link]))
    const place = uploads.start(file, async () => ({ link: '/files/a.pdf' }))
    expect(uploads.settled([place])).toEqual([place])
    await new Promise(setImmediate)
    expect(arrivals).toEqual([[place, '/files/a.pdf']])
    expect(uploads.running()).toEqual([])
    expect(uploads.settled({ lines: [{ papers: ['/files/b.pdf', place] }] })).toEqual({
      lines: [{ papers: ['/files/b.pdf', '/files/a.pdf'] }],
    })
    expect(createUploads(calm).settled({ paper: place, papers: [place] })).toEqual({ paper: null, papers: [] })
  })

  it('are retried once the connection is restored if it had failed', async () => {
    const again: (() => void)[] = []
    const uploads = createUploads({ ...calm, whenBack: listener => void again.push(listener) })
    const sent: string[] = []
    const failing =
      (status: number) =>
      async ({ name }: File) => {
        sent.push(name)
        throw Object.assign(new Error('no'), { status })
      }
    uploads.start(file, failing(0))
    uploads.start(new File(['x'], 'refused.pdf'), failing(413))
    await new Promise(setImmediate)
    for (const listener of again) listener()
    expect(sent).toEqual(['a.pdf', 'refused.pdf', 'a.pdf'])
  })

  it('report no result once they are discarded', async () => {
    const uploads = createUploads(calm)
    const arrivals: string[] = []
    uploads.onArrival(place => arrivals.push(place))
    uploads.forget(uploads.start(file, async () => ({ link: '/files/a.pdf' })))
    uploads.start(file, async () => ({ link: '/files/b.pdf' }))
    uploads.clear()
    await new Promise(setImmediate)
    expect([uploads.running(), arrivals]).toEqual([[], []])
  })
})

describe('value without placeholders', () => {
  it('stays the same object', () => {
    const record = { name: 'uploading:soon', lines: [{ count: 1, papers: null }], note: undefined, day: 'uploading:' }
    expect(withReplacements(record, () => undefined)).toBe(record)
  })
})
