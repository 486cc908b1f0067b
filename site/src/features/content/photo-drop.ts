import type { ClipboardEvent, DragEvent } from 'react'

/** The properties of an element on which photos can be dropped, or pasted. Files of other kinds reach `onFiles` too. */
export const photoDrop = (onFiles: (files: File[]) => void) => {
  const take = (event: ClipboardEvent | DragEvent, { files, types }: DataTransfer) => {
    // Word processors add an image of the words.
    if (files.length === 0 || types.includes('text/plain')) return
    // The editor of the text would read it as one.
    event.preventDefault()
    event.stopPropagation()
    onFiles([...files])
  }
  return {
    onDragOver: (event: DragEvent) => {
      if (event.dataTransfer.types.includes('Files')) event.preventDefault()
    },
    onDropCapture: (event: DragEvent) => take(event, event.dataTransfer),
    onPasteCapture: (event: ClipboardEvent) => take(event, event.clipboardData),
  }
}
