import { useEffect, useState, type ReactNode } from 'react'
import { IconUpload } from './icons'
import { useDropzone } from 'react-dropzone'
import styles from './dropzone.module.css'
import { Icon } from './icon'

/**
 * The types of pictures that the API accepts. They are listed so that a phone with photos in another format offers JPEGs. In a
 * file of their own they would be one more that all pages name.
 */
export const pictureTypes = { 'image/jpeg': [], 'image/png': [], 'image/gif': [], 'image/webp': [] }

export const pictureBytes = 25 * 2 ** 20

interface DropzoneProps {
  /** What may be chosen: media types, each with the endings of its files. Without it, everything. */
  accept?: Record<string, string[]>
  /** The media types that the browser's dialog offers, where they are others than those of `accept`. */
  offer?: object
  /** The largest file, in bytes. */
  maxSize: number
  multiple?: boolean
  disabled?: boolean
  onChoose: (files: File[]) => void
  /** Called for each file that may not be chosen. */
  onRefuse: (file: File) => void
  /** The label. */
  children: ReactNode
  /** Which files may be chosen. */
  hint: string
}

/** Takes files by a click, by the keyboard, or by drag and drop. */
export function Dropzone(props: DropzoneProps) {
  const {
    accept,
    offer,
    maxSize,
    multiple = true,
    disabled = false,
    onChoose,
    onRefuse,
    children,
    hint,
  } = props
  const { getRootProps, getInputProps, isDragActive } = useDropzone({
    ...(accept && { accept }),
    maxSize,
    multiple,
    disabled,
    // The label does by itself what the library would do by script.
    noClick: true,
    noKeyboard: true,
    onDropAccepted: onChoose,
    onDropRejected: (refused) => refused.forEach(({ file }) => onRefuse(file)),
  })
  return (
    <label {...getRootProps()} role={undefined} className={styles.well} data-over={isDragActive || undefined}>
      <input
        {...getInputProps({
          'aria-label': undefined,
          style: undefined,
          tabIndex: 0,
          disabled,
          ...(offer && { accept: Object.entries(offer).flat(2).join(',') }),
          className: styles.input,
          // The same file may be chosen again after it was removed.
          onClick: (event) => (event.currentTarget.value = ''),
        })}
      />
      <Icon of={IconUpload} />
      <span>{children}</span>
      <span className={styles.hint}>{hint}</span>
    </label>
  )
}

type PageDropzoneProps = Pick<
  DropzoneProps,
  'accept' | 'maxSize' | 'onChoose' | 'onRefuse' | 'children' | 'hint'
>

/** Takes files that are dropped anywhere on the page, and covers it while they are over it. */
export function PageDropzone({ accept, maxSize, onChoose, onRefuse, children, hint }: PageDropzoneProps) {
  const [over, setOver] = useState(false)
  useEffect(() => {
    const onDragEnter = ({ dataTransfer }: DragEvent) => {
      // A modal dialog may have a drop zone of its own.
      if (dataTransfer?.types.includes('Files') && !document.querySelector('dialog:modal')) setOver(true)
    }
    addEventListener('dragenter', onDragEnter)
    return () => removeEventListener('dragenter', onDragEnter)
  }, [])
  const { getRootProps } = useDropzone({
    ...(accept && { accept }),
    maxSize,
    noClick: true,
    noKeyboard: true,
    onDrop: () => setOver(false),
    onDragLeave: () => setOver(false),
    onDropAccepted: onChoose,
    onDropRejected: (refused) => refused.forEach(({ file }) => onRefuse(file)),
  })
  if (!over) return null
  return (
    <div {...getRootProps()} role={undefined} tabIndex={undefined} className={styles.page}>
      <div className={styles.message}>
        <Icon of={IconUpload} size={32} />
        <b>{children}</b>
        <span>{hint}</span>
      </div>
    </div>
  )
}
