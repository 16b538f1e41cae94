import { qrModules } from './qr-modules.ts'

/** A QR code, dark on white in every scheme: phones read no other. None of a text that is too long. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const rows = qrModules(text)
  if (!rows) return null
  const size = rows.length + 8
  const path = rows
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x + 4},${y + 4}h1v1h-1z` : [])))
    .join('')
  return (
    <svg
      className="block w-200 my-12 mx-auto"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
