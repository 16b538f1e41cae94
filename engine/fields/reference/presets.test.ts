import { describe, expect, it } from 'vitest'
import { fieldNamed, sampleModel } from '../../../tests/support/sample-fields.ts'
import { presetsFor } from './presets.ts'

const thing = sampleModel.resources['thing']
const field = (where?: string) =>
  fieldNamed('cameraId', 'reference', { options: { of: 'thing', ...(where && { where }) } })

describe('a record that is made to be chosen', () => {
  it('begins with the words that were searched for', () => {
    expect(presetsFor(field(), thing, {}, '东门')).toEqual({ name: '东门' })
    expect(presetsFor(field(), thing, {}, '')).toEqual({})
  })

  it('begins with what it must equal, and its name', () => {
    const record = { placeId: '7', placeIdName: '青溪', other: 1 }
    expect(presetsFor(field('it.placeId == placeId && it.isOpen == true'), thing, record, '')).toEqual({
      placeId: '7',
      placeIdName: '青溪',
    })
    expect(presetsFor(field('it.size > other'), thing, record, '')).toEqual({})
  })
})
