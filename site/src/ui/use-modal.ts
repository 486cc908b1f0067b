import { useLayoutEffect, useRef, type RefObject } from 'react'
import './modal.css'

/** Opens a dialog over the page for as long as it is rendered. The focus stays inside, and returns to where it was when the dialog closes. */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const box = dialog.current
    const root = document.documentElement
    // The page behind loses its scroll bar, but not the room of one: nothing there may move.
    root.toggleAttribute('data-scrolls', innerWidth > root.clientWidth)
    box?.showModal()
    // Closing, rather than only vanishing, gives the focus back to what opened it.
    return () => box?.close()
  }, [])
  return dialog
}
