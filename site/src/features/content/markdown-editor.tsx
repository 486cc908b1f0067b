import { useEffect, useEffectEvent, useId, useImperativeHandle, useRef, useState, type Ref } from 'react'
import { flushSync } from 'react-dom'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import {
  defineLanguageFacet,
  HighlightStyle,
  Language,
  languageDataProp,
  syntaxHighlighting,
} from '@codemirror/language'
import { Compartment, EditorState, StateEffect, StateField } from '@codemirror/state'
import { Decoration, EditorView, keymap, type DecorationSet } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { parser } from '@lezer/markdown'
import { bodyText } from '../../../../ssg/model/form'
import { photoMarkdown } from '../../../../ssg/model/images'
import type { ImageRecord } from '../../api/types'
import { Icon } from '../../ui/icon'
import { Row, Stack } from '../../ui/layout'
import { IconButton } from '../../ui/icon-button'
import { IconPhoto } from '../../ui/icons'
import { formats, insertParagraph } from './markdown-formats'
import { PhotoDialog } from './photo-dialog'
import styles from './content.module.css'

export interface MarkdownEditorHandle {
  /** Puts the caret at the end of a line, counted from 1, and the focus there. */
  goTo: (line: number) => void
}

interface MarkdownEditorProps {
  ref?: Ref<MarkdownEditorHandle>
  label: string
  /** The file's path, from which its photos are addressed. */
  path: string
  value: string
  onChange: (text: string) => void
  invalid: boolean
  /** The lines with errors, from 1. */
  marked: readonly number[]
}

/** A long text, with its markdown shown as it is. Tab leaves it, as any other field. */
export default function MarkdownEditor({ ref, label, path, value, onChange, ...state }: MarkdownEditorProps) {
  const { invalid, marked } = state
  const id = useId()
  const host = useRef<HTMLDivElement>(null)
  const editor = useRef<EditorView>(null)
  const change = useEffectEvent(onChange)
  const initial = useEffectEvent(() => ({ value, label }))
  const [choosing, setChoosing] = useState(false)

  function insertPhoto(image: ImageRecord, altText: string): void {
    // The dialog gives the focus back to the button, and only then it can move on.
    flushSync(() => setChoosing(false))
    const view = editor.current
    if (!view) return
    view.dispatch(insertParagraph(view.state, photoMarkdown(image, altText, path)))
    view.focus()
  }

  useEffect(() => {
    // The policy of the site admits no style sheets made by a script; below a shadow root they are no elements.
    const root = host.current?.shadowRoot ?? host.current?.attachShadow({ mode: 'open' })
    if (!root) return
    const { value, label } = initial()
    const onUpdate = EditorView.updateListener.of((update) => {
      if (update.docChanged && !update.transactions.some((change) => change.isUserEvent('replaced'))) {
        change(update.state.doc.toString())
      }
    })
    const name = EditorView.contentAttributes.of({
      'aria-label': label,
      spellcheck: 'true',
      autocapitalize: 'sentences',
    })
    const view = new EditorView({
      root,
      parent: root,
      state: EditorState.create({ doc: value, extensions: [...extensions, name, validity.of([]), onUpdate] }),
    })
    editor.current = view
    return () => view.destroy()
  }, [])

  useEffect(() => {
    const view = editor.current
    const shown = view?.state.doc.toString() ?? ''
    // What was typed here is there already. A file does not keep blank lines at the end.
    if (!view || value === shown || value === bodyText(shown)) return
    view.dispatch({
      changes: { from: 0, to: view.state.doc.length, insert: value },
      userEvent: 'replaced',
    })
  }, [value])

  useEffect(() => {
    const attributes = invalid ? EditorView.contentAttributes.of({ 'aria-invalid': 'true' }) : []
    editor.current?.dispatch({ effects: validity.reconfigure(attributes) })
  }, [invalid])

  useEffect(() => {
    editor.current?.dispatch({ effects: markLines.of(marked) })
  }, [marked])

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
      <b id={id}>{label}</b>
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
        <IconButton label="Photo" aria-haspopup="dialog" onClick={() => setChoosing(true)}>
          <Icon of={IconPhoto} />
        </IconButton>
      </Row>
      <div ref={host} className={styles.editorBox} data-invalid={invalid || undefined} />
      {choosing && <PhotoDialog onClose={() => setChoosing(false)} onChoose={insertPhoto} />}
    </Stack>
  )
}

const validity = new Compartment()

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

const data = defineLanguageFacet()
const markdown = new Language(
  data,
  parser.configure({ props: [languageDataProp.add({ Document: data })] }),
  [],
  'markdown',
)

const highlighting = HighlightStyle.define([
  { tag: tags.heading, fontWeight: '650' },
  { tag: tags.strong, fontWeight: '650' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: [tags.link, tags.url], color: 'var(--link)' },
  { tag: tags.quote, color: 'var(--text2)' },
  { tag: tags.processingInstruction, color: 'var(--text3)' },
])

const theme = EditorView.theme({
  '&': { font: '400 1rem/1.6 var(--font-ui)', color: 'var(--text)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { font: 'inherit' },
  '.cm-content': { minHeight: '9rem', padding: '0.5rem 0', caretColor: 'var(--text)' },
  '.cm-line': { padding: '0 0.875rem' },
  '.cm-marked': { boxShadow: 'inset 3px 0 var(--danger)' },
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
    ...historyKeymap,
    ...defaultKeymap,
  ]),
  EditorView.lineWrapping,
  markdown.extension,
  marks,
  syntaxHighlighting(highlighting),
  theme,
]
