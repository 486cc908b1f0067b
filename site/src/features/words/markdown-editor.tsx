import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import {
  defineLanguageFacet,
  HighlightStyle,
  Language,
  languageDataProp,
  syntaxHighlighting,
} from '@codemirror/language'
import { Compartment, EditorState } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { parser } from '@lezer/markdown'
import { photoMarkdown } from 'virtual:content-model'
import type { ImageRecord } from '../../api/types'
import { Icon } from '../../ui/icon'
import { IconButton } from '../../ui/icon-button'
import { IconPhoto } from '../../ui/icons'
import { formats, insertParagraph } from './markdown-formats'
import { PictureDialog } from './picture-dialog'
import styles from './words.module.css'

interface MarkdownEditorProps {
  label: string
  /** Of the text, from which its pictures are addressed. */
  path: string
  value: string
  /** Answers the text as it is read back. */
  onChange: (text: string) => string
  invalid: boolean
}

/** A long text, with its markdown shown as it is. Tab leaves it, as any other field. */
export default function MarkdownEditor({ label, path, value, onChange, invalid }: MarkdownEditorProps) {
  const id = useId()
  const host = useRef<HTMLDivElement>(null)
  const editor = useRef<EditorView>(null)
  // What was typed last is read back like this; another value comes from elsewhere.
  const readBack = useRef(value)
  const change = useEffectEvent((text: string) => {
    readBack.current = onChange(text)
  })
  const initial = useEffectEvent(() => ({ value, label }))
  const [choosing, setChoosing] = useState(false)

  function insertPicture(image: ImageRecord, words: string): void {
    // The dialog gives the focus back to the button, and only then it can move on.
    flushSync(() => setChoosing(false))
    const view = editor.current
    if (!view) return
    view.dispatch(insertParagraph(view.state, photoMarkdown(image, words, path)))
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
    if (!view || value === readBack.current) return
    readBack.current = value
    view.dispatch({
      changes: { from: 0, to: view.state.doc.length, insert: value },
      userEvent: 'replaced',
    })
  }, [value])

  useEffect(() => {
    const attributes = invalid ? EditorView.contentAttributes.of({ 'aria-invalid': 'true' }) : []
    editor.current?.dispatch({ effects: validity.reconfigure(attributes) })
  }, [invalid])

  return (
    <div className={styles.editor}>
      <p id={id}>{label}</p>
      <div role="group" aria-label={`Format the ${label.toLowerCase()}`} className={styles.toolbar}>
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
        <IconButton label="Picture" aria-haspopup="dialog" onClick={() => setChoosing(true)}>
          <Icon of={IconPhoto} />
        </IconButton>
      </div>
      <div ref={host} className={styles.editorBox} data-invalid={invalid || undefined} />
      {choosing && <PictureDialog onClose={() => setChoosing(false)} onChoose={insertPicture} />}
    </div>
  )
}

const validity = new Compartment()
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
  syntaxHighlighting(highlighting),
  theme,
]
