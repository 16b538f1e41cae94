import { describe, expect, it } from 'vitest'
import { fieldNamed, sampleModel } from '../../../tests/support/sample-fields.ts'
import { presetsFor } from './presets.ts'

const thing = sampleModel.resources['thing']
const field = (where?: string) =>
  fieldNamed('cameraId', 'reference', { options: { of: 'thing', ...(where && { where }) } })

describe('record that is created to be chosen', () => {
  it('starts with the searched text', () => {
    expect(presetsFor(field(), thing, {}, '东门')).toEqual({ name: '东门' })
    expect(presetsFor(field(), thing, {}, '')).toEqual({})
  })

  it('starts with the value that it must equal, and its name', () => {
    const record = { placeId: '7', placeIdName: '青溪', other: 1 }
    expect(presetsFor(field('it.placeId == placeId && it.isOpen == true'), thing, record, '')).toEqual({
      placeId: '7',
      placeIdName: '青溪',
    })
    expect(presetsFor(field('it.size > other'), thing, record, '')).toEqual({})
  })
})
