import { type ClipboardEvent, type DragEvent, useState } from 'react'

/** A drop and paste target for files, and whether files are dragged over it. */
export function useDropped(add: (files: readonly File[]) => void, disabled: boolean) {
  const [isOver, setOver] = useState(false)
  const hasFiles = (event: DragEvent) => !disabled && event.dataTransfer.types.includes('Files')
  return {
    isOver,
    zone: {
      onDragOver(event: DragEvent) {
        if (!hasFiles(event)) return
        event.preventDefault()
        event.dataTransfer.dropEffect = 'copy'
        setOver(true)
      },
      onDragLeave(event: DragEvent) {
        const into = event.relatedTarget
        if (!(into instanceof Node && event.currentTarget.contains(into))) setOver(false)
      },
      onDrop(event: DragEvent) {
        setOver(false)
        if (!hasFiles(event)) return
        event.preventDefault()
        add([...event.dataTransfer.files])
      },
      onPaste(event: ClipboardEvent) {
        const files = [...event.clipboardData.files]
        if (disabled || files.length === 0) return
        event.preventDefault()
        add(files)
      },
    },
  }
}
