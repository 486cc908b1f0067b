import { useEffect, useEffectEvent, useId, useImperativeHandle, useRef, useState, type Ref } from 'react'
import { flushSync } from 'react-dom'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { search, searchKeymap } from '@codemirror/search'
import { Compartment, EditorState, StateEffect, StateField } from '@codemirror/state'
import { Decoration, EditorView, keymap, type DecorationSet } from '@codemirror/view'
import { photoMarkdown } from '#model/images'
import type { ImageRecord } from '../../api/types'
import { Icon } from '../../ui/icon'
import { Row, Stack } from '../../ui/layout'
import { IconButton } from '../../ui/icon-button'
import { IconPhoto } from '../../ui/icons'
import { Note } from '../../ui/note'
import field from '../../ui/field.module.css'
import { formats, insertParagraph } from './markdown-formats'
import { markdownKeys, typedOverLines } from './markdown-keys'
import { pageMarkdown } from './markdown-language'
import { findImage, markdownLook } from './markdown-look'
import { pastedBlocks, pastedLinks } from './markdown-paste'
import { PhotoDialog } from './photo-dialog'
import { photoDrop } from './photo-drop'
import { imageSource, type Images } from './use-known'
import styles from './content.module.css'

export interface MarkdownEditorHandle {
  /** Puts the caret at the end of a line, counted from 1, and the focus there. */
  goTo: (line: number) => void
}

interface MarkdownEditorProps {
  ref?: Ref<MarkdownEditorHandle>
  label: string
  isOptional?: boolean | undefined
  hint?: string | undefined
  /** Whether the text can have photos. */
  hasPhotos: boolean
  /** The file's path, from which its photos are addressed. */
  path: string
  /** The text at first: the editor keeps it after that. */
  initial: string
  onChange: (text: string) => void
  invalid: boolean
  /** Whether it takes the focus at first. */
  focus: boolean
  /** The lines with errors, from 1. */
  marked: readonly number[]
  /** The files of images, by their paths in the content folder. */
  images: Images
}

/** A long text, whose markdown looks much as the page will. Tab leaves it, as any other field. */
export default function MarkdownEditor({
  ref,
  label,
  path,
  initial,
  onChange,
  ...state
}: MarkdownEditorProps) {
  const { isOptional, hint, hasPhotos, focus, invalid, marked, images } = state
  const id = useId()
  const host = useRef<HTMLDivElement>(null)
  const editor = useRef<EditorView>(null)
  const change = useEffectEvent(onChange)
  const atFirst = useEffectEvent(() => ({ initial, label, focus }))
  /** Dropped files are asked about one after another; without any, the library is shown. */
  const [choosing, setChoosing] = useState<readonly File[]>()

  function insertPhoto(image: ImageRecord, altText: string): void {
    const left = choosing?.slice(1) ?? []
    // The dialog gives the focus back to the button, and only then it can move on.
    flushSync(() => setChoosing(left.length > 0 ? left : undefined))
    const view = editor.current
    if (!view) return
    view.dispatch(insertParagraph(view.state, photoMarkdown(image, altText, path)))
    if (left.length === 0) view.focus()
  }

  useEffect(() => {
    // The policy of the site admits no style sheets made by a script; below a shadow root they are no elements.
    const root = host.current?.shadowRoot ?? host.current?.attachShadow({ mode: 'open' })
    if (!root) return
    const { initial, label, focus } = atFirst()
    const onUpdate = EditorView.updateListener.of((update) => {
      if (update.docChanged) change(update.state.doc.toString())
    })
    const name = EditorView.contentAttributes.of({
      'aria-label': label,
      spellcheck: 'true',
      autocapitalize: 'sentences',
    })
    const view = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        doc: initial,
        extensions: [...extensions, name, validity.of([]), shownImages.of([]), onUpdate],
      }),
    })
    editor.current = view
    if (focus) view.focus()
    return () => view.destroy()
  }, [])

  useEffect(() => {
    const attributes = invalid ? EditorView.contentAttributes.of({ 'aria-invalid': 'true' }) : []
    editor.current?.dispatch({ effects: validity.reconfigure(attributes) })
  }, [invalid])

  useEffect(() => {
    editor.current?.dispatch({ effects: markLines.of(marked) })
  }, [marked])

  useEffect(() => {
    const source = findImage.of((address) => imageSource(images, address, path))
    editor.current?.dispatch({ effects: shownImages.reconfigure(source) })
  }, [images, path])

  useImperativeHandle(ref, () => ({
    goTo: (number) => {
      const view = editor.current
      if (!view) return
      const { to } = view.state.doc.line(Math.min(number, view.state.doc.lines))
      view.dispatch({ selection: { anchor: to }, effects: EditorView.scrollIntoView(to, { y: 'center' }) })
      view.focus()
    },
  }))

  return (
    <Stack gap="sm">
      <p className={field.label}>
        <b id={id}>{label}</b>
        {isOptional && <span> (optional)</span>}
      </p>
      <Row className={styles.formats} role="group" aria-label={`Format the ${label.toLowerCase()}`}>
        {formats.map(({ name, shortcut, icon, run }) => (
          <IconButton
            key={name}
            label={name}
            aria-keyshortcuts={shortcut.replace('Mod-', 'Control+').replaceAll('-', '+')}
            onClick={() => {
              const view = editor.current
              if (!view) return
              run(view)
              view.focus()
            }}
          >
            <Icon of={icon} />
          </IconButton>
        ))}
        {hasPhotos && (
          <IconButton label="Photo" aria-haspopup="dialog" onClick={() => setChoosing([])}>
            <Icon of={IconPhoto} />
          </IconButton>
        )}
      </Row>
      <div
        ref={host}
        className={styles.editorBox}
        data-invalid={invalid || undefined}
        {...(hasPhotos && photoDrop(setChoosing))}
      />
      {hint !== undefined && <Note>{hint}</Note>}
      {choosing && (
        <PhotoDialog
          key={choosing.length}
          file={choosing[0]}
          left={choosing.length - 1}
          action="Insert"
          onClose={() => setChoosing(undefined)}
          onChoose={insertPhoto}
        />
      )}
    </Stack>
  )
}

const validity = new Compartment()
const shownImages = new Compartment()

const markLines = StateEffect.define<readonly number[]>()
const markedLine = Decoration.line({ class: 'cm-marked' })
const marks = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (before, { state: { doc }, changes, effects }) =>
    effects.reduce((marks, effect) => {
      if (!effect.is(markLines)) return marks
      // What was checked may be a few letters behind.
      const lines = [...new Set(effect.value)].filter((line) => line <= doc.lines)
      return Decoration.set(
        lines.map((line) => markedLine.range(doc.line(line).from)),
        true,
      )
    }, before.map(changes)),
  provide: (field) => EditorView.decorations.from(field),
})

const extensions = [
  history(),
  keymap.of([
    ...formats.map(({ shortcut, run }) => ({
      key: shortcut,
      preventDefault: true,
      run: (view: EditorView) => {
        run(view)
        return true
      },
    })),
    ...markdownKeys,
    ...searchKeymap,
    ...historyKeymap,
    ...defaultKeymap,
  ]),
  EditorView.lineWrapping,
  pageMarkdown.extension,
  marks,
  search({ top: true }),
  typedOverLines,
  pastedBlocks,
  pastedLinks,
  markdownLook,
]
