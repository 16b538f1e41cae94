import type { Brand, Model } from './model.ts'

/** The brand as browsers receive it: the mark by its address. */
export interface ShownBrand extends Omit<Brand, 'mark'> {
  readonly mark: string
}

/** Where the mark is served. */
export const markPath = '/api/engine/mark'

/** The brand of an application; by default, its title is its name. */
export const brandOf = ({ brand, title }: Pick<Model, 'brand' | 'title'>): Brand => brand ?? { name: title }

/** The lowest contrast of white text on the sign-in page: its second line is translucent, and then has 4.5. */
export const signInContrast = 7
