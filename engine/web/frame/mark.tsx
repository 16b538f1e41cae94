import { useBrand } from './brand-context.ts'

/** The mark of the application next to its name, in a square of `size` pixels. */
export function Mark({ size }: { readonly size: number }) {
  const { mark } = useBrand()
  return <img className="mark" src={mark} width={size} height={size} alt="" style={{ flex: 'none' }} />
}
