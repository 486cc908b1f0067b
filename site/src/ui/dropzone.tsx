import { useEffect, useState, type ReactNode } from 'react'
import { IconUpload, type Icon as TablerIcon } from './icons'
import { useDropzone } from 'react-dropzone'
import { cx } from '../lib/cx'
import { Stack, stackClass } from './layout'
import styles from './dropzone.module.css'
import { Icon } from './icon'

/**
 * The image types the API accepts. Listed, so that a phone converts its photos to JPEG. Not in a separate file, which every
 * page would have to load.
 */
export const imageTypes = { 'image/jpeg': [], 'image/png': [], 'image/gif': [], 'image/webp': [] }

export const imageBytes = 25 * 2 ** 20

interface DropzoneProps {
  /** Allowed media types with their file extensions; by default everything. */
  accept?: Record<string, string[]>
  /** The types offered in the file dialog, if they differ from `accept`. */
  offer?: object
  /** Maximum size in bytes. */
  maxSize: number
  multiple?: boolean
  disabled?: boolean
  onChoose: (files: File[]) => void
  /** Called for each refused file. */
  onRefuse: (file: File) => void
  children: ReactNode
  /** A hint on allowed files. */
  hint?: string
  icon?: TablerIcon
  className?: string | undefined
}

/** Accepts files from a click, the keyboard, or drag and drop. */
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
    icon = IconUpload,
    className,
  } = props
  const { getRootProps, getInputProps, isDragActive, inputRef } = useDropzone({
    ...(accept && { accept }),
    maxSize,
    multiple,
    disabled,
    // A label opens the file dialog without a script.
    noClick: true,
    noKeyboard: true,
    // Screen readers would read its file's name in the next form, and a file could not be chosen again.
    onDrop: () => {
      inputRef.current.value = ''
    },
    onDropAccepted: onChoose,
    onDropRejected: (refused) => refused.forEach(({ file }) => onRefuse(file)),
  })
  return (
    <label
      {...getRootProps()}
      role={undefined}
      className={cx(stackClass('sm'), styles.well, className)}
      data-over={isDragActive || undefined}
    >
      <input
        {...getInputProps({
          'aria-label': undefined,
          style: undefined,
          tabIndex: 0,
          disabled,
          ...(offer && { accept: Object.entries(offer).flat(2).join(',') }),
          className: 'covering',
        })}
      />
      <Icon of={icon} />
      <span>{children}</span>
      {hint !== undefined && <span className={styles.hint}>{hint}</span>}
    </label>
  )
}

type PageDropzoneProps = Pick<
  DropzoneProps,
  'accept' | 'maxSize' | 'onChoose' | 'onRefuse' | 'children' | 'hint'
>

/** Accepts files dropped anywhere on the page, which it covers meanwhile. */
export function PageDropzone({ accept, maxSize, onChoose, onRefuse, children, hint }: PageDropzoneProps) {
  const [over, setOver] = useState(false)
  useEffect(() => {
    const onDragEnter = ({ dataTransfer }: DragEvent) => {
      // Modal dialogs may have their own drop zone.
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
      <Stack gap="sm" className={styles.message}>
        <Icon of={IconUpload} size={32} />
        <b>{children}</b>
        <span>{hint}</span>
      </Stack>
    </div>
  )
}
