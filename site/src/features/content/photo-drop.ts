import type { ClipboardEvent, DragEvent } from 'react'

/** The properties of an element on which a photo can be dropped, or pasted. Files of other kinds reach `onFile` too. */
export const photoDrop = (onFile: (file: File) => void) => {
  const take = (event: ClipboardEvent | DragEvent, { files, types }: DataTransfer) => {
    const [file] = files
    // Word processors add an image of the words.
    if (!file || types.includes('text/plain')) return
    // The editor of the text would read it as one.
    event.preventDefault()
    event.stopPropagation()
    onFile(file)
  }
  return {
    onDragOver: (event: DragEvent) => {
      if (event.dataTransfer.types.includes('Files')) event.preventDefault()
    },
    onDropCapture: (event: DragEvent) => take(event, event.dataTransfer),
    onPasteCapture: (event: ClipboardEvent) => take(event, event.clipboardData),
  }
}
