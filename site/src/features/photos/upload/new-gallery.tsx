import { useState } from 'react'
import { createGallery } from '../../../api/photos'
import { queryKeys } from '../../../api/query-keys'
import { useInvalidatingMutation } from '../../../lib/use-invalidating-mutation'
import { Button } from '../../../ui/button'
import { TextField } from '../../../ui/field'
import { pageErrorInOneLine, type PageErrors } from '../../../ui/form-errors'
import { Stack } from '../../../ui/layout'
import { TextAction } from '../../../ui/row-actions'

interface NewGalleryProps {
  errors: PageErrors
  /** Takes the ID of the new gallery, once the lists have it. */
  onCreated: (id: number) => void
}

/** Makes a gallery inside the form that chooses one. */
export function NewGallery({ errors, onCreated }: NewGalleryProps) {
  const create = useInvalidatingMutation(createGallery, queryKeys.galleries)
  const [name, setName] = useState<string>()

  async function save(): Promise<void> {
    const trimmed = name?.trim() ?? ''
    if (trimmed === '' || create.isPending) return
    errors.clear()
    try {
      const { id } = await create.mutateAsync({ name: trimmed, description: '' })
      setName(undefined)
      onCreated(id)
    } catch (error) {
      errors.add(pageErrorInOneLine('Failed to create gallery.', error, 'name'), { urgent: true })
    }
  }

  if (name === undefined) {
    return (
      <div>
        <TextAction onClick={() => setName('')}>New gallery</TextAction>
      </div>
    )
  }
  return (
    <Stack gap="sm" role="group" aria-label="New gallery">
      <TextField
        label="Name of the new gallery"
        value={name}
        autoComplete="off"
        // It appears at a press.
        // eslint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        onChange={({ target }) => setName(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          void save()
        }}
      />
      <div>
        <Button aria-disabled={create.isPending} onClick={() => void save()}>
          {create.isPending ? 'Creating...' : 'Create gallery'}
        </Button>
      </div>
    </Stack>
  )
}
