import { Images } from 'lucide-react'
import { isPicture } from '../../fields/traits.ts'
import { partCode, type WebPart } from '../frame/web-part.ts'

/** Lists of records with pictures as a grid of these. */
export const galleryPart: WebPart = {
  name: 'gallery',
  listKinds: {
    gallery: {
      title: { zh: '图片', en: 'Pictures' },
      icon: Images,
      fits: ({ fields }) => fields.some(isPicture),
      Rows: partCode(() => import('./gallery.tsx').then(({ Gallery }) => Gallery)),
    },
  },
}
