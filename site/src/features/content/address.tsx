import { useEffect, useRef } from 'react'
import { pageOf, pagePath, reserved } from '#model/addresses'
import { writeField } from '#model/form'
import { slugOf } from '#model/kinds'
import { slugify } from '#model/slugify'
import { Modal } from '../../ui/dialog'
import { SubmitAnswers } from '../../ui/submit-answers'
import { TextField } from '../../ui/field'
import { Form, trimmedTexts, useFormAction } from '../../ui/form'
import type { DraftQueue } from './draft-queue'
import type { Entries, Entry } from './entries'

/** The folder of an entry that has a page of its own. */
export const pageFolder = ({ kind }: Entry) =>
  kind === 'projects' || kind === 'notes' || kind === 'pages' ? kind : undefined

const aliasesOf = ({ fields }: Entry) => [fields['aliases'] ?? []].flat()

/** The paths that a new entry of a folder cannot have: those of its entries and of their former addresses. */
export const takenPaths = (folder: string, entries: readonly Entry[]): string[] =>
  entries.flatMap((entry) => [
    entry.path,
    ...aliasesOf(entry).map((alias) => `${folder}/${alias.split('/').at(-1) ?? ''}.md`),
  ])

/** Gives an entry another address, to which the former one leads. Returns the new path of its file. */
export function move(queue: DraftQueue, entry: Entry, folder: keyof typeof prefixes, slug: string): string {
  const { path, text, published } = entry
  const former = aliasesOf(entry)
  const address = pageOf(path) ?? ''
  const aliases = published === null ? former : [...new Set([...former, address])]
  const others = aliases.filter((alias) => alias !== pagePath(folder, slug))
  const moved = `${folder}/${slug}.md`
  const next = writeField(text ?? '', 'aliases', others.length > 0 ? others : undefined)
  const isKnown = published === null || folder !== 'notes' || entry.fields['first_address'] !== undefined
  queue.edit(moved, isKnown ? next : writeField(next, 'first_address', address))
  queue.edit(path, null)
  return moved
}

const prefixes = { projects: '/projects/', notes: '/notes/', pages: '/' }

interface AddressDialogProps {
  entry: Entry
  folder: keyof typeof prefixes
  entries: Entries
  onMove: (slug: string) => void
  onClose: () => void
}

/** Asks for another address of an entry's page. */
export function AddressDialog({ entry, folder, entries, onMove, onClose }: AddressDialogProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.select(), [])
  function isTaken(slug: string): boolean {
    const address = pagePath(folder, slug)
    const others = [...entries.values()].filter(({ path, text }) => path !== entry.path && text !== null)
    return (
      (folder === 'pages' && reserved.has(slug)) ||
      others.some((other) => other.path === `${folder}/${slug}.md` || aliasesOf(other).includes(address))
    )
  }

  const form = useFormAction((data) => {
    const slug = slugify(trimmedTexts(data, 'slug').slug)
    if (slug === '') return { fields: { slug: ['Enter letters or digits.'] } }
    if (isTaken(slug)) return { fields: { slug: ['This address belongs to something else.'] } }
    onClose()
    if (slug !== slugOf(entry.path)) onMove(slug)
    return null
  })

  return (
    <Modal title="Change the address" onClose={onClose}>
      <Form {...form} noValidate>
        <TextField
          ref={input}
          name="slug"
          label={`Address, after ${prefixes[folder]}`}
          hint={
            entry.published === null
              ? 'Small letters, digits and hyphens.'
              : 'Small letters, digits and hyphens. Links to the present address will lead to the new one.'
          }
          defaultValue={slugOf(entry.path)}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          aria-required
        />
        <SubmitAnswers action="Change" busy="Changing…" onCancel={onClose} />
      </Form>
    </Modal>
  )
}
