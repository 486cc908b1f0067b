import { createStore } from './store'

/** What can be shared: a document, a gallery or the CV for an audience. */
export interface Shareable {
  name: string
  thing:
    | { kind: 'document'; document: number }
    | { kind: 'gallery'; gallery: number }
    | { kind: 'cv'; audience: string }
}

/** What is being shared. The frame of the staff screens renders its dialog. */
export const sharing = createStore<Shareable | null>(null)

/** Opens the dialog that makes a link to `what`. */
export const share = (what: Shareable): void => sharing.set(what)
