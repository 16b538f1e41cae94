import { describe, expect, it } from 'vitest'
import { fieldNamed } from '../../tests/support/sample-fields.ts'
import { faultMessage } from './fault.ts'
import { countFault, fileFault } from './upload.ts'

const megabyte = 1024 * 1024
const image = fieldNamed('picture', 'image', { options: { many: true } })
const messageOf = (files: readonly { name: string; size: number }[], held = 0, field = image) => {
  const found = countFault(files.length, field, held) ?? files.map(file => fileFault(file, field)).find(Boolean)
  return found && faultMessage(found, field.title)
}

describe('upload', () => {
  it('accepts every kind up to the size, in capitals too', () => {
    expect(
      messageOf([
        { name: 'a.PNG', size: 2 * megabyte },
        { name: 'b.dib', size: 1 },
      ]),
    ).toBeUndefined()
  })

  it('names the formats for another kind', () => {
    expect(messageOf([{ name: 'a.png.exe', size: 1 }])).toEqual({
      zh: '仅支持 JPG、PNG 等图片格式',
      en: 'Only JPG, PNG and other image formats are supported',
    })
    expect(messageOf([{ name: 'png', size: 1 }])?.en).toBe('Only JPG, PNG and other image formats are supported')
  })

  it('names the size for a larger file', () => {
    expect(messageOf([{ name: 'a.png', size: 2 * megabyte + 1 }])).toEqual({
      zh: '文件大小不能超过 2 MB',
      en: 'File size cannot exceed 2 MB',
    })
    const avatar = fieldNamed('avatar', 'image', { options: { accept: ['jpg', 'png'], maxSize: 0.5 } })
    expect(messageOf([{ name: 'a.png', size: 500 * 1024 }], 0, avatar)).toBeUndefined()
    expect(messageOf([{ name: 'a.png', size: 500 * 1024 + 1 }], 0, avatar)?.en).toBe('File size cannot exceed 500 KB')
  })

  it('applies the formats, the size and the count of a field with files', () => {
    const options = { many: true, accept: ['pdf'], maxSize: 1, count: 2 }
    const papers = fieldNamed('papers', 'file', { options })
    const pdf = { name: 'a.pdf', size: megabyte }
    expect(messageOf([pdf, pdf], 0, papers)).toBeUndefined()
    expect(messageOf([pdf, pdf], 1, papers)?.en).toBe('At most 2 files; 3 selected')
    expect(messageOf([{ ...pdf, size: megabyte + 1 }], 0, papers)?.en).toBe('File size cannot exceed 1 MB')
    expect(messageOf([{ ...pdf, name: 'a.docx' }], 0, papers)?.en).toBe('Only PDF formats are supported')
  })

  it('rejects an empty file', () => {
    expect(messageOf([{ name: 'a.png', size: 0 }])?.zh).toBe('文件为空，请重新选择')
  })

  it('names both counts for too many files, including files that are already attached', () => {
    const three = Array.from({ length: 3 }, () => ({ name: 'a.png', size: 1 }))
    expect(messageOf(three, 2)).toBeUndefined()
    expect(messageOf(three, 3)).toEqual({ zh: '最多上传 5 个文件，当前选择了 6 个', en: 'At most 5 files; 6 selected' })
  })
})
