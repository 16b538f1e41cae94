/** Starts the browser's download of a file. */
export function saveFile(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // A browser with a "save as" dialog reads it only afterwards.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** A size in bytes as readable text. */
export function sizeText(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.max(1, Math.round(bytes / 1000))} KB`
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}
